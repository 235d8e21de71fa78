/** Undoes base58 and base62, in which all letters of a text are the digits of one number. */
import { mayBeText, readBytes, takeScratch } from '../bytes.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const lengthMin = 20;
/** The work grows with the square of the length. */
const lengthMax = 400;
/** Of a number the first digits tell its first bytes, which are told apart from noise by themselves. */
const probed = 9;

const alphabets = [
  '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
].map((letters) => {
  const values = new Int8Array(128).fill(-1);
  Array.from(letters).forEach((letter, value) => (values[letter.charCodeAt(0)] = value));
  return { base: letters.length, bits: Math.log2(letters.length), values };
});
type Alphabet = (typeof alphabets)[number];

export const base58: Decoder = {
  name: 'base58',
  find: ({ text, numerals }: Scan, edits) => {
    for (let token = 0; token < numerals.length; token += 2) {
      const from = numerals.at(token);
      const to = numerals.at(token + 1);
      if (to - from < lengthMin || to - from > lengthMax) continue;
      for (const alphabet of alphabets) {
        if (!mayBegin(text, from, to, alphabet)) continue;
        const bytes = decode(text, from, to, alphabet);
        const spelled = bytes && readBytes(bytes, false);
        if (spelled === undefined) continue;
        edits.replace(from, to, spelled);
        break;
      }
    }
  },
};

/** Whether the first four bytes of the number are printed in ASCII, or could be of another script. */
function mayBegin(
  text: string,
  from: number,
  to: number,
  { base, bits, values }: Alphabet,
): boolean {
  let held = 0;
  for (let at = from; at < from + probed; at++) {
    const value = values[text.charCodeAt(at)] ?? -1;
    if (value < 0) return false;
    held = held * base + value;
  }
  if (held === 0) return false;
  const size = Math.log2(held) + (to - from - probed) * bits;
  const spare = size - 8 * Math.floor(size / 8);
  let rest = 2 ** spare;
  const bytes = takeScratch(4);
  for (let at = 0; at < 4; at++) {
    const byte = Math.floor(rest);
    bytes[at] = byte;
    rest = (rest - byte) * 256;
  }
  return mayBeText(bytes, 4) && (bytes[0] ?? 0) >= 0x20;
}

function decode(
  text: string,
  from: number,
  to: number,
  alphabet: Alphabet,
): Uint8Array | undefined {
  let number = 0n;
  const base = BigInt(alphabet.base);
  for (let at = from; at < to; at++) {
    const value = alphabet.values[text.charCodeAt(at)] ?? -1;
    if (value < 0) return undefined;
    number = number * base + BigInt(value);
  }
  const hex = number.toString(16);
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'));
}
