/** Finds private keys of wallets by the checksum that they carry: single keys, those that others are derived from, seed phrases. */
import { scanOf } from '../text/text-view.ts';
import { bytesOfChecked } from './checksums/base58-check.ts';
import type { Detector, Sighting } from './detector.ts';
import { findSeedPhrases } from './seed-phrase.ts';

/** What it begins with, how many letters it has, how many bytes, and what these begin with. */
type Kind = {
  readonly shape: RegExp;
  readonly size: number;
  readonly bytes: number;
  readonly version: readonly number[];
};

const kinds: readonly Kind[] = [
  { shape: /^5[HJK]/, size: 51, bytes: 33, version: [0x80] },
  { shape: /^[KL]/, size: 52, bytes: 34, version: [0x80] },
  { shape: /^9[123]/, size: 51, bytes: 33, version: [0xef] },
  { shape: /^c[MNPQRSTUV]/, size: 52, bytes: 34, version: [0xef] },
  { shape: /^xprv/, size: 111, bytes: 78, version: [0x04, 0x88, 0xad, 0xe4] },
  { shape: /^tprv/, size: 111, bytes: 78, version: [0x04, 0x35, 0x83, 0x94] },
];
const phraseWordsMin = 12;
const sizes = new Set(kinds.map(({ size }) => size));

export const secretWallet: Detector = {
  name: 'secret-wallet',
  categories: ['secret/wallet_key', 'secret/seed_phrase'],
  find: (view) => {
    const { text, numerals, wordCount } = scanOf(view);
    const found: Sighting[] = [];
    for (let at = 0; at < numerals.length; at += 2) {
      const start = numerals.at(at);
      const end = numerals.at(at + 1);
      if (!sizes.has(end - start) || !isKey(text.slice(start, end))) continue;
      found.push({
        category: 'secret/wallet_key',
        severity: 'critical',
        confidence: 0.97,
        start,
        end,
      });
    }
    if (wordCount >= phraseWordsMin)
      for (const { start, end } of findSeedPhrases(text))
        found.push({
          category: 'secret/seed_phrase',
          severity: 'critical',
          confidence: 0.95,
          start,
          end,
        });
    return found;
  },
};

function isKey(text: string): boolean {
  return kinds.some(({ shape, size, bytes, version }) => {
    if (size !== text.length || !shape.test(text)) return false;
    const key = bytesOfChecked(text, bytes);
    return key !== undefined && version.every((byte, at) => key[at] === byte);
  });
}
