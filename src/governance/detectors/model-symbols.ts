/** What a code unit is to the classifier: its folded form and whether it builds words, stands alone, ends a sentence or separates. */
import { expansionOf, foldUnit, isOwnPage, textOfPage } from '../text/fold.ts';

/** Bits above the folded unit. */
export const wordBit = 1 << 16;
/** Scripts without spaces between words: two or three neighbours are read as a word. */
export const wideBit = 1 << 17;
/** A sentence may end here. */
export const stopBit = 1 << 18;
/** Shows nothing or only joins: the word goes on as though it were not there. */
export const skipBit = 1 << 19;
/** A line ends here. */
export const lineBit = 1 << 20;
/** A question ends here. */
export const askBit = 1 << 21;

const wideScripts =
  '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]';
const wide = new RegExp(wideScripts, 'u');
const areWide = new RegExp(`^${wideScripts}+$`, 'u');
const letter = /[\p{L}\p{M}]/u;
const digit = /\p{N}/u;
const told = /[\p{L}\p{M}\p{N}]/u;
const stops = new Set('.!?;。！？；؟।'.split(''));
const asks = new Set('?？؟'.split(''));
const joins = new Set("'’".split(''));
const zero = 48;

const pageSize = 1 << 8;

/** The symbol of each code unit, in one row for whoever walks a text; 0 where `symbolOf` has not been asked yet. */
export const symbols = new Int32Array(1 << 16);

/** As `symbols`; a page of code units is filled in when one of them is first asked for. */
export function symbolOf(unit: number): number {
  if (symbols[unit] === 0) fillPage(unit >> 8);
  return symbols[unit] ?? 0;
}

function fillPage(page: number): void {
  const bits = isOwnPage(page) ? bitsOfOwn(page) : undefined;
  for (let unit = page * pageSize; unit < (page + 1) * pageSize; unit++) {
    if (bits === undefined) symbols[unit] = symbolFor(unit);
    else symbols[unit] = bits === 0 ? 32 : bits | unit;
  }
}

/** The bits of all characters of a page where each stands for itself; 0 where they separate, undefined where they differ. */
function bitsOfOwn(page: number): number | undefined {
  const text = textOfPage(page);
  if (!wide.test(text) && !told.test(text)) return 0;
  return areWide.test(text) && !digit.test(text) ? wideBit : undefined;
}

function symbolFor(unit: number): number {
  const character = String.fromCharCode(unit);
  if (character === '\n' || character === '\r') return lineBit | 32;
  if (joins.has(character)) return skipBit;
  if (asks.has(character)) return askBit | stopBit | 32;
  if (stops.has(character)) return stopBit | 32;
  if (unit >= 0xd800 && unit <= 0xdfff) return 32;
  const folded = foldedOf(unit);
  if (folded === 0) return skipBit;
  const shown = String.fromCharCode(folded).toLowerCase();
  const lower = shown.length === 1 ? shown.charCodeAt(0) : folded;
  const plain = String.fromCharCode(lower);
  if (digit.test(plain)) return wordBit | zero;
  if (wide.test(plain)) return wideBit | lower;
  return letter.test(plain) ? wordBit | lower : 32;
}

/** The model reads folded text, so that a text and its canonical form are one to it. */
function foldedOf(unit: number): number {
  if (unit < 128) return unit;
  const folded = foldUnit(unit);
  return folded < 0 ? expansionOf(folded).charCodeAt(0) : folded;
}
