/** Undoes hexadecimal in one piece: `69676e6f7265`, with or without `0x`. */
import { isAscii, readBytes } from '../bytes.ts';
import { Patch } from '../patch.ts';
import type { Decoder } from './decoder.ts';

const shape = /(?:[0-9a-f]{2}){6,}|(?:[0-9A-F]{2}){6,}/g;

export const hex: Decoder = {
  name: 'hex',
  read: (scan, rewrite) => {
    const patch = new Patch(rewrite, scan.text.length);
    for (let token = 0; token < scan.numerals.length && !rewrite.overflowed; token += 2) {
      const start = scan.numerals.at(token);
      const end = scan.numerals.at(token + 1);
      if (end - start < 12) continue;
      const prefixed = scan.text.startsWith('0x', start) ? 2 : 0;
      for (const match of scan.text.slice(start + prefixed, end).matchAll(shape)) {
        const text = readHex(match[0]);
        const from = start + prefixed + match.index;
        if (text === undefined) continue;
        if (isAscii(text)) patch.replace(from, from + match[0].length, text, 1, 2);
        else patch.replace(from, from + match[0].length, text);
      }
    }
    patch.close();
  },
};

function readHex(digits: string): string | undefined {
  // Half of what is written in hexadecimal begins with a byte that no text begins with.
  const first = parseInt(digits.slice(0, 2), 16);
  if (first < 9 || first === 0x7f) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = (digit(digits.charCodeAt(at * 2)) << 4) | digit(digits.charCodeAt(at * 2 + 1));
  }
  return readBytes(bytes);
}

function digit(unit: number): number {
  return unit <= 57 ? unit - 48 : (unit | 32) - 87;
}
