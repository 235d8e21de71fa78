/** Undoes texts of one word to a line, in a list as well: what stands below each other is read as a sentence. */
import type { Edits } from '../edits.ts';
import { kindOf, letterBit } from '../fold.ts';
import { classes, digitBit, lowerBit, upperBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

/** Fewer lines, before one more word, are a heading, a signature or the end of a block. */
const linesMin = 3;
const wordMax = 32;
const numberMax = 3;
const listMarks = new Set(Array.from('-*+•·>#', (mark) => mark.charCodeAt(0)));
const quotes = new Set(Array.from('"\'`', (mark) => mark.charCodeAt(0)));

export const lines: Decoder = {
  name: 'lines',
  find: ({ text }, edits) => {
    if (!text.includes('\n')) return;
    const row: number[] = [];
    for (let from = 0; from <= text.length;) {
      const end = text.indexOf('\n', from);
      const to = end < 0 ? text.length : end;
      const start = startOfWord(text, from, to);
      if (start === undefined) {
        if (!isBlank(text, from, to)) close(text, row, from, to, edits);
      } else row.push(start, endOfWord(text, start, to));
      from = to + 1;
    }
    close(text, row, text.length, text.length, edits);
  },
};

/** The last word of a row may have more of its line behind it. */
function close(text: string, row: number[], from: number, to: number, edits: Edits): void {
  const last = skipMark(text, from, to);
  if (last < to && isLetter(text.charCodeAt(last))) row.push(last, to);
  if (row.length / 2 > linesMin)
    for (let at = 1; at + 1 < row.length; at += 2)
      edits.replace(row[at] ?? 0, row[at + 1] ?? 0, ' ', 1, 1);
  row.length = 0;
}

/** Undefined where the line is anything but one word, what ends a sentence perhaps, and a mark before it. */
function startOfWord(text: string, from: number, to: number): number | undefined {
  const start = skipMark(text, from, to);
  if (start === to || to - start > wordMax || !isLetter(text.charCodeAt(start))) return undefined;
  const end = endOfWord(text, start, to);
  // What has a digit in it is the number of something.
  for (let at = start; at < end; at++) if (isDigit(text.charCodeAt(at))) return undefined;
  return isBlank(text, end, to) ? start : undefined;
}

function endOfWord(text: string, start: number, to: number): number {
  let at = start;
  while (at < to && text.charCodeAt(at) > 32) at++;
  return at > start + 1 && quotes.has(text.charCodeAt(at - 1)) ? at - 1 : at;
}

/** Behind a number with a full stop or a bracket, or another mark of a list, and behind a quotation mark. */
function skipMark(text: string, from: number, to: number): number {
  let at = skipSpace(text, from, to);
  const first = at;
  while (at < to && at - first < numberMax && isDigit(text.charCodeAt(at))) at++;
  const unit = text.charCodeAt(at);
  if (at > first ? unit === 46 || unit === 41 : listMarks.has(unit))
    at = skipSpace(text, at + 1, to);
  else at = first;
  return at < to && quotes.has(text.charCodeAt(at)) ? at + 1 : at;
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) <= 32) at++;
  return at;
}

function isBlank(text: string, from: number, to: number): boolean {
  const at = skipSpace(text, from, to);
  return at === to || (at + 1 === to && quotes.has(text.charCodeAt(at)));
}

function isDigit(unit: number): boolean {
  return unit < 128 && ((classes[unit] ?? 0) & digitBit) !== 0;
}

function isLetter(unit: number): boolean {
  if (unit < 128) return ((classes[unit] ?? 0) & (lowerBit | upperBit)) !== 0;
  return (kindOf(unit) & letterBit) !== 0;
}
