/** Undoes hexadecimal in one piece: `69676e6f7265`, with or without `0x`. */
import { hexValue, mayBeText, probeLength, readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { putSpelled } from '../spelled.ts';
import type { Decoder } from './decoder.ts';

const gapMax = 24;
const digitsMin = 12;
const space = 32;
const either = 0;
const small = 1;
const capital = 2;

export const hex: Decoder = {
  name: 'hex',
  find: (scan, edits) => {
    for (let token = 0; token < scan.numerals.length; token += 2) {
      if (scan.numerals.at(token + 1) - scan.numerals.at(token) < digitsMin) continue;
      const last = lastOfLines(scan, token);
      if (last === token) readAlone(scan, token, edits);
      else {
        putPieces(scan, splitLines(scan, token, last, []), edits);
        token = last;
      }
    }
  },
};

/** Some lines, by their first and last token, and what they say as one; nothing where they are no text. */
type Piece = { readonly first: number; readonly last: number; readonly text: string | undefined };

/**
 * Lines that are no text as one may be so in part: each half is tried by itself, and its halves again. That
 * takes each line a few times, wherever the text begins and whatever stands around it.
 */
function splitLines(scan: Scan, first: number, last: number, pieces: Piece[]): Piece[] {
  const text = readLines(scan, first, last);
  if (text !== undefined || first === last) {
    const before = pieces.at(-1);
    const joined =
      text === undefined || before?.text === undefined
        ? undefined
        : readLines(scan, before.first, last);
    if (before === undefined || joined === undefined) pieces.push({ first, last, text });
    else pieces[pieces.length - 1] = { first: before.first, last, text: joined };
    return pieces;
  }
  const middle = first + (((last - first) >> 2) << 1);
  splitLines(scan, first, middle, pieces);
  return splitLines(scan, middle + 2, last, pieces);
}

function putPieces(scan: Scan, pieces: readonly Piece[], edits: Edits): void {
  for (const { first, last, text } of pieces) {
    if (text === undefined || first === last) readAlone(scan, first, edits);
    else edits.replace(scan.numerals.at(first), scan.numerals.at(last + 1), text);
  }
}

const probeDigits = probeLength * 2;
const line = /^(?:[0-9a-f]{2}){1,200}$|^(?:[0-9A-F]{2}){1,200}$/;

/** Wrapped lines: tokens of whole bytes with a line's end between them. */
function lastOfLines(scan: Scan, first: number): number {
  let last = first;
  while (last + 2 < scan.numerals.length) {
    const end = scan.numerals.at(last + 1);
    const next = scan.numerals.at(last + 2);
    if (next - end > gapMax || scan.text.charCodeAt(end) > space) break;
    if (!/^[ \t]*\r?\n\s*$/.test(scan.text.slice(end, next))) break;
    if (!line.test(scan.text.slice(scan.numerals.at(last), end))) break;
    if (!line.test(scan.text.slice(next, scan.numerals.at(last + 3)))) break;
    last += 2;
  }
  return last;
}

function readLines(scan: Scan, first: number, last: number): string | undefined {
  const start = scan.numerals.at(first);
  const end = scan.numerals.at(last + 1);
  if (scan.numerals.at(first + 1) - start >= probeDigits) {
    const probe = bytesOf(scan.text, start, start + probeDigits);
    if (probe === undefined || !mayBeText(probe)) return undefined;
  }
  const digits = scan.text.slice(start, end).replaceAll(/\s/g, '');
  const bytes = bytesOf(digits, 0, digits.length);
  return bytes && readBytes(bytes);
}

function readAlone(scan: Scan, token: number, edits: Edits): void {
  const start = scan.numerals.at(token);
  const end = scan.numerals.at(token + 1);
  if (end - start < digitsMin) return;
  readToken(scan.text, start + (scan.text.startsWith('0x', start) ? 2 : 0), end, edits);
}

/** Stretches of digits whose letters are all small or all capitals. */
function readToken(text: string, start: number, end: number, edits: Edits): void {
  for (let at = start; at + digitsMin <= end;) {
    // Read from its end, a stretch that is too short shows that at once.
    let back = at + digitsMin - 1;
    while (back >= at && kindOf(text.charCodeAt(back)) >= 0) back--;
    if (back >= at) {
      at = back + 1;
      continue;
    }
    const from = at;
    let kind = either;
    // Where the next stretch may begin: behind what ends this one, or its last letter, if it is a letter of the other case.
    let next = at + 1;
    while (at < end) {
      const own = kindOf(text.charCodeAt(at));
      if (own < 0) next = at + 1;
      if (own < 0 || (own !== either && kind !== either && own !== kind)) break;
      if (own !== either) {
        kind = own;
        next = at + 1;
      }
      at++;
    }
    const size = (at - from) & ~1;
    if (size < digitsMin) {
      at = at < end ? next : end;
      continue;
    }
    at = from + size;
    const bytes = bytesOf(text, from, at);
    if (bytes !== undefined) putSpelled(edits, from, at, bytes, rate);
  }
}

function kindOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return either;
  if (unit >= 97 && unit <= 102) return small;
  return unit >= 65 && unit <= 70 ? capital : -1;
}

const rate = [1, 2] as const;

function bytesOf(text: string, from: number, to: number): Uint8Array | undefined {
  // Half of what is written in hexadecimal begins with a byte that no text begins with.
  const first = (hexValue(text.charCodeAt(from)) << 4) | hexValue(text.charCodeAt(from + 1));
  if (first < 9 || first === 0x7f) return undefined;
  const length = (to - from) >> 1;
  const bytes = takeScratch(length);
  for (let at = 0; at < length; at++) {
    const place = from + at * 2;
    bytes[at] = (hexValue(text.charCodeAt(place)) << 4) | hexValue(text.charCodeAt(place + 1));
  }
  return bytes.subarray(0, length);
}
