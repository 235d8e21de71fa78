/** Undoes texts of one word to a line: what stands below each other is read as a sentence. */
import type { Edits } from '../edits.ts';
import { kindOf, letterBit } from '../fold.ts';
import { classes, lowerBit, upperBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

/** Fewer lines, before one more word, are a heading, a signature or the end of a block. */
const linesMin = 3;
const wordMax = 32;

export const lines: Decoder = {
  name: 'lines',
  find: ({ text }, edits) => {
    let row: number[] = [];
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      if (isWord(text, from, at)) row.push(at);
      else row = close(text, row, from, edits);
      from = at + 1;
    }
    close(text, row, from, edits);
  },
};

/** The last word of a row may have more of its line behind it. */
function close(text: string, row: readonly number[], last: number, edits: Edits): number[] {
  if (row.length >= linesMin)
    for (const at of row)
      if (at + 1 < text.length && at < last) edits.replace(at, at + 1, ' ', 1, 1);
  return [];
}

/** One word, and what ends a sentence perhaps. */
function isWord(text: string, from: number, to: number): boolean {
  if (to === from || to - from > wordMax || !isLetter(text.charCodeAt(from))) return false;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 && unit !== 13) return false;
  }
  return true;
}

function isLetter(unit: number): boolean {
  if (unit < 128) return ((classes[unit] ?? 0) & (lowerBit | upperBit)) !== 0;
  return (kindOf(unit) & letterBit) !== 0;
}
