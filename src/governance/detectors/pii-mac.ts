/** Finds MAC addresses: six pairs of hexadecimal digits with one sign between them all. */
import { scanOf } from '../text/text-view.ts';
import type { Detector, Sighting } from './detector.ts';

const pairs = /(?<![\w:-])[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![\w:-])/g;
const dotted = /(?<![\w.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.])/g;
/** No card has these: nobody's, and everybody's. */
const reserved = /^(?:(?:00[:-]){5}00|(?:ff[:-]){5}ff)$/i;

export const piiMac: Detector = {
  name: 'pii-mac',
  categories: ['pii/mac'],
  find: (view) => {
    const scan = scanOf(view);
    if (scan.numerals.length === 0) return [];
    const found: Sighting[] = [];
    for (const shape of [pairs, dotted]) {
      if (!scan.text.includes(shape === pairs ? ':' : '.') && !scan.text.includes('-')) continue;
      for (const match of scan.text.matchAll(shape)) {
        if (reserved.test(match[0]) || !/\d/.test(match[0])) continue;
        const end = match.index + match[0].length;
        found.push({
          category: 'pii/mac',
          severity: 'low',
          confidence: 0.9,
          start: match.index,
          end,
        });
      }
    }
    return found;
  },
};
