/** Where a text that is still being said may be cut: what stands before the cut can be judged without what follows. */
import { foldUnit } from './text/fold.ts';

/**
 * The last place at which [from, …) of a text may be cut so that `reach` characters that show follow it, and no word,
 * address, encoded run or row of codes goes through it. `from` where there is none.
 */
export function findCut(text: string, from: number, reach: number): number {
  return stepOutOfRow(text, from, stepOutOfRun(text, from, goBack(text, from, reach)));
}

/** Characters that show nothing do not count: any number of them may stand inside a thing. */
export function goBack(text: string, from: number, characters: number): number {
  let at = text.length;
  for (let left = characters; left > 0 && at > from;) {
    at -= 1;
    const unit = text.charCodeAt(at);
    if (unit < 128 || !isInvisible(unit)) left -= 1;
  }
  return at;
}

function isInvisible(unit: number): boolean {
  // The second half of a tag is as invisible as the tag.
  return foldUnit(unit) === 0 || (unit >= 0xdc00 && unit <= 0xdfff);
}

function isGraphic(unit: number): boolean {
  return unit > 32 && unit < 127;
}

/** Out of an unbroken run of ASCII, and never between the halves of a character. */
function stepOutOfRun(text: string, from: number, cut: number): number {
  let at = cut;
  while (at > from && isInside(text, at)) at -= 1;
  return at;
}

function isInside(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (isGraphic(before)) return isGraphic(after) || isHidden(after);
  return isHidden(after) || isHidden(before);
}

/** Second halves, and what shows nothing: it belongs to what stands beside it. */
function isHidden(unit: number): boolean {
  return unit >= 128 && isInvisible(unit);
}

/** Character codes, strokes and single letters in a row, lines of base64: together they may spell a text. */
const code =
  /^["'`([]?(?:[01]{7,8}|(?:0x|\\x|%)?[0-9A-Fa-f]{2}|0?[oO]?\d{2,3}|[-.·•∙–—−_]{1,6}|[^\s\w]?\w|[A-Za-z0-9+/=_-]{24,})[,;|/"'`)\]]{0,2}$/;
const rowMin = 3;

function stepOutOfRow(text: string, from: number, cut: number): number {
  let at = cut;
  let row = 0;
  let start = cut;
  while (at > from) {
    const end = skipSpace(text, from, at);
    const begin = wordStart(text, from, end);
    if (begin === end || !code.test(text.slice(Math.max(begin, end - wordMax), end))) break;
    row += 1;
    start = begin;
    at = begin;
  }
  return row >= rowMin ? start : cut;
}

/** A longer run is a code of its own, whatever it begins with. */
const wordMax = 200;

function skipSpace(text: string, from: number, at: number): number {
  let end = at;
  while (end > from && text.charCodeAt(end - 1) <= 32) end -= 1;
  return end;
}

function wordStart(text: string, from: number, at: number): number {
  let begin = at;
  while (begin > from && text.charCodeAt(begin - 1) > 32) begin -= 1;
  return begin;
}
