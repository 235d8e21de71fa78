/** Undoes base64: standard and url-safe, padded or not, in one piece or wrapped over lines. */
import { readBytes } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { putSpelled } from '../spelled.ts';
import {
  afterRuler,
  beginsText,
  beginsUtf8,
  decodeLetters,
  firstSign,
  lettersOf,
  mayHold,
  maySpell,
  pad,
} from './base64-letters.ts';
import type { Decoder } from './decoder.ts';

/** Below this a few random letters could spell anything that is printable. */
const surelyLong = 12;
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
  const end = scan.runs.at(last + 1);
  const rest = endOfRest(scan.text, end);
  for (let run = first; run <= last; run += 2) {
    const start = scan.runs.at(run);
    const lone = run === last && rest === end;
    if (!lone && run - first < startsMax) {
      const [text, to] = readLines(scan.text, start, end, rest);
      if (text !== undefined) {
        edits.replace(start, to, text);
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

/** What stands on the last line may be a word, with which the letters before it would say something else. */
function readLines(
  text: string,
  start: number,
  end: number,
  rest: number,
): readonly [text: string | undefined, to: number] {
  const whole = readJoined(text, start, rest);
  if (rest === end) return [whole, rest];
  const lines = readJoined(text, start, end);
  const isGoingOn = lines === undefined || whole?.startsWith(lines.slice(0, -1)) === true;
  return isGoingOn ? [whole, rest] : [lines, end];
}

/** The seams are taken out where the beginning could be that of a text. */
function readJoined(text: string, start: number, end: number): string | undefined {
  const probe = Math.min(end - start, 16);
  if (!maySpell(lettersOf(text, start, start + probe), 0, probe)) return undefined;
  const joined = text.slice(start, end).replaceAll(seam, '');
  if (joined.length < surelyLong) return undefined;
  const letters = lettersOf(joined, 0, joined.length);
  const from = afterRuler(letters, 0, joined.length);
  if (joined.length - from < surelyLong || !beginsText(letters, from, joined.length))
    return undefined;
  return readBytes(decodeLetters(letters, from, joined.length));
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
  // UTF-7 has a sign before its letters that is none of them.
  const from = text.startsWith('+A', start) ? start + 1 : start;
  const run = { letters: lettersOf(text, from, end), length: end - from, start: from };
  if (run.length < behindMin && !mayHold(run.letters, run.length)) return false;
  if (readPieces(run, firstSign + 2, edits)) return true;
  for (let at = 0; at < run.length; at++)
    if ((run.letters[at] ?? pad) >= firstSign) return readPieces(run, firstSign, edits);
  return false;
}

type Run = { readonly letters: Int8Array; readonly length: number; readonly start: number };

/** Letters whose value is below a bound, and up to two signs of padding behind them. */
function readPieces(run: Run, below: number, edits: Edits): boolean {
  const { letters, length, start } = run;
  let found = false;
  for (let at = 0; at + pieceMin <= length;) {
    const from = at;
    // Read from its end, a piece that is too short shows that at once.
    let back = at + pieceMin - 1;
    while (back >= from && isWithin(letters[back] ?? pad, below)) back--;
    if (back >= from) {
      at = back + 1;
      continue;
    }
    at = from + pieceMin;
    while (at < length && isWithin(letters[at] ?? pad, below)) at++;
    for (let pads = 0; pads < 2 && at < length && letters[at] === pad; pads++) at++;
    found = readPiece(letters, from, at, start, edits) || found;
  }
  return found;
}

function isWithin(value: number, below: number): boolean {
  return value >= 0 && value < below;
}

function readShortWords(text: string, start: number, end: number, edits: Edits): void {
  if (!mayHold(lettersOf(text, start, end), end - start)) return;
  for (const match of text.slice(start, end).matchAll(shortWord)) {
    const from = start + match.index;
    const { length } = match[0];
    readPiece(lettersOf(text, from, from + length), 0, length, from, edits);
  }
}

const rate = [3, 4] as const;

/** Letters that say nothing may stand before those that do, which go on for so long that chance spells nothing there. */
const beforeMax = 16;
const behindMin = 24;

/** Where in a piece letters begin that spell a text; undefined where none do. */
function findText(letters: Int8Array, from: number, to: number): number | undefined {
  if (beginsText(letters, from, to)) return from;
  const last = Math.min(from + beforeMax, to - behindMin);
  for (let at = from + 1; at <= last; at++) if (beginsUtf8(letters, at, to)) return at;
  return undefined;
}

/** `start`: where the first of the letters stands. */
function readPiece(
  letters: Int8Array,
  first: number,
  to: number,
  start: number,
  edits: Edits,
): boolean {
  const from = findText(letters, afterRuler(letters, first, to), to);
  if (from === undefined) return false;
  const bytes = decodeLetters(letters, from, to);
  if (to - from >= surelyLong) return putSpelled(edits, start + from, start + to, bytes, rate);
  if (!isShortText(bytes)) return false;
  edits.replaceBy(start + from, start + to, bytes, bytes.length, ...rate);
  return true;
}

function isShortText(bytes: Uint8Array): boolean {
  if (shortText[bytes[0] ?? 0] !== first) return false;
  for (let at = 1; at < bytes.length; at++)
    if ((shortText[bytes[at] ?? 0] ?? 0) < inside) return false;
  return true;
}
