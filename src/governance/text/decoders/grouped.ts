/** Undoes encodings whose letters were set in groups of one size, or in lines each of which begins with a mark. */
import { hexValue, readBytes, takeScratch } from '../bytes.ts';
import type { Scan } from '../scan.ts';
import { decodeBase32 } from './base32.ts';
import { decodeBase64 } from './base64-letters.ts';
import type { Decoder } from './decoder.ts';

const sizeMin = 4;
const sizeMax = 100;
const groupsMin = 5;
/** Fewer letters may spell anything. */
const lettersMin = 16;
const lettersMax = 1 << 16;
const gapMax = 16;
/** Whole lines with nothing before them are read where their letters are. */
const lineMin = 12;

const letterBit = 1;
const gapBit = 2;
const classes = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  if (/[A-Za-z0-9+/=]/.test(character)) classes[unit] = letterBit;
  else if (/["'`,;:|_.~><#*%\\\s-]/.test(character)) classes[unit] = gapBit;
}
const quotes = /["'`]/g;
const newline = 10;

export const grouped: Decoder = {
  name: 'grouped',
  find: ({ text, numerals }: Scan, edits) => {
    let done = 0;
    for (let token = 0; token < numerals.length; token += 2) {
      if (numerals.at(token) < done) continue;
      const least = done;
      const from = startOfGroup(text, numerals.at(token), least);
      const to = endOfGroup(text, numerals.at(token + 1));
      const size = to - from;
      // Other digits of a group that begins no row, or of a longer run, begin none either.
      done = size > sizeMax ? endOfRun(text, to) : to;
      if (size < sizeMin || size > sizeMax) continue;
      const next = endOfGap(text, to);
      if (next < 0 || !goesOn(text, to, next, size)) continue;
      const row = readRow(text, { from, to, next, least });
      done = Math.max(done, row.end);
      if (row.groups < groupsMin && size < lettersMin) continue;
      if (row.letters.length < lettersMin || (row.plain && size >= lineMin)) continue;
      const spelled = spell(row.letters);
      if (spelled !== undefined) edits.replace(row.start, row.end, spelled);
    }
  },
};

function classOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (classes[unit] ?? 0) : 0;
}

function startOfGroup(text: string, at: number, least: number): number {
  let from = at;
  while (from > least && at - from < sizeMax && classOf(text, from - 1) === letterBit) from--;
  return from;
}

function endOfGroup(text: string, at: number): number {
  let to = at;
  while (to - at < sizeMax && classOf(text, to) === letterBit) to++;
  return to;
}

function endOfRun(text: string, at: number): number {
  let to = at;
  while (classOf(text, to) === letterBit) to++;
  return to;
}

/** With a further group as long as this one, or with a last line. */
function goesOn(text: string, to: number, next: number, size: number): boolean {
  if (isGroup(text, next, size)) return true;
  return size >= lettersMin && endOfGroup(text, next) - next < size && isMarked(text, to, next);
}

/** Whether something marks the beginning of the next line. */
function isMarked(text: string, from: number, to: number): boolean {
  const gap = text.slice(from, to);
  return gap.includes('\n') && gap.trim() !== '';
}

/** Whether just so many letters stand here, and no more. */
function isGroup(text: string, from: number, size: number): boolean {
  if (classOf(text, from + size - 1) !== letterBit || classOf(text, from + size) === letterBit)
    return false;
  for (let at = from; at < from + size; at++) if (classOf(text, at) !== letterBit) return false;
  return true;
}

/** Where the next group begins, behind signs, quotes, a line's end and what marks the next line; -1 where none does. */
function endOfGap(text: string, to: number): number {
  let lines = false;
  let at = to;
  for (; at - to < gapMax; at++) {
    const kind = classOf(text, at);
    if (kind === gapBit) {
      if (text.charCodeAt(at) === newline) lines = true;
      continue;
    }
    if (kind !== letterBit || at === to) return -1;
    const mark = lines ? lengthOfMark(text, at) : lengthOfSign(text, at);
    if (mark === 0) return at;
    at += mark - 1;
  }
  return -1;
}

/** `// ` and `12. ` before a line. */
function lengthOfMark(text: string, at: number): number {
  return /^(?:\/\/|\d{1,3}[.):])(?=[ \t])/.exec(text.slice(at, at + 5))?.[0].length ?? 0;
}

/** The plus sign between two strings. */
function lengthOfSign(text: string, at: number): number {
  return text.charAt(at) === '+' && !/[A-Za-z0-9]/.test(text.charAt(at + 1)) ? 1 : 0;
}

type Row = {
  readonly start: number;
  readonly end: number;
  readonly letters: string;
  readonly groups: number;
  /** Whether nothing but white space stands between its lines. */
  readonly plain: boolean;
};

/** Where a group stands, where the one behind it begins, and what before it was read already. */
type Found = {
  readonly from: number;
  readonly to: number;
  readonly next: number;
  readonly least: number;
};

/** All groups of the size of the first that have the same between them, those before it, too; the last may be shorter. */
function readRow(text: string, { from, to, next, least }: Found): Row {
  const size = to - from;
  const gap = text.slice(to, next);
  const shape = shapeOf(gap);
  let start = from;
  while (
    text.startsWith(gap, start - gap.length) &&
    start - least >= gap.length + size &&
    isGroup(text, start - gap.length - size, size) &&
    classOf(text, start - gap.length - size - 1) !== letterBit
  )
    start -= gap.length + size;
  let letters = '';
  let groups = 0;
  let end = start;
  for (let at = start; letters.length < lettersMax;) {
    const stop = Math.min(endOfGroup(text, at), at + size + 1);
    if (stop - at > size || stop === at) break;
    letters += text.slice(at, stop);
    groups++;
    end = stop;
    const following = endOfGap(text, stop);
    if (stop - at < size || following < 0) break;
    // Rows of thousands have the same to the letter.
    const same = following - stop === gap.length && text.startsWith(gap, stop);
    if (!same && shapeOf(text.slice(stop, following)) !== shape) break;
    at = following;
  }
  return { start, end, letters, groups, plain: shape === ' \n' };
}

/** White space is as good as other white space, and one number as another. */
function shapeOf(gap: string): string {
  if (gap.trim() === '') return gap.includes('\n') ? ' \n' : ' ';
  return gap.replaceAll(/\d+/g, '0').replaceAll(quotes, '"');
}

/** The letters as bits, hexadecimal, base32 or base64, whichever they are first. */
function spell(letters: string): string | undefined {
  // Numbers in groups are numbers, and what is padded in the middle was encoded word by word.
  if (/^(?=.*[2-9])\d+$|=[^=]/.test(letters)) return undefined;
  if (/^[01]+$/.test(letters)) return readBytes(toBytes(letters, 8, (at) => bitsAt(letters, at)));
  const hex = /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(letters)
    ? readBytes(toBytes(letters, 2, (at) => pairAt(letters, at)))
    : undefined;
  const base32 =
    hex === undefined && /^(?:[A-Z2-7]+|[a-z2-7]+)=*$/.test(letters)
      ? readBytes(decodeBase32(letters.toUpperCase().replaceAll('=', '')))
      : undefined;
  return hex ?? base32 ?? readBytes(decodeBase64(letters, 0, letters.length));
}

function toBytes(letters: string, per: number, byteAt: (at: number) => number): Uint8Array {
  const length = Math.floor(letters.length / per);
  const bytes = takeScratch(length);
  for (let at = 0; at < length; at++) bytes[at] = byteAt(at * per);
  return bytes.subarray(0, length);
}

function pairAt(letters: string, at: number): number {
  return (hexValue(letters.charCodeAt(at)) << 4) | hexValue(letters.charCodeAt(at + 1));
}

function bitsAt(letters: string, at: number): number {
  let byte = 0;
  for (let bit = 0; bit < 8; bit++) byte = (byte << 1) | (letters.charCodeAt(at + bit) & 1);
  return byte;
}
