/** What stands right before a place, read backwards by kinds of characters: every way to read it at once, one bit each. */

/** Characters looked at; bit k of a set is the place k characters before the start. */
export const backMax = 31;

/** Kinds of characters; one may be of several. */
export const kinds = {
  letter: 0,
  word: 1,
  /** Letters that say what kind of string follows. */
  prefix: 2,
  dot: 3,
  hyphen: 4,
  space: 5,
  blank: 6,
  quote: 7,
  equals: 8,
  colon: 9,
  greater: 10,
  comma: 11,
  semicolon: 12,
  /** What stands before an equals sign to make one sign with it. */
  beforeEquals: 13,
  bar: 14,
  wideDash: 15,
  backslash: 16,
  at: 17,
  openParenthesis: 18,
  closeParenthesis: 19,
  openBracket: 20,
  closeBracket: 21,
  less: 22,
  ampersand: 23,
} as const;

const kindCount = Object.keys(kinds).length;
const table = new Int32Array(128);
const characters: Readonly<Record<keyof typeof kinds, RegExp>> = {
  letter: /[A-Za-z]/,
  word: /\w/,
  prefix: /[brufl]/i,
  dot: /\./,
  hyphen: /-/,
  space: /\s/,
  blank: / /,
  quote: /["'`]/,
  equals: /=/,
  colon: /:/,
  greater: />/,
  comma: /,/,
  semicolon: /;/,
  beforeEquals: /[?+.]/,
  bar: /\|/,
  wideDash: /[–—]/,
  backslash: /\\/,
  at: /@/,
  openParenthesis: /\(/,
  closeParenthesis: /\)/,
  openBracket: /\[/,
  closeBracket: /\]/,
  less: /</,
  ampersand: /&/,
};
for (const [kind, pattern] of Object.entries(characters)) {
  const bit = 1 << kinds[kind as keyof typeof kinds];
  for (let unit = 0; unit < 128; unit++) {
    if (pattern.test(String.fromCharCode(unit))) table[unit] = (table[unit] ?? 0) | bit;
  }
}

/** Of the kinds of a character the narrowest, so that each is noted down once. */
const narrowest = new Uint8Array(128).fill(kindCount);
const widened: readonly (readonly [narrow: number, wide: number])[] = [
  [kinds.prefix, kinds.letter],
  [kinds.letter, kinds.word],
  [kinds.blank, kinds.space],
  [kinds.dot, kinds.beforeEquals],
];
/** The same in one row: an array of arrays costs a walk over each. */
const widenings = Uint8Array.from(widened.flat());
for (let unit = 0; unit < 128; unit++) {
  const bits = table[unit] ?? 0;
  const narrow = widened.find(([kind]) => (bits & (1 << kind)) !== 0)?.[0];
  if (bits !== 0) narrowest[unit] = narrow ?? 31 - Math.clz32(bits);
}

function kindsOf(unit: number): number {
  if (unit < 128) return table[unit] ?? 0;
  if (unit === 0x2013 || unit === 0x2014) return 1 << kinds.wideDash;
  return isWideSpace(unit) ? 1 << kinds.space : 0;
}

function wideKind(unit: number): number {
  const bits = kindsOf(unit);
  return bits === 0 ? kindCount : 31 - Math.clz32(bits);
}

function isWideSpace(unit: number): boolean {
  return (unit === 0xa0 || unit >= 0x1680) && /\s/.test(String.fromCharCode(unit));
}

/** Several kinds as one. */
export function bitsOf(...several: readonly (keyof typeof kinds)[]): number {
  return several.reduce((bits, kind) => bits | (1 << kinds[kind]), 0);
}

export function isOf(text: string, at: number, bits: number): boolean {
  return (kindsOf(text.charCodeAt(at)) & bits) !== 0;
}

export type Before = {
  readonly text: string;
  readonly start: number;
  /** Nothing before it counts. */
  readonly from: number;
  /** For each kind the characters that are of it. */
  readonly of: Int32Array;
};

/** One for all: what was seen holds until somebody looks back again. */
const of = new Int32Array(kindCount + 1);

export function lookBack(text: string, start: number, from: number): Before {
  of.fill(0);
  const count = Math.min(backMax, start - from);
  for (let back = 0; back < count; back++) {
    const unit = text.charCodeAt(start - 1 - back);
    const kind = unit < 128 ? (narrowest[unit] ?? 0) : wideKind(unit);
    of[kind] = (of[kind] ?? 0) | (1 << back);
  }
  for (let at = 0; at < widenings.length; at += 2) {
    const wide = widenings[at + 1] ?? 0;
    of[wide] = (of[wide] ?? 0) | (of[widenings[at] ?? 0] ?? 0);
  }
  return { text, start, from, of };
}

/** The characters of a kind. */
export function those({ of }: Before, kind: number): number {
  return of[kind] ?? 0;
}

/** None to so many of the characters. */
export function overSome(places: number, characters: number, most: number): number {
  let all = places;
  for (let count = 0; count < most; count++) {
    const next = all | ((all & characters) << 1);
    if (next === all) break;
    all = next;
  }
  return all;
}

/** Places at which one of the words ends, passed to where it begins. */
export function overWords(before: Before, places: number, words: readonly string[]): number {
  const { text, start, from } = before;
  let found = 0;
  for (let rest = places; rest !== 0; rest &= rest - 1) {
    const back = 31 - Math.clz32(rest & -rest);
    for (const word of words) {
      const at = start - back - word.length;
      if (at >= from && back + word.length <= backMax && text.startsWith(word, at))
        found |= 1 << (back + word.length);
    }
  }
  return found;
}
