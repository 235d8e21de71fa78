/** Undoes letters written as digits and signs, in texts where doing so gives known words. */
import type { Edits } from '../edits.ts';
import { prepareKnown } from '../known-words.ts';
import type { Scan } from '../scan.ts';
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';
import {
  isLetter,
  isNumber,
  isToken,
  letterKind,
  mayOpenWord,
  readToken,
  spell,
  spelling,
  startOfToken,
  token,
  tokenMax,
} from './leet-word.ts';

/** Two known words near each other, or one long enough to be no chance. */
const lettersMin = 6;
/** Among nothing but signs a row of so many letters is a word by chance. */
const chanceMax = 3;
/** So many letters in known words, and numbers are read as words too. */
const surely = 12;
/** Characters around a known word that are read with it. */
const reach = 300;
const signsTriedMax = 200;
const signs = ['@', '$', '!', '|'].map((sign) => ({ sign, bit: signBit(sign) }));

type Area = { from: number; to: number; letters: number };

export const leet: Decoder = {
  name: 'leet',
  find: (scan, edits) => {
    prepareKnown();
    for (const area of findAreas(scan)) {
      for (let at = area.from; at < area.to;) at = read(scan, at, area, edits);
    }
  },
};

/** Answers where the next token may begin. */
function read(scan: Scan, start: number, area: Area, edits: Edits): number {
  const { text } = scan;
  if (!isToken(text.charCodeAt(start))) return start + 1;
  const letters = endOfLetters(text, start, area.to);
  if (letters > start && (letters === area.to || !isToken(text.charCodeAt(letters))))
    return letters;
  readToken(text, start, area.to);
  const { kinds, end, last } = token;
  if (end - start < 2 || kinds === 0 || kinds === letterKind) return end;
  // A number that spells a word is a number, unless the text around it is written so.
  const numeral = (kinds & letterKind) === 0;
  if (numeral && area.letters < surely) return end;
  const known = spell(text, start);
  if (!known && numeral) return end;
  // A word that nobody knows is read so for what stands around it.
  edits.weak = !known;
  edits.replaceBy(start, last, spelling, last - start, 1, 1);
  return end;
}

function endOfLetters(text: string, start: number, stop: number): number {
  let end = start;
  while (end < stop && isLetter(text.charCodeAt(end))) end++;
  return end;
}

/** Stretches in which tokens spell known words once their digits and signs are read as letters. */
function findAreas(scan: Scan): Area[] {
  const areas: Area[] = [];
  const { text } = scan;
  let covered = 0;
  const starts = candidates(scan);
  for (let at = 0; at < starts.length; at++) {
    const start = starts[at] ?? 0;
    if (start < covered) continue;
    // What begins as no word does is not read, unless another candidate stands in the same token.
    if (!mayOpenWord(text, start) && !isInside(text, start, starts[at + 1])) continue;
    readToken(text, start, text.length);
    const { kinds, last, changed } = token;
    if (last - start < 3 || (kinds & letterKind) === 0 || isNumber(start)) continue;
    covered = last;
    if (!changed || !(last - start > chanceMax || hasSpaceBeside(text, start, token.end))) continue;
    if (spell(text, start)) addArea(areas, start, last, text.length);
  }
  return areas.filter(({ letters: certain }) => certain >= lettersMin);
}

/** Whether white space or an end of the text stands on one side. */
function hasSpaceBeside(text: string, start: number, end: number): boolean {
  return !(text.charCodeAt(start - 1) > 32 && text.charCodeAt(end) > 32);
}

/** Whether the next candidate may stand in the token that begins here. */
function isInside(text: string, start: number, next = text.length): boolean {
  return next - start < tokenMax && isToken(text.charCodeAt(next - 1));
}

function addArea(areas: Area[], start: number, end: number, length: number): void {
  const last = areas.at(-1);
  const to = Math.min(length, end + reach);
  if (last !== undefined && start < last.to) {
    last.to = to;
    last.letters += end - start;
  } else {
    areas.push({ from: Math.max(last?.to ?? 0, start - reach), to, letters: end - start });
  }
}

/** Digits alone, and nothing behind them that could go on with a letter. */
function isNumeral(text: string, start: number, size: number): boolean {
  for (let at = start; at < start + size; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 48 || unit > 57) return false;
  }
  return !isToken(text.charCodeAt(start + size));
}

/** Where tokens of letters with digits, or with signs, begin. */
function candidates(scan: Scan): ArrayLike<number> {
  const found: number[] = [];
  for (let at = 0; at < scan.numerals.length; at += 2) {
    const start = scan.numerals.at(at);
    const size = scan.numerals.at(at + 1) - start;
    if (size >= 3 && size <= 24 && !isNumeral(scan.text, start, size)) found.push(start);
  }
  let signed = false;
  for (const { sign, bit } of signs) {
    if ((scan.signs & bit) === 0) continue;
    let tried = 0;
    for (let at = scan.text.indexOf(sign); at !== -1; at = scan.text.indexOf(sign, at + 1)) {
      if (!isLetter(scan.text.charCodeAt(at + 1))) continue;
      found.push(startOfToken(scan.text, at));
      signed = true;
      if (++tried === signsTriedMax) break;
    }
  }
  return signed ? Int32Array.from(found).sort() : found;
}
