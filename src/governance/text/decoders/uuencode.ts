/** Undoes uuencode: lines that begin with how many bytes they hold. */
import { isPlain, takeScratch } from '../bytes.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const newline = 10;
/** The sign of no bytes, of which a space is another. */
const zero = 32;
const last = 96;
const bytesMin = 6;
const bytesMax = 45;

export const uuencode: Decoder = {
  name: 'uuencode',
  find: ({ text, dense }: Scan, edits) => {
    for (let at = 0; at < dense.length; at += 2) {
      let from = dense.at(at);
      if (from < edits.end || (from > 0 && text.charCodeAt(from - 1) !== newline)) continue;
      // The words go on from line to line, so what parts the lines is a part of what is read.
      let end = from;
      for (let size = sizeOfLine(text, from); size > 0; size = sizeOfLine(text, from)) {
        const bytes = decode(text, from + 1, size);
        if (!isPlain(bytes)) break;
        const stop = from + 1 + lengthOf(size);
        edits.replace(end, stop, String.fromCharCode(...bytes));
        end = stop;
        from = text.charCodeAt(stop) === 13 ? stop + 2 : stop + 1;
      }
    }
  },
};

/** Letters of so many bytes. */
function lengthOf(size: number): number {
  return Math.ceil(size / 3) * 4;
}

/** How many bytes a line holds that is just as long as they make it, or 0. */
function sizeOfLine(text: string, from: number): number {
  const size = text.charCodeAt(from) - zero;
  if (!(size >= bytesMin && size <= bytesMax)) return 0;
  const to = from + 1 + lengthOf(size);
  const unit = text.charCodeAt(to);
  if (to > text.length || (to < text.length && unit !== newline && unit !== 13)) return 0;
  for (let at = from + 1; at < to; at++) {
    const letter = text.charCodeAt(at);
    if (letter < zero || letter > last) return 0;
  }
  return size;
}

function decode(text: string, from: number, size: number): Uint8Array {
  const bytes = takeScratch(size + 2);
  for (let group = 0, at = from; group < size; group += 3, at += 4) {
    let held = 0;
    for (let place = 0; place < 4; place++)
      held = (held << 6) | ((text.charCodeAt(at + place) - zero) & 63);
    bytes[group] = held >> 16;
    bytes[group + 1] = (held >> 8) & 255;
    bytes[group + 2] = held & 255;
  }
  return bytes.subarray(0, size);
}
