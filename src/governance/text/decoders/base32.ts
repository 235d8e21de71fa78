/** Undoes base32, padded or not, in capitals or in small letters alone. */
import { readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Decoder } from './decoder.ts';

const lettersMin = 16;
const padsMax = 6;

export const base32: Decoder = {
  name: 'base32',
  find: (scan, edits) => {
    const { text } = scan;
    for (let run = 0; run < scan.runs.length; run += 2) {
      const end = scan.runs.at(run + 1);
      let at = scan.runs.at(run);
      if (readSmall(text, at, end, edits)) continue;
      while (end - at >= lettersMin) {
        const from = at;
        // Read from its end, a stretch that is too short shows that at once.
        let back = from + lettersMin - 1;
        while (back >= from && isLetter(text.charCodeAt(back))) back--;
        at = back + 1;
        if (back >= from) continue;
        at = from + lettersMin;
        while (at < end && isLetter(text.charCodeAt(at))) at++;
        const decoded = readBytes(decode(text, from, at));
        for (let pad = 0; pad < padsMax && at < end && text.charCodeAt(at) === 61; pad++) at++;
        if (decoded !== undefined) edits.replace(from, at, decoded, 5, 8);
      }
    }
  },
};

const smallMin = 24;

/** Words are written in small letters, too: only all of a run is read so. */
function readSmall(text: string, from: number, end: number, edits: Edits): boolean {
  let to = from;
  while (to < end && isSmall(text.charCodeAt(to))) to++;
  if (to - from < smallMin) return false;
  let stop = to;
  while (stop < end && stop - to < padsMax && text.charCodeAt(stop) === 61) stop++;
  if (stop !== end) return false;
  const decoded = readBytes(decode(text.slice(from, to).toUpperCase(), 0, to - from));
  if (decoded === undefined) return false;
  edits.replace(from, stop, decoded, 5, 8);
  return true;
}

function isSmall(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 50 && unit <= 55);
}

function isLetter(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || (unit >= 50 && unit <= 55);
}

/** What it answers is gone at the next call. */
export function decodeBase32(text: string): Uint8Array {
  return decode(text, 0, text.length);
}

function decode(text: string, from: number, to: number): Uint8Array {
  const bytes = takeScratch(Math.floor(((to - from) * 5) / 8));
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
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
