/** Finds addresses of digital currencies, by the checksum that each kind of address carries. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import { keccak256 } from './checksums/keccak256.ts';
import { sha256 } from './checksums/sha256.ts';
import type { Detector, Sighting } from './detector.ts';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ripple = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const bech32Prefixes = /^(?:bc1|tb1|ltc1|addr1|stake1|cosmos1|osmo1|zs1|t1)/i;
const words = new WordSet(
  `bitcoin btc ethereum eth wallet wallets address monero xmr solana sol litecoin dogecoin ripple xrp tron usdt
  crypto cardano`,
);
const lengthMin = 25;
const lengthMax = 108;

export const piiCrypto: Detector = {
  name: 'pii-crypto',
  categories: ['pii/crypto_address'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (let at = 0; at < scan.numerals.length; at += 2) {
      const start = scan.numerals.at(at);
      const end = scan.numerals.at(at + 1);
      if (end - start < lengthMin || end - start > lengthMax) continue;
      const confidence = rate(scan, start, end);
      if (confidence === 0) continue;
      found.push({ category: 'pii/crypto_address', severity: 'medium', confidence, start, end });
    }
    return found;
  },
};

function rate(scan: Scan, start: number, end: number): number {
  const text = scan.text.slice(start, end);
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return rateEthereum(scan, text, start, end);
  if (bech32Prefixes.test(text)) return isBech32(text) ? 0.97 : 0;
  if (/^[13LMmn2DTtAXr]/.test(text) && text.length <= 36) {
    const alphabet = text.startsWith('r') ? ripple : base58;
    return isBase58Check(text, alphabet) ? 0.97 : 0;
  }
  const named = hasNear(scan, words, start, end, { before: 40, after: 16 });
  const monero = /^[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(text);
  if (monero) return named ? 0.95 : 0.85;
  return named && /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(text) ? 0.7 : 0;
}

function rateEthereum(scan: Scan, text: string, start: number, end: number): number {
  const digits = text.slice(2);
  if (/^0+$/.test(digits)) return 0;
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (plain) return hasNear(scan, words, start, end, { before: 40, after: 16 }) ? 0.9 : 0.75;
  const hash = keccak256(digits.toLowerCase());
  const marked = Array.from(digits.toLowerCase(), (digit, at) =>
    (hash.codePointAt(at) ?? 0) >= 56 ? digit.toUpperCase() : digit,
  );
  return marked.join('') === digits ? 0.97 : 0;
}

const addressBytes = 25;

/** The last four of the bytes are the beginning of the double hash of those before. */
function isBase58Check(text: string, alphabet: string): boolean {
  const bytes = new Uint8Array(addressBytes);
  for (let at = 0; at < text.length; at++) {
    let carry = alphabet.indexOf(text.charAt(at));
    if (carry < 0) return false;
    for (let place = addressBytes - 1; place >= 0; place--) {
      carry += (bytes[place] ?? 0) * base58.length;
      bytes[place] = carry & 0xff;
      carry >>= 8;
    }
    // Too large for an address.
    if (carry !== 0) return false;
  }
  const check = sha256(sha256(bytes.subarray(0, 21)));
  return [0, 1, 2, 3].every((at) => check[at] === bytes[21 + at]);
}

/** BIP 173 and its successor BIP 350, which differ in one constant. */
function isBech32(text: string): boolean {
  const lower = text.toLowerCase();
  if (lower !== text && text.toUpperCase() !== text) return false;
  const split = lower.lastIndexOf('1');
  const prefix = Array.from(lower.slice(0, split), (letter) => letter.charCodeAt(0));
  const data = Array.from(lower.slice(split + 1), (letter) => bech32.indexOf(letter));
  if (data.length < 6 || data.includes(-1)) return false;
  const high = prefix.map((code) => code >> 5);
  const low = prefix.map((code) => code & 31);
  const check = polymod([...high, 0, ...low, ...data]);
  return check === 1 || check === 0x2bc830a3;
}

function polymod(values: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    generator.forEach((constant, at) => {
      if (((top >> at) & 1) === 1) check ^= constant;
    });
  }
  return check >>> 0;
}
