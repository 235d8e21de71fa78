/** Undoes base32 in capitals, padded or not. */
import { readBytes } from '../bytes.ts';
import { Patch } from '../patch.ts';
import type { Decoder } from './decoder.ts';

const shape = /[A-Z2-7]{16,}={0,6}/g;

export const base32: Decoder = {
  name: 'base32',
  read: (scan, rewrite) => {
    const patch = new Patch(rewrite, scan.text.length);
    for (let run = 0; run < scan.runs.length; run += 2) {
      const start = scan.runs.at(run);
      const end = scan.runs.at(run + 1);
      if (end - start < 16 || rewrite.overflowed) continue;
      for (const match of scan.text.slice(start, end).matchAll(shape)) {
        const text = readBytes(decode(match[0]));
        const from = start + match.index;
        if (text !== undefined) patch.replace(from, from + match[0].length, text, 5, 8);
      }
    }
    patch.close();
  },
};

function decode(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 61) break;
    held = ((held << 5) | (unit >= 65 ? unit - 65 : unit - 24)) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = (held >> bits) & 0xff;
      length++;
    }
  }
  return bytes.subarray(0, length);
}
