/** Undoes character codes in a row: binary, octal, decimal and hexadecimal, `105 103`, `0x69, 0x67`, `01101001…`. */
import { isReadable, readBytes } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const codesMin = 5;
const gapMax = 3;

type Base = {
  readonly base: number;
  readonly shape: RegExp;
};

const bases: readonly Base[] = [
  { base: 2, shape: /^(?:0b)?[01]{7,8}$/ },
  { base: 16, shape: /^(?:0x)?[2-7][0-9a-fA-F]$/ },
  { base: 10, shape: /^(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])$/ },
  { base: 8, shape: /^(?:0o?)?(?:0?4[0-7]|0?[5-7][0-7]|1[0-7][0-7])$/ },
];

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
  for (let from = first; from <= last; from += 2) {
    const token = tokenAt(scan, from);
    // A row that spells nothing in any base is not tried again from each of its tokens.
    let end = from;
    // Decimals may begin with what looks like hexadecimal: the base whose row goes on furthest is meant.
    let best: { readonly to: number; readonly text: string } | undefined;
    for (const { base, shape } of bases) {
      if (!shape.test(token)) continue;
      const to = lastOfShape(scan, from, last, shape);
      end = Math.max(end, to);
      if ((to - from) / 2 + 1 < codesMin || to <= (best?.to ?? -1)) continue;
      const text = spell(scan, from, to, base);
      if (text !== undefined) best = { to, text };
    }
    if (best !== undefined)
      edits.replace(scan.numerals.at(from), scan.numerals.at(best.to + 1), best.text);
    from = best?.to ?? end;
  }
}

function lastOfShape(scan: Scan, from: number, last: number, shape: RegExp): number {
  let to = from;
  while (to < last && shape.test(tokenAt(scan, to + 2))) to += 2;
  return to;
}

function spell(scan: Scan, from: number, to: number, base: number): string | undefined {
  const bytes: number[] = [];
  for (let token = from; token <= to; token += 2) {
    bytes.push(parseInt(tokenAt(scan, token).replace(/^0[box]/, ''), base));
  }
  if (bytes.some((byte) => byte > 127)) return readBytes(Uint8Array.from(bytes));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return isReadable(text) ? text : undefined;
}

/** Bits in one piece. */
function readBits(scan: Scan, first: number, last: number, edits: Edits): void {
  for (let token = first; token <= last; token += 2) {
    const start = scan.numerals.at(token);
    const end = scan.numerals.at(token + 1);
    if (end - start < 40 || (end - start) % 8 !== 0) continue;
    const bits = scan.text.slice(start, end);
    if (!/^[01]+$/.test(bits)) continue;
    const bytes = new Uint8Array(bits.length / 8);
    for (let at = 0; at < bits.length; at++) {
      bytes[at >> 3] = ((bytes[at >> 3] ?? 0) << 1) | (bits.charCodeAt(at) & 1);
    }
    const text = readBytes(bytes);
    if (text !== undefined) edits.replace(start, end, text, 1, 8);
  }
}

function tokenAt(scan: Scan, token: number): string {
  return scan.text.slice(scan.numerals.at(token), scan.numerals.at(token + 1));
}
