/** Undoes base45 (RFC 9285), in which codes to be scanned are written: three of 45 characters for two bytes. */
import { readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Decoder } from './decoder.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const values = new Int8Array(128).fill(-1);
Array.from(alphabet).forEach((letter, at) => (values[letter.charCodeAt(0)] = at));

const lettersMin = 24;
const tripleMax = 0xffff;

export const base45: Decoder = {
  name: 'base45',
  find: ({ text }, edits) => {
    // Somewhere among so many stands a small letter in nearly all that is written.
    for (let at = lettersMin - 1; at < text.length; at += lettersMin) {
      if (valueAt(text, at) < 0) continue;
      let from = at;
      while (from > 0 && valueAt(text, from - 1) >= 0) from--;
      let to = at + 1;
      while (to < text.length && valueAt(text, to) >= 0) to++;
      if (to - from >= lettersMin) readStretch(text, from, to, edits);
      at = Math.max(at, to - 1);
    }
  },
};

function valueAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (values[unit] ?? -1) : -1;
}

/** What stands before it may be of its letters, too, so its triples begin at one of three places. */
function readStretch(text: string, start: number, end: number, edits: Edits): void {
  for (let phase = 0; phase < 3; phase++) {
    for (let from = start + phase; end - from >= lettersMin;) {
      const bytes = takeScratch(end - from);
      let length = 0;
      let at = from;
      for (; at + 3 <= end; at += 3) {
        const value = tripleAt(text, at);
        if (value > tripleMax || !(isText(value >> 8) && isText(value & 255))) break;
        bytes[length++] = value >> 8;
        bytes[length++] = value & 255;
      }
      const next = at + 3;
      if (end - at === 2) {
        const last = valueAt(text, at) + valueAt(text, at + 1) * 45;
        if (last < 256 && isText(last)) {
          bytes[length++] = last;
          at += 2;
        }
      }
      const spelled =
        at - from >= lettersMin ? readBytes(bytes.subarray(0, length), false) : undefined;
      if (spelled !== undefined) {
        edits.replace(from, at, spelled, 2, 3);
        return;
      }
      from = next;
    }
  }
}

function tripleAt(text: string, at: number): number {
  return valueAt(text, at) + valueAt(text, at + 1) * 45 + valueAt(text, at + 2) * 2025;
}

/** No control character but white space. */
function isText(byte: number): boolean {
  return byte >= 32 ? byte !== 127 : byte === 9 || byte === 10 || byte === 13;
}
