/** Undoes character codes in a row: binary, octal, decimal and hexadecimal, `105 103`, `0x69, 0x67`, `01101001…`. */
import { isReadable, readBytes } from '../bytes.ts';
import { Patch } from '../patch.ts';
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
  read: (scan, rewrite) => {
    const patch = new Patch(rewrite, scan.text.length);
    let first = 0;
    while (first < scan.numerals.length && !rewrite.overflowed) {
      const last = lastOfRow(scan, first);
      if ((last - first) / 2 + 1 >= codesMin) readRow(scan, first, last, patch);
      else readBits(scan, first, last, patch);
      first = last + 2;
    }
    patch.close();
  },
};

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

function readRow(scan: Scan, first: number, last: number, patch: Patch): void {
  for (let from = first; from <= last; from += 2) {
    const token = tokenAt(scan, from);
    // A row that spells nothing in any base is not tried again from each of its tokens.
    let end = from;
    for (const { base, shape } of bases) {
      if (!shape.test(token)) continue;
      const to = lastOfShape(scan, from, last, shape);
      end = Math.max(end, to);
      const text = (to - from) / 2 + 1 >= codesMin ? spell(scan, from, to, base) : undefined;
      if (text === undefined) continue;
      patch.replace(scan.numerals.at(from), scan.numerals.at(to + 1), text);
      break;
    }
    from = end;
  }
}

function lastOfShape(scan: Scan, from: number, last: number, shape: RegExp): number {
  let to = from;
  while (to < last && shape.test(tokenAt(scan, to + 2))) to += 2;
  return to;
}

function spell(scan: Scan, from: number, to: number, base: number): string | undefined {
  let text = '';
  for (let token = from; token <= to; token += 2) {
    const digits = tokenAt(scan, token).replace(/^0[box]/, '');
    text += String.fromCharCode(parseInt(digits, base));
  }
  return isReadable(text) ? text : undefined;
}

/** Bits in one piece. */
function readBits(scan: Scan, first: number, last: number, patch: Patch): void {
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
    if (text !== undefined) patch.replace(start, end, text, 1, 8);
  }
}

function tokenAt(scan: Scan, token: number): string {
  return scan.text.slice(scan.numerals.at(token), scan.numerals.at(token + 1));
}
