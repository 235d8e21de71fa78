/** Undoes letters each of which stands by itself: in brackets or quotes, on a line, between emoji, behind the same signs. */
import type { Edits } from '../edits.ts';
import { kindOf, letterBit } from '../fold.ts';
import { addLetter, hashSeed, isKnownHash, prepareKnown } from '../known-words.ts';
import { cut, pieceMax, segment, space } from '../segment.ts';
import { classes, digitBit, lowerBit, upperBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

const plainBits = lowerBit | upperBit | digitBit;
/** Shorter rows are initials, or names in a formula. */
const rowMin = 6;
/** Letters of a row without words around it that would say something. */
const lettersMin = 10;
/** So many units may stand between two letters: a sign among them in quotes of its own has those of both sides. */
const gapMax = 16;
/** What stands between most letters of a row is told by the first ones. */
const sampled = 96;
const usualMin = 0.5;
const knownMin = 0.5;
const digitsMin = 8;
/** Rows of one sign between letters are `spaced`. */
const simple = /^[ .\-_*|/,~+·•]$/;
/** How lists and tables of digits are written. */
const listing = /^[\s,;|]+$/;
/** Whatever is beyond ASCII between two letters. */
const foreign = '\u0001';

export const scattered: Decoder = {
  name: 'spaced',
  find: ({ text, singles }, edits) => {
    if (singles < rowMin) return;
    prepareKnown();
    let row: number[] = [];
    let before = -1;
    let from = -1;
    for (let at = 0; at <= text.length; at++) {
      if (at < text.length && isLetter(text, at)) {
        if (from < 0) from = at;
        continue;
      }
      if (from < 0) continue;
      const isAlone = at - from === 1;
      if (row.length > 0 && (!isAlone || from - before - 1 > gapMax)) {
        readRow(text, row, edits);
        row = [];
      }
      if (isAlone) row.push((before = from));
      from = -1;
    }
    readRow(text, row, edits);
  },
};

/** Halves of characters are none: what is written with two is an emoji for the most part. */
function isLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128) return ((classes[unit] ?? 0) & plainBits) !== 0;
  return (unit < 0xd800 || unit > 0xdfff) && (kindOf(unit) & letterBit) !== 0;
}

function readRow(text: string, row: readonly number[], edits: Edits): void {
  if (row.length < rowMin) return;
  const usual = usualOf(text, row);
  if (usual === undefined) return;
  // What `spaced` makes of them are words; numbers and keys have signs and other gaps among them.
  if (simple.test(usual) && countDigitsIn(text, row) < digitsMin) return;
  const between = row.slice(1).map((at, place) => {
    const from = (row[place] ?? 0) + 1;
    const same = at - from === usual.length && text.startsWith(usual, from);
    return same ? '' : said(gapOf(text, from, at), usual);
  });
  const letters = row.map((at) => text.charAt(at));
  if (between.every((said) => said === '')) cutApart(letters, between);
  const read = letters.map((letter, place) => letter + (between[place] ?? '')).join('');
  if (!saysSomething(read, usual)) return;
  row.forEach((at, place) => {
    edits.replace(at, at + 1, letters[place] ?? '', 1, 1);
    const next = row[place + 1];
    if (next !== undefined) edits.replace(at + 1, next, between[place] ?? '');
  });
}

function gapOf(text: string, from: number, to: number): string {
  return text.slice(from, to).replaceAll(/[^\p{ASCII}\s]+/gu, foreign);
}

/** What stands between most letters. */
function usualOf(text: string, row: readonly number[]): string | undefined {
  const counts = new Map<string, number>();
  const first = row
    .slice(1, sampled + 1)
    .map((at, place) => gapOf(text, (row[place] ?? 0) + 1, at));
  let usual: string | undefined;
  let most = first.length * usualMin;
  for (const gap of first) {
    const count = (counts.get(gap) ?? 0) + 1;
    counts.set(gap, count);
    if (count < most) continue;
    most = count;
    usual = gap;
  }
  return usual;
}

/** Nothing for what always stands there; a sign that has the same around it for itself; for all else the end of a word. */
function said(gap: string, usual: string): string {
  if (gap === usual) return '';
  if (!gap.startsWith(usual) || !gap.endsWith(usual) || gap.length <= usual.length * 2) return ' ';
  const inside = gap.slice(usual.length, -usual.length).replaceAll(usual, '');
  return inside.replaceAll(foreign, '').replaceAll(/\s+/g, ' ') || ' ';
}

/** Words that nothing parts are known words, one behind the other. */
function cutApart(letters: readonly string[], between: string[]): void {
  const row = letters.join('');
  for (let from = 0; from < row.length; from += pieceMax) {
    const count = segment(row, from, Math.min(row.length, from + pieceMax));
    let at = from;
    for (let place = 0; place < count; place++) {
      if (cut[place] !== space) at++;
      else if (at > from && at < row.length) between[at - 1] = ' ';
    }
  }
}

/** Known words, or numbers as nobody lists them. */
function saysSomething(read: string, usual: string): boolean {
  const words = read.match(/[\p{L}\d]+/gu) ?? [];
  let [letters, digits, known] = [0, 0, 0];
  for (const word of words) {
    const count = countDigits(word);
    digits += count;
    // A key or an account number is no word; those beside it tell.
    if (count > 0) continue;
    letters += word.length;
    if (word.length > 1 && isKnown(word)) known += word.length;
  }
  if (letters + digits < lettersMin) return false;
  if (letters > 0 && letters >= digits / 4 && known >= letters * knownMin) return true;
  return digits >= digitsMin && (known >= 3 || !listing.test(usual));
}

function countDigitsIn(text: string, row: readonly number[]): number {
  let count = 0;
  for (const at of row) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) count++;
  }
  return count;
}

function countDigits(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}

function isKnown(word: string): boolean {
  let hash = hashSeed;
  for (let at = 0; at < word.length; at++) hash = addLetter(hash, word.charCodeAt(at));
  return isKnownHash(hash);
}
