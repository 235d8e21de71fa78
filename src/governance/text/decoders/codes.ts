/** Undoes character codes in a row: binary, octal, decimal and hexadecimal, `105 103`, `0x69, 0x67`, `01101001…`. */
import { fromAscii, hexValue, isReadable, readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { binary, decimal, hexadecimal, octal, shapesOf, valueOf } from './code-shapes.ts';
import type { Decoder } from './decoder.ts';

const codesMin = 5;
const gapMax = 3;
const bases = [binary, hexadecimal, decimal, octal] as const;

export const codes: Decoder = {
  name: 'codes',
  find: (scan, edits) => {
    let first = 0;
    let tried = 0;
    while (first < scan.numerals.length) {
      if (scan.numerals.at(first) >= tried) tried = readHexRow(scan, first, edits);
      if (scan.numerals.at(first) < edits.end) {
        first += 2;
        continue;
      }
      const last = lastOfRow(scan, first);
      if ((last - first) / 2 + 1 >= codesMin) readRow(scan, first, last, edits);
      else readBits(scan, first, last, edits);
      first = last + 2;
    }
  },
};

const hexRow =
  /(?:0x)?[2-9a-fA-F][0-9a-fA-F](?:[ ,;:-]{1,2}(?:0x)?[0-9a-fA-F]{2}|\r?\n\s{0,8}(?:0x)?[0-9a-fA-F]{2}){4,}(?![0-9a-zA-Z])/y;
const hexBefore = /(?:(?:0x)?[2-9a-fA-F][0-9a-fA-F][ ,;:-]{1,2}){1,3}$/;

/** Bytes beyond ASCII, some of which have no digit and are no tokens; answers where the row ends, or 0. */
function readHexRow(scan: Scan, token: number, edits: Edits): number {
  const size = scan.numerals.at(token + 1) - scan.numerals.at(token);
  if (size !== 2 && size !== 4) return 0;
  const at = scan.numerals.at(token);
  if (hexValue(scan.text.charCodeAt(at + size - 2)) < 0) return 0;
  if (hexValue(scan.text.charCodeAt(at + size - 1)) < 0) return 0;
  const from = at - (hexBefore.exec(scan.text.slice(Math.max(0, at - 12), at))?.[0].length ?? 0);
  hexRow.lastIndex = Math.max(from, edits.end);
  const row = hexRow.exec(scan.text)?.[0];
  if (row === undefined) return 0;
  const end = hexRow.lastIndex;
  if (!/[89a-fA-F][0-9a-fA-F](?:[ ,;:\s-]|$)/.test(row)) return end;
  const pairs = row.match(/(?<![0-9a-fA-F])(?:0x)?[0-9a-fA-F]{2}/g) ?? [];
  const text = readBytes(Uint8Array.from(pairs, (pair) => parseInt(pair.slice(-2), 16)));
  if (text !== undefined) edits.replace(end - row.length, end, text);
  return end;
}

/** Tokens of up to eight characters with next to nothing between them. */
function lastOfRow(scan: Scan, first: number): number {
  let last = first;
  while (last + 2 < scan.numerals.length) {
    const gap = scan.numerals.at(last + 2) - scan.numerals.at(last + 1);
    const size = scan.numerals.at(last + 3) - scan.numerals.at(last + 2);
    if (gap > gapMax || size > 10) break;
    last += 2;
  }
  return last;
}

function readRow(scan: Scan, first: number, last: number, edits: Edits): void {
  const shapes = new Uint8Array((last - first) / 2 + 1);
  for (let token = first; token <= last; token += 2) {
    const [start, end] = [scan.numerals.at(token), scan.numerals.at(token + 1)];
    shapes[(token - first) / 2] = shapesOf(scan.text, start, end);
  }
  for (let from = 0; from < shapes.length; from++) {
    // A row that spells nothing in any base is not tried again from each of its tokens.
    let end = from;
    // Decimals may begin with what looks like hexadecimal: the base whose row goes on furthest is meant.
    let best = -1;
    let spelled = '';
    for (const shape of bases) {
      const to = lastOfShape(shapes, from, shape);
      end = Math.max(end, to);
      if (to - from + 1 < codesMin || to <= best) continue;
      const text = spell(gather(scan, first, from, to, shape));
      if (text === undefined) continue;
      best = to;
      spelled = text;
    }
    if (best >= 0)
      edits.replace(
        scan.numerals.at(first + from * 2),
        scan.numerals.at(first + best * 2 + 1),
        spelled,
      );
    from = best >= 0 ? best : end;
  }
}

/** The token before where no row of this shape begins. */
function lastOfShape(shapes: Uint8Array, from: number, shape: number): number {
  let to = from - 1;
  while (to + 1 < shapes.length && ((shapes[to + 1] ?? 0) & shape) !== 0) to++;
  return to;
}

function gather(scan: Scan, first: number, from: number, to: number, shape: number): Uint8Array {
  const bytes = takeScratch(to - from + 1);
  for (let at = from; at <= to; at++) {
    const token = first + at * 2;
    const [start, end] = [scan.numerals.at(token), scan.numerals.at(token + 1)];
    bytes[at - from] = valueOf(scan.text, start, end, shape);
  }
  return bytes.subarray(0, to - from + 1);
}

function spell(bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => byte > 127)) return readBytes(bytes);
  const text = fromAscii(bytes);
  return isReadable(text) ? text : undefined;
}

/** Bits in one piece. */
function readBits(scan: Scan, first: number, last: number, edits: Edits): void {
  for (let token = first; token <= last; token += 2) {
    const start = scan.numerals.at(token);
    const end = scan.numerals.at(token + 1);
    if (end - start < 40 || (end - start) % 8 !== 0) continue;
    const bytes = takeScratch((end - start) / 8);
    let bits = 0;
    let at = start;
    for (; at < end; at++) {
      const bit = scan.text.charCodeAt(at) - 48;
      if (bit !== 0 && bit !== 1) break;
      bits = (bits << 1) | bit;
      bytes[(at - start) >> 3] = bits & 255;
    }
    if (at < end) continue;
    const text = readBytes(bytes.subarray(0, (end - start) / 8));
    if (text !== undefined) edits.replace(start, end, text, 1, 8);
  }
}
