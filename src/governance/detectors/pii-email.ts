/** Finds e-mail addresses around each `@`. */
import type { Detector, Sighting } from './detector.ts';

const before = /[A-Za-z0-9._%+'-]{1,64}$/;
const after = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.)+[A-Za-z]{2,24}(?![A-Za-z0-9-])/;

export const piiEmail: Detector = {
  name: 'pii-email',
  categories: ['pii/email'],
  find: (view) => {
    const found: Sighting[] = [];
    for (let at = view.text.indexOf('@'); at !== -1; at = view.text.indexOf('@', at + 1)) {
      const local = before.exec(view.text.slice(Math.max(0, at - 64), at))?.[0];
      const domain = after.exec(view.text.slice(at + 1, at + 254))?.[0];
      if (local === undefined || domain === undefined) continue;
      found.push({
        category: 'pii/email',
        severity: 'medium',
        confidence: 0.95,
        start: at - local.length,
        end: at + 1 + domain.length,
      });
    }
    return found;
  },
};
