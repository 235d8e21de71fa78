/** Finds addresses of digital currencies, by the checksum that each kind of address carries. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
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
const looks = new NumeralKind({ sizes: [lengthMin, lengthMax] });

export const piiCrypto: Detector = {
  name: 'pii-crypto',
  categories: ['pii/crypto_address'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (let at = nextOf(scan, 0, looks); at >= 0; at = nextOf(scan, at + 2, looks)) {
      const start = scan.numerals.at(at);
      const end = scan.numerals.at(at + 1);
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
  return isMarked(digits) ? 0.97 : 0;
}

/** A letter is a capital where the hash of the small ones has a half byte of eight or more (EIP 55). */
function isMarked(digits: string): boolean {
  const hash = keccak256(digits.toLowerCase());
  for (let at = 0; at < digits.length; at++) {
    const unit = digits.charCodeAt(at);
    const half = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15;
    if (unit > 57 && half >= 8 !== unit < 97) return false;
  }
  return true;
}

const addressBytes = 25;

const checkedBytes = 21;
/** Of a number in parts of three bytes each, the lowest first; more than an address or 36 letters take. */
const partsCount = 9;
const partSize = 2 ** 24;
const parts = new Float64Array(partsCount);
/** So many letters at a time: more would not be exact. */
const lettersAtOnce = 4;

/** The last four of the bytes are the beginning of the double hash of those before. */
function isBase58Check(text: string, alphabet: string): boolean {
  const bytes = bytesOf(text, alphabet);
  if (bytes === undefined) return false;
  const check = sha256(sha256(bytes.subarray(0, checkedBytes)));
  for (let at = checkedBytes; at < addressBytes; at++)
    if (check[at - checkedBytes] !== bytes[at]) return false;
  return true;
}

/** Of at most 36 letters; undefined where one is none of the alphabet, or all are too many for an address. */
function bytesOf(text: string, alphabet: string): Uint8Array | undefined {
  parts.fill(0);
  for (let from = 0; from < text.length; from += lettersAtOnce) {
    let carry = 0;
    let factor = 1;
    for (let at = from; at < Math.min(text.length, from + lettersAtOnce); at++) {
      const value = alphabet.indexOf(text.charAt(at));
      if (value < 0) return undefined;
      carry = carry * base58.length + value;
      factor *= base58.length;
    }
    for (let part = 0; part < partsCount; part++) {
      const sum = (parts[part] ?? 0) * factor + carry;
      carry = Math.floor(sum / partSize);
      parts[part] = sum - carry * partSize;
    }
  }
  const bytes = new Uint8Array(addressBytes);
  for (let back = 0; back < addressBytes; back++) {
    const part = parts[Math.floor(back / 3)] ?? 0;
    bytes[addressBytes - 1 - back] = part >> ((back % 3) * 8);
  }
  // The last part has one byte of the address and two that have no place in it.
  return (parts[partsCount - 1] ?? 0) > 0xff ? undefined : bytes;
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
