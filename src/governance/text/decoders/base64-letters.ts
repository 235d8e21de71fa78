/** The letters of base64 as the numbers they stand for, and whether the bytes they spell could be a text. */
import { mayBeText, mayBeUtf8, probeLength, takeScratch } from '../bytes.ts';

/** What is no letter; the sign behind the last ones. */
const none = -1;
export const pad = -2;

const values = new Int8Array(128).fill(none);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < 64; value++) values[alphabet.charCodeAt(value)] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;
values['='.charCodeAt(0)] = pad;
/** Values from here on are signs. */
export const firstSign = 62;

/** A run so long may be UTF-16 of a script whose bytes look like anything. */
const wideRunMin = 24;
const groupLength = 4;

/** One for all runs, since none is read before another has been; longer ones get their own. */
const kept = new Int8Array(1 << 14);

/** The letters of [start, end), with room behind them in which there are none. They hold until the next call. */
export function lettersOf(text: string, start: number, end: number): Int8Array {
  const length = end - start;
  const letters = length + groupLength > kept.length ? new Int8Array(length + groupLength) : kept;
  for (let at = 0; at < length; at++) letters[at] = valueOf(text.charCodeAt(start + at));
  letters.fill(none, length, length + groupLength);
  return letters;
}

function valueOf(unit: number): number {
  return unit < 128 ? (values[unit] ?? none) : none;
}

/** The value of a letter of plain base64, or below 0. */
export function base64Value(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit === 45 || unit === 95 ? none : valueOf(unit);
}

/** Whether the first letters of some piece spell bytes that a text can begin with; most names fail here. */
export function mayHold(letters: Int8Array, length: number): boolean {
  let fresh = true;
  if (length >= wideRunMin && maySpell(letters, 0, 16)) return true;
  for (let at = 0; at + groupLength <= length; at++) {
    const value = letters[at] ?? none;
    const letter = value >= 0 && value < firstSign;
    if (fresh && letter && startsText(letters, at)) return true;
    fresh = !letter;
  }
  return false;
}

const wideBytes = new Uint8Array(256);
for (const byte of [0, 3, 4, 5, 6, 9, 0xe, 0x1e]) wideBytes[byte] = 1;

function startsText(letters: Int8Array, at: number): boolean {
  const second = letters[at + 1] ?? none;
  const third = letters[at + 2] ?? none;
  const fourth = letters[at + 3] ?? none;
  if (second < 0 || third < 0 || fourth < 0) return fourth === pad;
  const group = ((letters[at] ?? 0) << 18) | (second << 12) | (third << 6) | fourth;
  // UTF-16, whose second byte tells the script.
  if (wideBytes[(group >> 8) & 255] === 1 || group >> 16 === 0) return true;
  let previous = 0;
  for (let shift = 16; shift >= 0; shift -= 8) {
    const byte = (group >> shift) & 255;
    if (byte < 32 ? byte < 9 || byte > 13 : byte === 127) return false;
    // The first byte of a longer character is from 0xc2 on.
    if (byte >= 0x80 && previous < 0x80 && (byte < 0xc2 || byte > 0xf4)) return false;
    if (previous >= 0xc2 && byte < 0x80) return false;
    previous = byte;
  }
  return true;
}

/** Letters that hold as many bytes as tell a text from something else. */
const probeLetters = (probeLength * 4) / 3;

/** Whether the bytes of its first letters could be the start of a text. */
export function beginsText(letters: Int8Array, from: number, to: number): boolean {
  return maySpell(letters, from, Math.min(to, from + probeLetters));
}

/** The same of UTF-8 alone, which letters from anywhere in a row seldom pass for. */
export function beginsUtf8(letters: Int8Array, from: number, to: number): boolean {
  // Nearly all fail in their first three bytes.
  if (!startsText(letters, from)) return false;
  const end = Math.min(to, from + probeLetters);
  const bytes = takeScratch(roomFor(from, end));
  return mayBeUtf8(bytes, spell(letters, from, end, bytes));
}

/** So many of one letter in a row are a line that is drawn. */
const rulerMin = 16;

/** Behind a ruler of one sign, `XXXXXXXX`, which would be read as letters of the far east; in whole groups, in case it is something that was encoded after all. */
export function afterRuler(letters: Int8Array, from: number, to: number): number {
  let end = from;
  while (end < to && letters[end] === letters[from]) end++;
  return end - from < rulerMin ? from : from + Math.floor((end - from) / groupLength) * groupLength;
}

export function maySpell(letters: Int8Array, from: number, to: number): boolean {
  const bytes = takeScratch(roomFor(from, to));
  return mayBeText(bytes, spell(letters, from, to, bytes));
}

/** What it answers is gone at the next call. */
export function decodeLetters(letters: Int8Array, from: number, to: number): Uint8Array {
  const bytes = takeScratch(roomFor(from, to));
  return bytes.subarray(0, spell(letters, from, to, bytes));
}

/** What it answers is gone at the next call. */
export function decodeBase64(text: string, from: number, to: number): Uint8Array {
  return decodeLetters(lettersOf(text, from, to), 0, to - from);
}

function roomFor(from: number, to: number): number {
  return Math.floor(((to - from) * 3) / 4) + 3;
}

/** Skips white space and quotes; stops at padding. Answers how many bytes there are. */
function spell(letters: Int8Array, from: number, to: number, bytes: Uint8Array): number {
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let at = from; at < to; at++) {
    const value = letters[at] ?? none;
    if (value < 0) {
      if (value === pad) break;
      continue;
    }
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = (held >> bits) & 0xff;
      length++;
    }
  }
  return length;
}
