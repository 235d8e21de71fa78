/** Where a word may begin and end: RE2's `\\b` knows ASCII only, and a letter of any script beside a keyword makes it part of another word. */
import { pointAt } from '../../text/code-units.ts';

export function mayBegin(text: string, start: number): boolean {
  return (
    start === 0 || !goesOn(pointAt(text, start - sizeBefore(text, start)), pointAt(text, start))
  );
}

export function mayEnd(text: string, end: number): boolean {
  return (
    end === text.length || !goesOn(pointAt(text, end), pointAt(text, end - sizeBefore(text, end)))
  );
}

/** The next place where a word may begin; the end of the text where there is none. */
export function nextBegin(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && !(isWhole(text, at) && mayBegin(text, at))) at += 1;
  return at;
}

/** The last place before `end` where a word that begins at `start` may end; `start` where there is none. */
export function lastEnd(text: string, start: number, end: number): number {
  let at = end - 1;
  while (at > start && !(isWhole(text, at) && mayEnd(text, at))) at -= 1;
  return at;
}

const ofWords = /^[\p{L}\p{N}_]$/u;
/** Written without spaces, or with endings that follow a word of any script: nothing shows where a word ends. */
const unspaced =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]$/u;

/** Whether a word that ends here may go on with what stands beside it. */
function goesOn(beside: number, edge: number): boolean {
  const neighbour = String.fromCodePoint(beside);
  if (!ofWords.test(neighbour)) return false;
  return !unspaced.test(neighbour) && !unspaced.test(String.fromCodePoint(edge));
}

/** Not between the halves of a character. */
function isWhole(text: string, at: number): boolean {
  return sizeBefore(text, at + 1) === 1;
}

function sizeBefore(text: string, index: number): number {
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && index > 1 ? 2 : 1;
}
