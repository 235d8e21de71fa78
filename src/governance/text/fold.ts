/** What a character stands for once its disguise is off: a letter without marks, a digit, or nothing at all. */
import { capitals, invisible, lookalikes, marks, typography, zeros } from './confusables.ts';
import { isControl } from './signs.ts';

export const letterBit = 8;
export const foldBit = 32;
/** Scripts that are written without spaces between words, or whose words take endings by the syllable. */
export const wideBit = 64;
/** No kind, and no letter. */
export const unasked = 128;

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
  for (const one of [0x2776, 0x2780, 0x278a])
    if (code >= one && code < one + 9) return String(code - one + 1);
  if (code === 0x24ff || code === 0x1f10b || code === 0x1f10c) return '0';
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
  const made = Int32Array.from({ length: 256 }, (_, low) => (page << 8) | low);
  if (!isOwnPage(page)) {
    for (let low = 0; low < 256; low++) {
      const folded = foldCharacter(String.fromCharCode((page << 8) | low));
      if (folded.length === 1) made[low] = folded.charCodeAt(0);
      else made[low] = folded === '' ? 0 : -expansions.push(folded);
    }
  }
  pages[page] = made;
  return made;
}

/** Before it signs and letters are mixed; behind it most pages are of one script, and of no disguise. */
const firstOwnPage = 0x34;
const strangePages = new Set(
  [...direct.keys(), ...typographic].map((character) => character.charCodeAt(0) >> 8),
);

/**
 * Whether each character of a page stands for itself, told at once: whoever sends characters of all scripts would else
 * wait for tens of thousands of them to be asked about one by one.
 */
export function isOwnPage(page: number): boolean {
  return (ownPages[page] ??= areOwn(page));
}

const ownPages: (boolean | undefined)[] = [];

function areOwn(page: number): boolean {
  // Half a character stands for nothing else by itself.
  if (page >= 0xd8 && page < 0xe0) return true;
  if (page < firstOwnPage || strangePages.has(page)) return false;
  if ([...invisible, ...marks].some(([from, to]) => from >> 8 <= page && page <= to >> 8))
    return false;
  if (zeros.some((zero) => zero >> 8 <= page && page <= (zero + 9) >> 8)) return false;
  const text = textOfPage(page);
  const form = page >= 0x30 && page < 0xd8 ? 'NFKC' : 'NFKD';
  return text.normalize(form) === text && text.toLowerCase() === text;
}

export function textOfPage(page: number): string {
  return String.fromCharCode(...Array.from({ length: 256 }, (_, low) => (page << 8) | low));
}

const written = '[\\p{L}\\p{M}\\p{N}]';
const wideScripts = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}]';
const isWritten = new RegExp(written, 'u');
const isWide = new RegExp(wideScripts, 'u');
const areWritten = new RegExp(`^${written}+$`, 'u');
const areWide = new RegExp(`^${wideScripts}+$`, 'u');

function makeKinds(page: number): Uint8Array {
  const made = (isOwnPage(page) ? kindsOfOwn(page) : undefined) ?? kindsOneByOne(page);
  kinds[page] = made;
  return made;
}

function kindsOneByOne(page: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, low) => makeKind((page << 8) | low));
}

/** The kinds of a page of one script, or of none; undefined where it has several. */
function kindsOfOwn(page: number): Uint8Array | undefined {
  const text = textOfPage(page);
  const made = new Uint8Array(256);
  if (!isWritten.test(text)) return made;
  if (!areWritten.test(text)) return undefined;
  if (areWide.test(text)) return made.fill(letterBit | wideBit);
  return isWide.test(text) ? undefined : made.fill(letterBit);
}

function makeKind(unit: number): number {
  const character = String.fromCharCode(unit);
  if (typographic.has(character)) return 0;
  let kind = isWritten.test(character) ? letterBit : 0;
  if (foldUnit(unit) !== unit) kind |= foldBit;
  if (kind !== 0 && isWide.test(character)) kind |= wideBit;
  return kind;
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

/** What stands for nothing else; most words of rules are such. */
const plain = /^[ -~]*$/;

/** Folds a whole word or phrase, as the words of rules are folded before they are compared. */
export function foldText(text: string): string {
  if (plain.test(text)) return text;
  let folded = '';
  for (const character of text) folded += foldedOnce(character);
  return folded;
}

const foldedBefore = new Map<string, string>();
/** More than the rules of all languages are written in. */
const foldedBeforeMax = 8192;

function foldedOnce(character: string): string {
  let folded = foldedBefore.get(character);
  if (folded === undefined) {
    folded = foldCharacter(character);
    if (foldedBefore.size < foldedBeforeMax) foldedBefore.set(character, folded);
  }
  return folded;
}
