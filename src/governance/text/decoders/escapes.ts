/** Undoes backslash escapes: `\u0069`, `\u{69}`, `\x69`, `\151`, `\n`, `\"`; also `%u0069` and `U+0069`. */
import { hexValue, readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';
import { isCommand } from './typesetting.ts';

const letters: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', ' '],
  ['f', ' '],
  ['v', ' '],
  ...Array.from('"\'`\\/', (sign) => [sign, sign] as const),
]);
const backslashBit = signBit('\\');
const percentBit = signBit('%');
const plusBit = signBit('+');

export const escapes: Decoder = {
  name: 'escapes',
  sure: true,
  find: ({ text, signs }, edits) => {
    if ((signs & backslashBit) !== 0) eachPlace(text, '\\', (at) => readEscape(text, at, edits));
    if ((signs & percentBit) !== 0) {
      eachPlace(text, '%u', (at) => readHex(text, at, at + 2, 4, edits));
    }
    if ((signs & plusBit) !== 0) eachPlace(text, 'U+', (at) => readNamed(text, at, edits));
  },
};

/** `read` answers where its escape ends, or 0 where there is none. */
function eachPlace(text: string, sign: string, read: (at: number) => number): void {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at)) {
    at = Math.max(read(at), at + 1);
  }
}

function readEscape(text: string, at: number, edits: Edits): number {
  switch (text.charCodeAt(at + 1)) {
    case 117:
      return text.charCodeAt(at + 2) === 123
        ? readBraced(text, at, edits)
        : readHex(text, at, at + 2, 4, edits);
    case 85:
      return readHex(text, at, at + 2, 8, edits);
    default:
      return readRow(text, at, edits) || readLetter(text, at, edits);
  }
}

/** So many hexadecimal digits, neither more nor less. */
function readHex(text: string, start: number, from: number, digits: number, edits: Edits): number {
  const to = from + digits;
  const code = numberIn(text, from, to);
  if (code < 0) return 0;
  put(start, to, code, edits);
  return to;
}

function readBraced(text: string, start: number, edits: Edits): number {
  const from = start + 3;
  const to = endOfDigits(text, from, from + 6);
  if (to === from || text.charCodeAt(to) !== 125) return 0;
  put(start, to + 1, numberIn(text, from, to), edits);
  return to + 1;
}

/** `U+0069 U+0067`, which stands alone. */
function readNamed(text: string, start: number, edits: Edits): number {
  if (/\w/.test(text.charAt(start - 1))) return 0;
  const from = start + 2;
  const to = endOfDigits(text, from, from + 6);
  if (to - from < 4) return 0;
  let end = to;
  while (end < to + 2 && /[ ,;]/.test(text.charAt(end))) end++;
  put(start, end, numberIn(text, from, to), edits);
  return end;
}

/** `\x69` or `\151`: the byte and where it ends, or -1. */
function byteAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 92) return -1;
  if (text.charCodeAt(at + 1) === 120) return numberIn(text, at + 2, at + 4);
  let code = 0;
  for (let place = 1; place < 4; place++) {
    const digit = text.charCodeAt(at + place) - 48;
    if (!(digit >= 0 && digit < (place === 1 ? 4 : 8))) return -1;
    code = code * 8 + digit;
  }
  return code;
}

const byteLength = 4;

/** Bytes in a row may be the longer characters of UTF-8; else each is a letter by itself. */
function readRow(text: string, start: number, edits: Edits): number {
  let end = start;
  let all = 0;
  for (let byte = byteAt(text, end); byte >= 0; byte = byteAt(text, end)) {
    all |= byte;
    end += byteLength;
  }
  if (end === start) return 0;
  const spelled = all < 0x80 ? undefined : readBytes(bytesOf(text, start, end));
  if (spelled !== undefined) edits.replace(start, end, spelled);
  else {
    for (let at = start; at < end; at += byteLength) {
      put(at, at + byteLength, byteAt(text, at), edits);
    }
  }
  return end;
}

function bytesOf(text: string, start: number, end: number): Uint8Array {
  const length = (end - start) / byteLength;
  const bytes = takeScratch(length);
  for (let at = 0; at < length; at++) bytes[at] = byteAt(text, start + at * byteLength);
  return bytes.subarray(0, length);
}

function readLetter(text: string, start: number, edits: Edits): number {
  const spelled = letters.get(text.charAt(start + 1));
  if (spelled === undefined || isCommand(text, start + 1)) return 0;
  edits.replace(start, start + 2, spelled);
  return start + 2;
}

function put(start: number, end: number, code: number, edits: Edits): void {
  if (code > 0 && code <= 0x10ffff) edits.replace(start, end, String.fromCodePoint(code));
}

function endOfDigits(text: string, from: number, last: number): number {
  let at = from;
  while (at < last && hexValue(text.charCodeAt(at)) >= 0) at++;
  return at;
}

/** -1 where something else than a digit stands there. */
function numberIn(text: string, from: number, to: number): number {
  let code = 0;
  for (let at = from; at < to; at++) {
    const value = hexValue(text.charCodeAt(at));
    if (value < 0) return -1;
    code = code * 16 + value;
  }
  return code;
}
