/** Finds the numbers of telephones (IMEI): fifteen digits with a check digit, beside the word for them. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import { digitsOf, passesLuhn } from './checksums/digits.ts';
import { codedNames } from './coded-names.ts';
import type { Detector, Sighting } from './detector.ts';

const words = new WordSet('imei imeis imei1 imei2 imeisv phoneimei imeisvn', codedNames('imei'));
const reach = { before: 40, after: 12 };
/** In one piece, or the type, the maker, the serial and the check digit apart. */
const looks = new NumeralKind({ sizes: [15, 16] }, { sizes: [2, 8], after: /[ /-]/ });
const shape =
  /(?:\d{15,16}|\d{2}([ /-])\d{6}\1\d{6}\1\d{1,2}|\d{6}([ /-])\d{2}\2\d{6}\2\d{1,2}|\d{8}([ /-])\d{6}\3\d)(?![\w-])/y;

export const piiImei: Detector = {
  name: 'pii-imei',
  categories: ['pii/imei'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    if (scan.numerals.length === 0 || !scan.mentions(words)) return found;
    for (let at = nextOf(scan, 0, looks); at >= 0; at = nextOf(scan, at + 2, looks)) {
      const start = scan.numerals.at(at);
      if (start < (found.at(-1)?.end ?? 0) || /[\w-]/.test(scan.text.charAt(start - 1))) continue;
      shape.lastIndex = start;
      if (!shape.test(scan.text) || !hasNear(scan, words, start, start, reach)) continue;
      const end = shape.lastIndex;
      const digits = digitsOf(scan.text.slice(start, end));
      // With the version of the software in place of it, no digit checks the others.
      if (new Set(digits).size < 3 || (digits.length === 15 && !passesLuhn(digits))) continue;
      found.push({ category: 'pii/imei', severity: 'medium', confidence: 0.9, start, end });
    }
    return found;
  },
};
