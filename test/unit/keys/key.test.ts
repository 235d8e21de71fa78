/** The form of a key: what is minted is read, and every slip is told from a key that is not known. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { writeNumber } from '../../../src/keys/base62.ts';
import { digestOf, mintKey, readKeyId } from '../../../src/keys/key.ts';
import { readRate, readSpanMs, writeRate } from '../../../src/keys/term.ts';
import { draws } from '../../support/draws.ts';

describe('mintKey() makes keys that', () => {
  const keys = Array.from({ length: 2_000 }, mintKey);

  test('have the documented form and are read back', () => {
    for (const { id, key } of keys) {
      expect(key).toMatch(/^ggw_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}$/);
      expect(readKeyId(key)).toBe(id);
    }
  });

  test('never come twice', () => {
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
    expect(new Set(keys.map(({ id }) => id)).size).toBe(keys.length);
  });

  test('draw every character evenly: 160 bits need all 62 in 27 places', () => {
    const counts = new Map<string, number>();
    for (const { key } of keys)
      for (const character of key.slice(17, 44).split(''))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    const mean = (keys.length * 27) / 62;
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(mean * 0.25);
    expect(27 * Math.log2(62)).toBeGreaterThan(160);
  });

  test('carry the CRC32 of what stands before it', () => {
    const { key } = mintKey();
    expect(key.slice(-6)).toBe(writeNumber(crc32(key.slice(0, -6)), 6));
    expect(writeNumber(0xffff_ffff, 6)).toHaveLength(6);
  });
});

describe('readKeyId() tells a typo without a look-up', () => {
  test('one wrong character anywhere', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';
    fc.assert(
      fc.property(fc.nat(49), fc.nat(alphabet.length - 1), (place, letter) => {
        const { key } = mintKey();
        const other = alphabet.charAt(letter);
        fc.pre(key.charAt(place) !== other);
        expect(readKeyId(key.slice(0, place) + other + key.slice(place + 1))).toBeUndefined();
      }),
      draws(),
    );
  });

  test('two neighbours swapped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 48 }), (place) => {
        const { key } = mintKey();
        const [left, right] = [key.charAt(place), key.charAt(place + 1)];
        fc.pre(left !== right);
        const swapped = key.slice(0, place) + right + left + key.slice(place + 2);
        expect(readKeyId(swapped)).toBeUndefined();
      }),
      draws(),
    );
  });

  test.each([
    ['nothing', ''],
    ['a key of somebody else', 'sk-proj-0123456789'],
    ['a key cut short', mintKey().key.slice(0, -1)],
    ['a key with something behind it', `${mintKey().key}x`],
    ['a key with a line break behind it', `${mintKey().key}\n`],
    ['a key with a space before it', ` ${mintKey().key}`],
    ['a very long text', 'ggw_'.repeat(100_000)],
  ])('%s', (_name, presented) => {
    expect(readKeyId(presented)).toBeUndefined();
  });
});

test('digestOf() is SHA-256 in hex', () => {
  expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

describe('terms', () => {
  test.each([
    ['30s', 30_000],
    ['15m', 900_000],
    ['12h', 43_200_000],
    ['90d', 7_776_000_000],
    ['0d', undefined],
    ['d', undefined],
    ['1.5h', undefined],
    ['-1d', undefined],
    ['1w', undefined],
    ['999999d', undefined],
  ])('%s is a span of %p ms', (text, expected) => {
    expect(readSpanMs(text)).toBe(expected);
  });

  test.each([
    ['60/m', { count: 60, windowMs: 60_000 }],
    ['1/s', { count: 1, windowMs: 1_000 }],
    ['5000/d', { count: 5_000, windowMs: 86_400_000 }],
    ['0/m', undefined],
    ['60', undefined],
    ['60/min', undefined],
    ['60 / m', undefined],
  ])('%s is the rate %p', (text, expected) => {
    expect(readRate(text)).toEqual(expected);
    if (expected !== undefined) expect(writeRate(expected)).toBe(text);
  });
});
