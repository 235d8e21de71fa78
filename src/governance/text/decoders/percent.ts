/** Undoes percent-encoding, and quoted-printable, which differs in its sign and in how lines go on. */
import { hexValue, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const percentBit = signBit('%');
const equalsBit = signBit('=');

export const percent: Decoder = {
  name: 'percent',
  sure: true,
  find: (scan, edits) => {
    if ((scan.signs & percentBit) === 0) return;
    eachRow(scan, '%', percentByte, (from, to) => {
      replace(scan.text, from, to, percentByte, edits);
    });
  },
};

/** A word of a mail's header, `=?UTF-8?Q?4111_1111?=`, and the space before a further one. */
const headerWord =
  /=\?[\w-]{2,20}(?:\*[\w-]{1,10})?\?[Qq]\?([^?\s]{1,2000})\?=(?:\s{1,4}(?==\?))?/g;

export const headerWords: Decoder = {
  name: 'quoted_printable',
  sure: true,
  find: ({ text, signs }, edits) => {
    if ((signs & equalsBit) === 0 || !text.includes('=?')) return;
    for (const match of text.matchAll(headerWord)) {
      const [whole, word = ''] = match;
      const bytes = Buffer.from(
        word
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, byte: string) =>
            String.fromCharCode(parseInt(byte, 16)),
          ),
        'latin1',
      );
      edits.replace(match.index, match.index + whole.length, utf8.decode(bytes));
    }
  },
};

export const quotedPrintable: Decoder = {
  name: 'quoted_printable',
  sure: true,
  find: (scan, edits) => {
    if ((scan.signs & equalsBit) === 0) return;
    // One `=20` is an assignment; several, or a line that ends in `=`, are mail.
    const rows: number[] = [];
    eachRow(scan, '=', mailByte, (from, to) => rows.push(from, to));
    if (rows.length < 4 && !isTelling(scan.text, rows[0], rows[1])) return;
    for (let row = 0; row < rows.length; row += 2) {
      replace(scan.text, rows[row] ?? 0, rows[row + 1] ?? 0, mailByte, edits);
    }
  },
};

/** A row of so many characters is no assignment either. */
const rowMin = 12;

/** One is enough where it is a long row, or a line's end between letters of any script. */
function isTelling(text: string, from = 0, to = 0): boolean {
  if (to - from >= rowMin) return true;
  return (
    text.charAt(to - 1) === '\n' &&
    /[\p{L}\p{M} ,]{2}$/u.test(text.slice(Math.max(0, from - 2), from)) &&
    /[\p{L}\p{M} ]/u.test(text.charAt(to))
  );
}

/** The byte that the escape at a place stands for, or -1. */
type ByteAt = (text: string, at: number, first: boolean) => number;

function percentByte(text: string, at: number): number {
  if (text.charCodeAt(at) !== 37) return -1;
  const high = hexValue(text.charCodeAt(at + 1));
  const low = hexValue(text.charCodeAt(at + 2));
  return high < 0 || low < 0 ? -1 : (high << 4) | low;
}

/** In capitals, and no control characters; a byte of a longer character stands behind another. */
function mailByte(text: string, at: number, first: boolean): number {
  if (text.charCodeAt(at) !== 61) return -1;
  const one = text.charCodeAt(at + 1);
  const other = text.charCodeAt(at + 2);
  if (one > 70 || other > 70) return -1;
  const high = hexValue(one);
  const low = hexValue(other);
  const later = high >= 8 && high < 12;
  return low < 0 || high < 2 || (first && later) ? -1 : (high << 4) | low;
}

/** Escapes that stand side by side, and the sign before a line's end that lets the line go on. */
function eachRow(
  { text }: Scan,
  sign: string,
  byteAt: ByteAt,
  found: (from: number, to: number) => void,
): void {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at)) {
    const from = at;
    while (byteAt(text, at, at === from) >= 0) at += 3;
    if (at === from) at = sign === '=' ? endOfSoftBreak(text, at) : at;
    if (at === from) at++;
    else found(from, at);
  }
}

function endOfSoftBreak(text: string, at: number): number {
  const line = text.charCodeAt(at + 1) === 13 ? at + 2 : at + 1;
  return text.charCodeAt(line) === 10 ? line + 1 : at;
}

function replace(text: string, from: number, to: number, byteAt: ByteAt, edits: Edits): void {
  const length = Math.floor((to - from) / 3);
  if (byteAt(text, from, true) < 0) {
    edits.replace(from, to, '');
    return;
  }
  const bytes = takeScratch(length);
  let all = 0;
  for (let at = 0; at < length; at++) {
    const byte = byteAt(text, from + at * 3, at === 0);
    bytes[at] = byte;
    all |= byte;
  }
  const row = bytes.subarray(0, length);
  if (all < 0x80) edits.replaceBy(from, to, row, length, 1, 3);
  else edits.replace(from, to, utf8.decode(row));
}
