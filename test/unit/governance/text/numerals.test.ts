/** Which numbers a detector is shown: all that its look describes, and only what is beyond ASCII or at an end besides. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextOf, NumeralKind } from '../../../../src/governance/text/numerals.ts';
import { Scan } from '../../../../src/governance/text/scan.ts';
import { draws } from '../../../support/draws.ts';

const short = { sizes: [2, 4], first: /\d/, before: /[ (]/, after: /[.:]/ } as const;
const long = { sizes: [8, Infinity], first: /[a-f]/ } as const;
const kind = new NumeralKind(short, long);
const text = fc
  .array(fc.constantFrom(...'0123456789abz .:(_\n'.split(''), 'é', '中', 'cafe0123', ' 12.34:56 '))
  .map((pieces) => pieces.join(''));

function shown(scan: Scan): number[] {
  const starts: number[] = [];
  for (let at = nextOf(scan, 0, kind); at >= 0; at = nextOf(scan, at + 2, kind))
    starts.push(scan.numerals.at(at));
  return starts;
}

test('a detector is shown each number that one of its looks describes, once and in order', () => {
  const fits = (shape: RegExp, sign: string): boolean =>
    !/^[\0-\x7f]$/.test(sign) || shape.test(sign);
  fc.assert(
    fc.property(text, (written) => {
      const scan = new Scan(written);
      const expected: number[] = [];
      for (let at = 0; at < scan.numerals.length; at += 2) {
        const [start, end] = [scan.numerals.at(at), scan.numerals.at(at + 1)];
        const [first, size] = [written.charAt(start), end - start];
        const isShort =
          size >= 2 &&
          size <= 4 &&
          fits(short.first, first) &&
          fits(short.before, written.charAt(start - 1)) &&
          fits(short.after, written.charAt(end));
        if (isShort || (size >= 8 && fits(long.first, first))) expected.push(start);
      }
      expect(shown(scan)).toEqual(expected);
    }),
    draws(300),
  );
});

test('one that is longer than any length told apart is shown where no bound is set', () => {
  expect(shown(new Scan(`a${'0'.repeat(5000)}`))).toEqual([0]);
});
