/** Finds e-mail addresses around each `@`, and the usual ways of writing one without it. */
import type { Detector, Sighting } from './detector.ts';

const local = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/;
const localMax = 64;
const domain =
  /(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}(?:[A-Za-z]{2,24}|xn--[A-Za-z0-9-]{2,59})(?![A-Za-z0-9])/y;
const spelled =
  /(?<![\w.+-])[\w.+-]{1,64}\s?[[({]\s?at\s?[\])}]\s?(?:[\w-]{1,63}\s?(?:[[({]\s?dot\s?[\])}]|\.)\s?){1,5}[A-Za-z]{2,24}(?![\w-])/gi;

/** What ends in these is a file or a reference to code. */
const notDomains =
  /\.(?:png|jpe?g|gif|svg|webp|ico|css|scss|js|mjs|ts|tsx|jsx|json|ya?ml|md|html?|py|java)$/i;

export const piiEmail: Detector = {
  name: 'pii-email',
  categories: ['pii/email'],
  find: (view) => {
    const text = view.text;
    const found: Sighting[] = [];
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
      const start = startOfLocal(text, at);
      domain.lastIndex = at + 1;
      if (start === at || !domain.test(text)) continue;
      const end = domain.lastIndex;
      if (notDomains.test(text.slice(at, end))) continue;
      found.push({ category: 'pii/email', severity: 'medium', confidence: 0.97, start, end });
    }
    if (/[[({]\s?at\s?[\])}]/i.test(text)) {
      for (const match of text.matchAll(spelled)) {
        const end = match.index + match[0].length;
        found.push({
          category: 'pii/email',
          severity: 'medium',
          confidence: 0.8,
          start: match.index,
          end,
        });
      }
    }
    return found;
  },
};

/** Backwards over what may stand before the sign, then forward past signs that belong to the sentence. */
function startOfLocal(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < localMax && local.test(text.charAt(start - 1))) start--;
  const part = text.slice(start, at);
  // Signs that a local part may hold in theory are in practice what stands before it.
  const lead = Math.max(
    part.lastIndexOf('='),
    part.lastIndexOf('/'),
    part.lastIndexOf('|'),
    part.lastIndexOf('?'),
    part.lastIndexOf('{'),
    part.lastIndexOf('}'),
    part.lastIndexOf('`'),
    part.lastIndexOf('&'),
    part.lastIndexOf('*'),
    part.lastIndexOf('$'),
    part.lastIndexOf('!'),
    part.lastIndexOf('#'),
  );
  start += lead + 1;
  while (start < at && /[.'%^~-]/.test(text.charAt(start))) start++;
  return text.charAt(at - 1) === '.' ? at : start;
}
