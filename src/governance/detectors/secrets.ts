/** Finds credentials by the formats that their providers document. */
import type { Detector, Sighting } from './detector.ts';

const formats: readonly (readonly [category: string, pattern: RegExp])[] = [
  ['secret/aws_access_key', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g],
  ['secret/github_token', /\bgh[pousr]_[A-Za-z0-9]{36}\b/g],
  ['secret/openai_api_key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{40,}/g],
  ['secret/slack_token', /\bxox[abprs]-[A-Za-z0-9-]{10,}/g],
  ['secret/stripe_key', /\b[sr]k_live_[A-Za-z0-9]{24,}/g],
  ['secret/private_key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g],
];

/** Documented examples are nobody's credential. */
const example = /EXAMPLE/;

export const secrets: Detector = {
  name: 'secrets',
  categories: formats.map(([category]) => category),
  find: (view) => {
    const found: Sighting[] = [];
    for (const [category, pattern] of formats) {
      for (const match of view.text.matchAll(pattern)) {
        if (example.test(match[0])) continue;
        const end = match.index + match[0].length;
        found.push({ category, severity: 'critical', confidence: 0.95, start: match.index, end });
      }
    }
    return found;
  },
};
