/** Undoes base64: standard and url-safe, padded or not, in one piece or wrapped over lines. */
import { mayBeText, probeLength, readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { putSpelled } from '../spelled.ts';
import type { Decoder } from './decoder.ts';

const values = new Int8Array(128).fill(-1);
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < 64; value++) values[alphabet.charCodeAt(value)] = value;
values['-'.charCodeAt(0)] = 62;
values['_'.charCodeAt(0)] = 63;
/** Values from here on are signs. */
const firstSign = 62;

/** Below this a few random letters could spell anything that is printable. */
const surelyLong = 12;
/** A run so long may be UTF-16 of a script whose bytes look like anything. */
const wideRunMin = 24;
const shortText = new Uint8Array(256);
const inside = 1;
const first = 2;
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  shortText[unit] = /[A-Za-z0-9]/.test(character) ? first : Number(" ,.'!?:-".includes(character));
}
const pieceMin = 8;
/** Between longer ones, each word may have been encoded alone. */
const shortWord = /(?<=^|\s)(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)(?=\s|$)/g;
const shortWordsMax = 64;
const gapMax = 24;
/** How many runs of a chain are tried as its beginning (each counts two). */
const startsMax = 6;

export const base64: Decoder = {
  name: 'base64',
  find: (scan, edits) => {
    let run = 0;
    let wordsEnd = -1;
    while (run < scan.runs.length) {
      const last = lastOfChain(scan, run);
      const start = scan.runs.at(run);
      if (wordsEnd >= 0 && start - wordsEnd < shortWordsMax) {
        readShortWords(scan.text, wordsEnd, start, edits);
      }
      wordsEnd = readChain(scan, run, last, edits) ? scan.runs.at(last + 1) : -1;
      run = last + 2;
    }
    if (wordsEnd >= 0) {
      const end = Math.min(scan.text.length, wordsEnd + shortWordsMax);
      readShortWords(scan.text, wordsEnd, end, edits);
    }
  },
};

/** A chain is read as one; something that stands before it may belong to another. Answers whether anything was read. */
function readChain(scan: Scan, first: number, last: number, edits: Edits): boolean {
  let found = false;
  const rest = endOfRest(scan.text, scan.runs.at(last + 1));
  for (let run = first; run <= last; run += 2) {
    const start = scan.runs.at(run);
    const lone = run === last && rest === scan.runs.at(last + 1);
    if (!lone && run - first < startsMax) {
      const end = rest;
      const text = readJoined(scan.text, start, end);
      if (text !== undefined) {
        edits.replace(start, end, text);
        return true;
      }
    }
    found = readRun(scan.text, start, scan.runs.at(run + 1), edits) || found;
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
    if (!isSeam(scan.text, end, next)) break;
    last += 2;
  }
  return last;
}

/** Between two quoted strings; the plus sign would be read as a value. */
const seam = /["'`]\s{0,20}[+.&]?\s{0,20}["'`]/g;
const restOfLines = /\s{0,4}[+.&]?\s{1,20}["']?([A-Za-z0-9+/_-]{1,7}={0,2})(?![\w+/=-])/y;

/** The seams are taken out where the beginning could be that of a text. */
function readJoined(text: string, start: number, end: number): string | undefined {
  if (!maySpell(text, start, Math.min(end, start + 16))) return undefined;
  const joined = text.slice(start, end).replaceAll(seam, '');
  if (joined.length < surelyLong || !beginsText(joined, 0, joined.length)) return undefined;
  return readBytes(decodeBase64(joined, 0, joined.length));
}

/** The last line may be shorter than a run. */
function endOfRest(text: string, end: number): number {
  const from = isQuote(text.charCodeAt(end)) ? end + 1 : end;
  if (text.charCodeAt(end - 1) === 61 || !goesOn(text, from)) return end;
  restOfLines.lastIndex = from;
  const rest = restOfLines.exec(text);
  return rest?.[0].includes('\n') === true ? restOfLines.lastIndex : end;
}

function isQuote(unit: number): boolean {
  return unit === 34 || unit === 39;
}

/** Whether a line ends before anything else stands there; most runs have a word behind them. */
function goesOn(text: string, from: number): boolean {
  for (let at = from; at < from + gapMax; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) return true;
    if (unit > 32 && unit < 128 && unit !== 43 && unit !== 46 && unit !== 38) return false;
  }
  return false;
}

/** White space, quotes and backslashes, a line's end or a quote among them, and the sign that joins quoted strings. */
function isSeam(text: string, from: number, to: number): boolean {
  let parted = false;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 34 || unit === 39) parted = true;
    else if (parted && (unit === 43 || unit === 46 || unit === 38)) continue;
    else if (unit !== 92 && unit !== 32 && !isRareSpace(text, at)) return false;
  }
  return parted;
}

function isRareSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 ? unit >= 9 && unit <= 13 : /\s/.test(text.charAt(at));
}

/** Pieces inside a run: `name=SGVsbG8=`, `header.payload.signature`; without signs where with them nothing is spelled. */
function readRun(text: string, start: number, end: number, edits: Edits): boolean {
  if (!mayHold(text, start, end)) return false;
  if (readPieces(text, start, end, firstSign + 2, edits)) return true;
  for (let at = start; at < end; at++) {
    if (valueAt(text, at) >= firstSign) return readPieces(text, start, end, firstSign, edits);
  }
  return false;
}

/** Letters whose value is below a bound, and up to two signs of padding behind them. */
function readPieces(
  text: string,
  start: number,
  end: number,
  below: number,
  edits: Edits,
): boolean {
  let found = false;
  for (let at = start; at + pieceMin <= end;) {
    const from = at;
    // Read from its end, a piece that is too short shows that at once.
    let back = at + pieceMin - 1;
    while (back >= from && isWithin(text, back, below)) back--;
    if (back >= from) {
      at = back + 1;
      continue;
    }
    at = from + pieceMin;
    while (at < end && isWithin(text, at, below)) at++;
    for (let pad = 0; pad < 2 && at < end && text.charCodeAt(at) === 61; pad++) at++;
    found = readPiece(text, from, at, edits) || found;
  }
  return found;
}

function readShortWords(text: string, start: number, end: number, edits: Edits): void {
  if (!mayHold(text, start, end)) return;
  for (const match of text.slice(start, end).matchAll(shortWord)) {
    const from = start + match.index;
    readPiece(text, from, from + match[0].length, edits);
  }
}

const rate = [3, 4] as const;

function readPiece(text: string, from: number, to: number, edits: Edits): boolean {
  if (!beginsText(text, from, to)) return false;
  const bytes = decodeBase64(text, from, to);
  if (to - from >= surelyLong) return putSpelled(edits, from, to, bytes, rate);
  if (!isShortText(bytes)) return false;
  edits.replaceBy(from, to, bytes, bytes.length, ...rate);
  return true;
}

function isShortText(bytes: Uint8Array): boolean {
  if (shortText[bytes[0] ?? 0] !== first) return false;
  for (let at = 1; at < bytes.length; at++)
    if ((shortText[bytes[at] ?? 0] ?? 0) < inside) return false;
  return true;
}

/** The value of a letter of plain base64, or -1. */
export function base64Value(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit === 45 || unit === 95 ? -1 : (values[unit] ?? -1);
}

function valueAt(text: string, at: number): number {
  return values[text.charCodeAt(at)] ?? -1;
}

function isWithin(text: string, at: number, below: number): boolean {
  const value = valueAt(text, at);
  return value >= 0 && value < below;
}

/** Whether the first letters of some piece spell bytes that a text can begin with; most names fail here. */
function mayHold(text: string, start: number, end: number): boolean {
  let fresh = true;
  if (end - start >= wideRunMin && maySpell(text, start, start + 16)) return true;
  for (let at = start; at + 4 <= end; at++) {
    const letter = isWithin(text, at, firstSign);
    if (fresh && letter && startsText(text, at)) return true;
    fresh = !letter;
  }
  return false;
}

const wideBytes = new Uint8Array(256);
for (const byte of [0, 3, 4, 5, 6, 9, 0xe, 0x1e]) wideBytes[byte] = 1;

function startsText(text: string, at: number): boolean {
  const second = valueAt(text, at + 1);
  const third = valueAt(text, at + 2);
  const fourth = valueAt(text, at + 3);
  if (second < 0 || third < 0 || fourth < 0) return text.charCodeAt(at + 3) === 61;
  const group = (valueAt(text, at) << 18) | (second << 12) | (third << 6) | fourth;
  // UTF-16, whose second byte tells the script.
  if (wideBytes[(group >> 8) & 255] === 1) return true;
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

function beginsText(text: string, from: number, to: number): boolean {
  return maySpell(text, from, Math.min(to, from + probeLetters));
}

/** Whether the bytes of a few letters could be the start of a text. */
function maySpell(text: string, from: number, to: number): boolean {
  const bytes = takeScratch(roomFor(from, to));
  return mayBeText(bytes, spell(text, from, to, bytes));
}

/** What it answers is gone at the next call. */
export function decodeBase64(text: string, from: number, to: number): Uint8Array {
  const bytes = takeScratch(roomFor(from, to));
  return bytes.subarray(0, spell(text, from, to, bytes));
}

function roomFor(from: number, to: number): number {
  return Math.floor(((to - from) * 3) / 4) + 3;
}

/** Skips white space and quotes; stops at padding. Answers how many bytes there are. */
function spell(text: string, from: number, to: number, bytes: Uint8Array): number {
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
  return length;
}
