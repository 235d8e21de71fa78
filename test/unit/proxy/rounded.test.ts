/** Numbers that a parser rounds: what is judged of them has every digit that was written. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readJsonText } from '../../../src/proxy/json.ts';
import { draws } from '../../support/draws.ts';

const limits = { jsonDepthMax: 9, jsonKeysMax: 99 };
const rounded = (literal: string) =>
  readJsonText(`{"a":[1,${literal}]}`, limits, 'it').rounded?.text;

test.each([
  ['4123456789012345677', '4123456789012345677'],
  ['-4123456789012345677', '-4123456789012345677'],
  ['4123456789012345677e0', '4123456789012345677'],
  ['4.123456789012345677E+18', '4123456789012345677'],
  ['4123456789012345677e2', '412345678901234567700'],
  ['412345678901234567700e-2', '4123456789012345677.00'],
  ['4111111111111111.9', '4111111111111111.9'],
  ['4111111111111111000000001e-9', '4111111111111111.000000001'],
])('%s is judged as %s', (literal, written) => {
  expect(rounded(literal)).toBe(written);
});

test.each([
  ...['7', '4111111111111111', '4.111111111111111e15', '41111111111111110000', '1e300'],
  ...['0.30000000000000004', '0.10000000000000001', '1700000000.1234567', 'true', 'null'],
])('%s is judged by what it is', (literal) => {
  expect(rounded(literal)).toBeUndefined();
});

test('a million zeros inside a number are read in one go', () => {
  const long = `1000000.${'0'.repeat(1_000_000)}1`;
  const begun = performance.now();
  expect(rounded(long)).toBe(long);
  // Looking for the end from each of them would take minutes.
  expect(performance.now() - begun).toBeLessThan(2000);
});

test('names the place of the first and holds all of them', () => {
  const source = '{"a":{"b":[0,9007199254740993]},"c":9007199254740995}';
  expect(readJsonText(source, limits, 'it').rounded).toEqual({
    at: ['a', 'b', 1],
    text: '9007199254740993\n9007199254740995',
  });
});

/** As the shortest digits that are read as this number, with zeros behind them. */
function writtenOut(value: number): string {
  const [digits = '', exponent] = value.toExponential().split('e');
  return digits.replace('.', '').padEnd(Number(exponent) + 1, '0');
}

test('no digits of a whole number are lost', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000_000n, max: 10n ** 30n }), (number) => {
      const seen = rounded(String(number)) ?? writtenOut(Number(number));
      expect(seen).toBe(String(number));
    }),
    {
      ...draws(1_000),
      examples: [[10n ** 30n], [10n ** 21n], [4_111_111_111_111_111n * 10n ** 9n]],
    },
  );
});
