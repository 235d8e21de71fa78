/** What a character stands for once its disguise is off: a letter without marks, a digit, or nothing at all. */
import { capitals, invisible, lookalikes, marks, typography, zeros } from './confusables.ts';
import { isControl } from './signs.ts';

export const letterBit = 8;
export const foldBit = 32;
/** Scripts that are written without spaces between words, or whose words take endings by the syllable. */
export const wideBit = 64;
/** No kind. */
export const unasked = 255;

const direct = new Map<string, string>();
for (const [letter, others] of lookalikes) for (const other of others) direct.set(other, letter);
for (const [letter, others] of capitals) for (const other of others) direct.set(other, letter);
const typographic = new Set(typography);

function within(ranges: readonly (readonly [number, number])[], code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to);
}

/** A character that stands for a whole phrase stays as it is: a text of them would become many times as long. */
const foldedMax = 4;

/** The folded form of one character; the empty string where it shows nothing. */
export function foldCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return isControl(code) ? '' : character;
  if (within(invisible, code) || within(marks, code)) return '';
  const zero = zeros.find((start) => code >= start && code < start + 10);
  if (zero !== undefined) return String(code - zero);
  return enclosed(code) ?? braille(code) ?? foldLetter(character, code);
}

function foldLetter(character: string, code: number): string {
  const known = direct.get(character);
  if (known !== undefined) return known;
  const lower = character.toLowerCase();
  const twin = direct.get(lower);
  if (twin !== undefined) return lower === character ? twin : twin.toUpperCase();
  // Syllables and kana come apart into pieces that nobody writes; they stay as they are.
  if (code >= 0x3040 && code <= 0xd7ff) return unlessLong(character.normalize('NFKC'), character);
  let folded = '';
  for (const piece of character.normalize('NFKD')) {
    if (within(marks, piece.codePointAt(0) ?? 0)) continue;
    const small = piece.toLowerCase();
    const letter = direct.get(piece) ?? direct.get(small);
    if (letter === undefined) folded += piece < '\u0080' ? piece : small;
    else folded += piece === small ? letter : letter.toUpperCase();
  }
  return unlessLong(folded, character);
}

function unlessLong(folded: string, character: string): string {
  return folded.length > foldedMax ? character : folded;
}

/** Letters in circles, boxes and flags that no normal form takes out. */
function enclosed(code: number): string | undefined {
  for (const first of [0x1f150, 0x1f170, 0x1f1e6, 0x1f130]) {
    if (code >= first && code < first + 26) return String.fromCharCode(65 + code - first);
  }
  // In brackets; a normal form would leave the brackets in.
  if (code >= 0x1f110 && code < 0x1f12a) return String.fromCharCode(65 + code - 0x1f110);
  if (code >= 0x249c && code < 0x24b6) return String.fromCharCode(97 + code - 0x249c);
  if (code >= 0x2474 && code <= 0x247c) return String(code - 0x2473);
  if (code >= 0x2776 && code <= 0x277e) return String(code - 0x2775);
  if (code >= 0x1fbf0 && code <= 0x1fbf9) return String(code - 0x1fbf0);
  return undefined;
}

const brailleOrder = ' a1b\'k2l@cif/msp"e3h9o6r^djg>ntq,*5<-u8v.%[$+x!&;:4\\0z7(_?w]#y)=';

function braille(code: number): string | undefined {
  return code > 0x2800 && code < 0x2840 ? brailleOrder[code - 0x2800] : undefined;
}

const pages: (Int32Array | undefined)[] = [];
const kinds: (Uint8Array | undefined)[] = [];
const expansions: string[] = [];

/** The folded code unit; 0 where it is gone; below 0 where it became several (see `expansionOf`). */
export function foldUnit(unit: number): number {
  const page = unit >> 8;
  return (pages[page] ?? makePage(page))[unit & 255] ?? unit;
}

export function expansionOf(folded: number): string {
  return expansions[-folded - 1] ?? '';
}

/** Bits of `letterBit`, `foldBit` and `wideBit` for a code unit above ASCII; 0 is something between words. */
export function kindOf(unit: number): number {
  const page = unit >> 8;
  return (kinds[page] ?? makeKinds(page))[unit & 255] ?? 0;
}

function makePage(page: number): Int32Array {
  const made = new Int32Array(256);
  for (let low = 0; low < 256; low++) {
    const unit = (page << 8) | low;
    const surrogate = unit >= 0xd800 && unit <= 0xdfff;
    const folded = surrogate ? undefined : foldCharacter(String.fromCharCode(unit));
    if (folded === undefined) made[low] = unit;
    else if (folded.length === 1) made[low] = folded.charCodeAt(0);
    else if (folded !== '') made[low] = -expansions.push(folded);
  }
  pages[page] = made;
  return made;
}

function makeKinds(page: number): Uint8Array {
  const made = new Uint8Array(256);
  for (let low = 0; low < 256; low++) {
    const unit = (page << 8) | low;
    const character = String.fromCharCode(unit);
    if (typographic.has(character)) continue;
    let kind = /[\p{L}\p{M}\p{N}]/u.test(character) ? letterBit : 0;
    if (foldUnit(unit) !== unit) kind |= foldBit;
    if (
      kind !== 0 &&
      /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}]/u.test(character)
    )
      kind |= wideBit;
    made[low] = kind;
  }
  kinds[page] = made;
  return made;
}

const points: ((string | null)[] | undefined)[] = [];

/** The folded form of a character of two halves; undefined where it stands for itself. */
export function foldPoint(code: number): string | undefined {
  const page = (points[code >> 8] ??= []);
  const known = page[code & 255];
  if (known !== undefined) return known ?? undefined;
  const character = String.fromCodePoint(code);
  const folded = foldCharacter(character);
  page[code & 255] = folded === character ? null : folded;
  return folded === character ? undefined : folded;
}

/** As `kindOf`, in one row for whoever walks a text; `unasked` where nobody has asked yet, or where more than the unit tells. */
export const flatKinds = new Uint8Array(1 << 16).fill(unasked);

/** Puts the kind of a unit into the row. */
export function keepKind(unit: number): void {
  flatKinds[unit] = kindOf(unit);
}

/** Folds a whole word or phrase, as the words of rules are folded before they are compared. */
export function foldText(text: string): string {
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}
