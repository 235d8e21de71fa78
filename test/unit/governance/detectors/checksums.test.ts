/** The checksums of currencies, against those of somebody else and against addresses that are given out. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { keccak256 } from '../../../../src/governance/detectors/checksums/keccak256.ts';
import { sha256 } from '../../../../src/governance/detectors/checksums/sha256.ts';
import { piiCrypto } from '../../../../src/governance/detectors/pii-crypto.ts';
import { viewsOf } from '../../../../src/governance/text/views.ts';

const found = (text: string): boolean => {
  const [view] = viewsOf(text);
  if (view === undefined) throw new Error('a text has no reading');
  return piiCrypto.find(view, { stage: 'request', kind: 'user', system: [] }).length > 0;
};

test('sha256() of any length is what Node says', () => {
  for (let length = 0; length < 200; length += 1) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 37 + length * 11) & 0xff);
    const expected = createHash('sha256').update(message).digest('hex');
    expect(Buffer.from(sha256(message)).toString('hex')).toBe(expected);
  }
});

test('keccak256() of known messages is what was published', () => {
  const told = ['', 'abc'].map((message) => Buffer.from(keccak256(message)).toString('hex'));
  expect(told).toEqual([
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
  ]);
});

describe('an address of a currency is told by its checksum', () => {
  test.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    '1111111111111111111114oLvT2',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s, and not with one letter changed', (address) => {
    expect(found(address)).toBe(true);
    const last = address.at(-1) ?? '';
    const other = last === last.toUpperCase() && /[A-Z]/.test(last) ? last.toLowerCase() : '5';
    const changed = address.startsWith('0x')
      ? address.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase())
      : address.slice(0, -1) + (other === last ? '6' : other);
    expect([changed === address, found(changed)]).toEqual([false, false]);
  });

  test('and what is too large for one is none', () => {
    expect(found(`1${'z'.repeat(35)}`)).toBe(false);
  });
});
