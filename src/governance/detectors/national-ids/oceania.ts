/** Numbers for persons in Australia and New Zealand. */
import { WordSet } from '../../text/word-set.ts';
import { digitsOf, weigh } from '../checksums/digits.ts';
import { isRepeated, sumsTo } from './checks.ts';
import type { NationalId } from './national-id.ts';

export const oceania: readonly NationalId[] = [
  {
    name: 'au_tfn',
    leads: [3, 9],
    shape: /\d{3}([ -]?)\d{3}\1\d{3}/y,
    check: (compact) => sumsTo(compact, [1, 4, 3, 7, 5, 8, 6, 9, 10], 11) && !isRepeated(compact),
    words: new WordSet('tfn tax file ato'),
    alone: 0,
  },
  {
    name: 'au_medicare',
    leads: [4, 10, 11],
    shape: /[2-6]\d{3}([ -]?)\d{5}\1\d(?:[ /-]?\d)?/y,
    check: (compact) =>
      weigh(digitsOf(compact), [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === Number(compact[8]),
    words: new WordSet('medicare'),
    alone: 0,
  },
  {
    name: 'nz_ird',
    leads: [2, 3, 8, 9],
    shape: /\d{2,3}([ -]?)\d{3}\1\d{3}/y,
    check: (compact: string): boolean => {
      const padded = compact.padStart(9, '0');
      const first = weigh(digitsOf(padded), [3, 2, 7, 6, 5, 4, 3, 2]) % 11;
      const check = first === 0 ? 0 : 11 - first;
      const second = weigh(digitsOf(padded), [7, 4, 3, 2, 5, 2, 7, 6]) % 11;
      return (check < 10 ? check : second === 0 ? 0 : 11 - second) === Number(padded[8]);
    },
    words: new WordSet('ird inland revenue'),
    alone: 0,
  },
  {
    name: 'nz_nhi',
    leads: [7],
    shape: /[A-HJ-NP-Z]{3}\d{2}(?:\d{2}|[A-HJ-NP-Z]{2})/y,
    check: () => true,
    words: new WordSet('nhi'),
    alone: 0,
  },
];
