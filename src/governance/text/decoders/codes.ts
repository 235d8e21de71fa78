/** Undoes character codes in a row: binary, octal, decimal and hexadecimal, `105 103`, `0x69, 0x67`, `01101001…`. */
import { fromAscii, hexValue, isReadable, readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { binary, decimal, hexadecimal, octal, shapesOf, valueOf } from './code-shapes.ts';
import type { Decoder } from './decoder.ts';
import { readDecimals, spellNumbers } from './points.ts';

const codesMin = 5;
const gapMax = 3;
const bases = [binary, hexadecimal, decimal, octal] as const;

export const codes: Decoder = {
  name: 'codes',
  find: (scan, edits) => {
    let first = 0;
    let tried = 0;
    while (first < scan.numerals.length) {
      if (scan.numerals.at(first) >= tried)
        tried = readHexRow(scan, first, edits) || readDecimalRow(scan, first, edits);
      if (scan.numerals.at(first) < edits.end) {
        first += 2;
        continue;
      }
      const last = lastOfRow(scan, first);
      if ((last - first) / 2 + 1 >= codesMin) readRow(scan, first, last, edits);
      else readBits(scan, first, last, edits);
      first = last + 2;
    }
    if (callHints.some((hint) => scan.text.includes(hint))) readCalls(scan.text, edits);
  },
};

const callHints = ['chr(', 'CHR(', 'Chr(', 'char(', 'CHAR(', 'chrw(', 'ChrW('];
const call = '(?:chrw?|char)\\(\\s?(?:0x[0-9a-f]{2,5}|\\d{1,6})\\s?\\)';
const calls = new RegExp(
  `${call}(?:\\s{0,3}(?:[+.&,]|\\|\\|)\\s{0,3}${call}){${codesMin - 1},}`,
  'gi',
);

/** `chr(105) + chr(103)`, as programs put them together. */
function readCalls(text: string, edits: Edits): void {
  for (const match of text.matchAll(calls)) {
    const numbers = match[0].match(/0x[0-9a-f]+|\d+/gi) ?? [];
    const spelled = spellNumbers(numbers) ?? spell(Uint8Array.from(numbers, Number));
    if (spelled !== undefined) edits.replace(match.index, match.index + match[0].length, spelled);
  }
}

const hexRow =
  /(?:0x)?[2-9a-fA-F][0-9a-fA-F](?:[ ,;:-]{1,2}(?:0x)?[0-9a-fA-F]{2}|\r?\n\s{0,8}(?:0x)?[0-9a-fA-F]{2}){4,}(?![0-9a-zA-Z])/y;
const hexBefore = /(?:(?:0x)?[2-9a-fA-F][0-9a-fA-F][ ,;:-]{1,2}){1,3}$/;

/** Bytes beyond ASCII, some of which have no digit and are no tokens; answers where the row ends, or 0. */
function readHexRow({ text, numerals }: Scan, token: number, edits: Edits): number {
  const at = numerals.at(token);
  const stop = numerals.at(token + 1);
  if (stop - at !== 2 && stop - at !== 4) return 0;
  // Most numbers have something else beside them than the bytes of a row.
  if (!isByte(text, stop - 2) || !(isGap(text, stop) || isGap(text, at - 1))) return 0;
  const from = at - lengthBefore(text, at);
  hexRow.lastIndex = Math.max(from, edits.end);
  const start = hexRow.lastIndex;
  if (!hexRow.test(text)) return 0;
  const end = hexRow.lastIndex;
  const spelled = spellPairs(text, start, end);
  if (spelled !== undefined) edits.replace(start, end, spelled);
  return end;
}

/** Answers where the row ends, or 0. */
function readDecimalRow({ text, numerals }: Scan, token: number, edits: Edits): number {
  const at = numerals.at(token);
  if (at < edits.end || numerals.at(token + 1) - at > 6) return 0;
  const row = readDecimals(text, at);
  if (row?.text !== undefined) edits.replace(at, row.end, row.text);
  return row?.end ?? 0;
}

/** Of the bytes right before a token. */
function lengthBefore(text: string, at: number): number {
  if (!isGap(text, at - 1)) return 0;
  if (!isByte(text, at - 3) && !isByte(text, at - 4)) return 0;
  return hexBefore.exec(text.slice(Math.max(0, at - 12), at))?.[0].length ?? 0;
}

/** Two hexadecimal digits. */
function isByte(text: string, at: number): boolean {
  return hexValue(text.charCodeAt(at)) >= 0 && hexValue(text.charCodeAt(at + 1)) >= 0;
}

/** A space, `,;:-` or a line's end. */
function isGap(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (
    unit === 32 ||
    unit === 44 ||
    unit === 45 ||
    unit === 58 ||
    unit === 59 ||
    unit === 10 ||
    unit === 13
  );
}

/** Pairs of digits with or without `0x` and something else between them; undefined where all of them are ASCII. */
function spellPairs(text: string, start: number, end: number): string | undefined {
  const bytes = takeScratch((end - start) >> 1);
  let length = 0;
  let all = 0;
  for (let at = start; at < end; at++) {
    if (hexValue(text.charCodeAt(at)) < 0) continue;
    if (text.charCodeAt(at + 1) === 120) at += 2;
    const byte = (hexValue(text.charCodeAt(at)) << 4) | hexValue(text.charCodeAt(at + 1));
    at++;
    bytes[length++] = byte;
    all |= byte;
  }
  return all < 0x80 ? undefined : readBytes(bytes.subarray(0, length));
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
    const start = scan.numerals.at(token);
    const end = scan.numerals.at(token + 1);
    shapes[(token - first) / 2] = shapesOf(scan.text, start, end);
  }
  for (let from = 0; from < shapes.length; from++) {
    if (shapes[from] === 0) continue;
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
    const start = scan.numerals.at(token);
    const end = scan.numerals.at(token + 1);
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
