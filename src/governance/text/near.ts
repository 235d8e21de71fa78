/** Whether a word of some set stands near a place: what makes nine digits a social security number. */
import type { Scan } from './scan.ts';
import type { WordSet } from './word-set.ts';

/** Characters looked at before and after. */
export type Reach = { readonly before: number; readonly after: number };

const wordsMax = 24;

export function hasNear(
  scan: Scan,
  set: WordSet,
  start: number,
  end: number,
  reach: Reach,
): boolean {
  const words = scan.words;
  if (words.length === 0 || !scan.mentions(set)) return false;
  const first = firstWordFrom(scan, start);
  for (let at = first - 4, tried = 0; at >= 0 && tried < wordsMax; at -= 4, tried++) {
    if (words.at(at + 2) < start - reach.before) break;
    if (set.has(words.at(at))) return true;
  }
  for (let at = first, tried = 0; at < words.length && tried < wordsMax; at += 4, tried++) {
    if (words.at(at + 1) > end + reach.after) break;
    if (set.has(words.at(at))) return true;
  }
  return false;
}

/** Index of the first known word that begins at or after a place, by halving. */
function firstWordFrom(scan: Scan, place: number): number {
  let low = 0;
  let high = scan.words.length / 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scan.words.at(middle * 4 + 1) < place) low = middle + 1;
    else high = middle;
  }
  return low * 4;
}
