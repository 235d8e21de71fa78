/** Undoes base64: standard and url-safe, padded or not, in one piece or wrapped over lines. */
import { isAscii, mayBeText, readBytes } from '../bytes.ts';
import { Patch } from '../patch.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const values = new Int8Array(128).fill(-1);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < 64; value++) values[alphabet.charCodeAt(value)] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;

/** Below this a few random letters could spell anything that is printable. */
const surelyLong = 12;
const shortText = /^[A-Za-z0-9][A-Za-z0-9 ,.'!?:-]*$/;
/** Pieces inside a run: `name=SGVsbG8=`, `header.payload.signature`. */
const piece = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
const smallPiece = /[A-Za-z0-9]{8,}={0,2}/g;
/** Between longer ones, each word may have been encoded alone. */
const shortWord = /(?<=^|\s)(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)(?=\s|$)/g;
const shortWordsMax = 64;
const gapMax = 4;
/** How many runs of a chain are tried as its beginning (each counts two). */
const startsMax = 6;

export const base64: Decoder = {
  name: 'base64',
  read: (scan, rewrite) => {
    const patch = new Patch(rewrite, scan.text.length);
    let run = 0;
    let wordsEnd = -1;
    while (run < scan.runs.length && !rewrite.overflowed) {
      const last = lastOfChain(scan, run);
      const start = scan.runs.at(run);
      if (wordsEnd >= 0 && start - wordsEnd < shortWordsMax) {
        readPieces(scan.text, wordsEnd, start, shortWord, patch);
      }
      wordsEnd = readChain(scan, run, last, patch) ? scan.runs.at(last + 1) : -1;
      run = last + 2;
    }
    if (wordsEnd >= 0) {
      const end = Math.min(scan.text.length, wordsEnd + shortWordsMax);
      readPieces(scan.text, wordsEnd, end, shortWord, patch);
    }
    patch.close();
  },
};

/** A chain is read as one; something that stands before it may belong to another. Answers whether anything was read. */
function readChain(scan: Scan, first: number, last: number, patch: Patch): boolean {
  let found = false;
  for (let run = first; run <= last; run += 2) {
    const start = scan.runs.at(run);
    if (run < last && run - first < startsMax) {
      const end = scan.runs.at(last + 1);
      const text = read(scan.text, start, end);
      if (text !== undefined) {
        patch.replace(start, end, text);
        return true;
      }
    }
    const end = scan.runs.at(run + 1);
    const whole = readPieces(scan.text, start, end, piece, patch);
    found = whole || readPieces(scan.text, start, end, smallPiece, patch) || found;
  }
  return found;
}

/** Wrapped lines: runs of base64 with nothing but white space and quotes between them. */
function lastOfChain(scan: Scan, first: number): number {
  let last = first;
  while (last + 2 < scan.runs.length) {
    const end = scan.runs.at(last + 1);
    const next = scan.runs.at(last + 2);
    if (next - end > gapMax || scan.text.charCodeAt(end - 1) === 61) break;
    if (!/^[\s"'\\]*[\n"'][\s"'\\]*$/.test(scan.text.slice(end, next))) break;
    last += 2;
  }
  return last;
}

function readPieces(
  text: string,
  start: number,
  end: number,
  shape: RegExp,
  patch: Patch,
): boolean {
  let found = false;
  if (!mayHold(text, start, end)) return false;
  for (const match of text.slice(start, end).matchAll(shape)) {
    const from = start + match.index;
    const to = from + match[0].length;
    const decoded = read(text, from, to);
    if (decoded === undefined) continue;
    found = true;
    if (isAscii(decoded)) patch.replace(from, to, decoded, 3, 4);
    else patch.replace(from, to, decoded);
  }
  return found;
}

/** Whether the first letters of some piece spell bytes that a text can begin with; most names fail here. */
function mayHold(text: string, start: number, end: number): boolean {
  let fresh = true;
  for (let at = start; at + 4 <= end; at++) {
    const value = values[text.charCodeAt(at)] ?? -1;
    const letter = value >= 0 && value < 62;
    if (fresh && letter && startsText(text, at)) return true;
    fresh = !letter;
  }
  return false;
}

function startsText(text: string, at: number): boolean {
  const first = values[text.charCodeAt(at)] ?? -1;
  const second = values[text.charCodeAt(at + 1)] ?? -1;
  const third = values[text.charCodeAt(at + 2)] ?? -1;
  const fourth = values[text.charCodeAt(at + 3)] ?? -1;
  if (second < 0 || third < 0 || fourth < 0) return text.charCodeAt(at + 3) === 61;
  const group = (first << 18) | (second << 12) | (third << 6) | fourth;
  const bytes = [group >> 16, (group >> 8) & 255, group & 255];
  if (bytes[1] === 0) return true;
  let previous = 0;
  for (const byte of bytes) {
    if (byte < 32 ? byte < 9 || byte > 13 : byte === 127) return false;
    // The first byte of a longer character is from 0xc2 on.
    if (byte >= 0x80 && previous < 0x80 && (byte < 0xc2 || byte > 0xf4)) return false;
    if (previous >= 0xc2 && byte < 0x80) return false;
    previous = byte;
  }
  return true;
}

function read(text: string, from: number, to: number): string | undefined {
  if (!mayBeText(decode(text, from, Math.min(to, from + 16)))) return undefined;
  const bytes = decode(text, from, to);
  if (to - from >= surelyLong) return readBytes(bytes);
  const decoded = String.fromCharCode(...bytes);
  return shortText.test(decoded) ? decoded : undefined;
}

/** Skips white space and quotes; stops at padding. */
function decode(text: string, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(Math.floor(((to - from) * 3) / 4) + 3);
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 61) break;
    const value = values[unit] ?? -1;
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = (held >> bits) & 0xff;
      length++;
    }
  }
  return bytes.subarray(0, length);
}
