/** One token of letters, digits and signs, and the word it spells when those are read as letters. */
import {
  addLetter,
  addToTriple,
  hashSeed,
  isKnownHash,
  mayBegin,
  mayOpen,
  startLength,
} from '../known-words.ts';

/** What a sign stands for, likeliest first. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'gb',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'il',
  '|': 'li',
  '+': 't',
};
const euro = 0x20ac;

export const letterKind = 1;
const digitKind = 2;
const signKind = 4;

const kinds = new Uint8Array(128);
/** The kind of a character, the letter that it stands for and another that it may or 0, a byte each. */
const meanings = new Int32Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  const choices = letters[character] ?? '';
  if (/[A-Za-z]/.test(character)) kinds[unit] = letterKind;
  else if (choices !== '') kinds[unit] = /\d/.test(character) ? digitKind : signKind;
  const first = choices.charCodeAt(0) || unit;
  const second = choices.charCodeAt(1) || 0;
  meanings[unit] = (kinds[unit] ?? 0) | (first << 8) | (second << 16);
}
const euroMeaning = signKind | (0x65 << 8);

function meaningOf(unit: number): number {
  if (unit < 128) return meanings[unit] ?? 0;
  return unit === euro ? euroMeaning : 0;
}

/** More signs with two meanings than this are not tried out. */
const choicesMax = 4;
export const tokenMax = 24;
/** The spelling under trial, and then the one that `spell` chose; one for all calls. */
export const spelling = new Uint16Array(tokenMax);

export function isToken(unit: number): boolean {
  return unit < 128 ? kinds[unit] !== 0 : unit === euro;
}

export function isLetter(unit: number): boolean {
  return unit < 128 && kinds[unit] === letterKind;
}

/** The token that was read last; one for all calls, since none begins before another has ended. */
export const token = {
  /** Where it ends, and where without the stops at its end: an exclamation mark there ends the sentence. */
  end: 0,
  last: 0,
  /** Which kinds of characters it has, with how many digits it begins, and which kinds follow those. */
  kinds: 0,
  lead: 0,
  rest: 0,
  /** How many of its characters stand for one of two letters; and whether any stands for another. */
  open: 0,
  changed: false,
  hash: 0,
};

/** Reads the token that begins here, its likeliest spelling into `spelling`. */
export function readToken(text: string, start: number, stop: number): void {
  const most = Math.min(stop, start + tokenMax);
  let all = 0;
  let rest = 0;
  let open = 0;
  let lead = 0;
  let hash = hashSeed;
  let changed = false;
  let at = start;
  for (; at < most; at++) {
    const unit = text.charCodeAt(at);
    const meaning = meaningOf(unit);
    const kind = meaning & 255;
    if (kind === 0) break;
    const first = (meaning >> 8) & 255;
    all |= kind;
    if (kind === digitKind && lead === at - start) lead++;
    else rest |= kind;
    if (meaning >> 16 !== 0) open++;
    changed ||= first !== unit;
    spelling[at - start] = first;
    hash = addLetter(hash, first);
  }
  token.end = at;
  let last = at;
  while (last > start && isStop(text.charCodeAt(last - 1))) last--;
  token.last = last;
  token.lead = lead;
  if (last < at) readAgain(text, start, last);
  else {
    token.kinds = all;
    token.rest = rest;
    token.open = open;
    token.changed = changed;
    token.hash = hash;
  }
}

/** What a token is without the stops at its end; how many digits it begins with is the same. */
function readAgain(text: string, start: number, last: number): void {
  let all = 0;
  let rest = 0;
  let open = 0;
  let hash = hashSeed;
  let changed = false;
  for (let at = start; at < last; at++) {
    const unit = text.charCodeAt(at);
    const meaning = meaningOf(unit);
    const kind = meaning & 255;
    const first = (meaning >> 8) & 255;
    all |= kind;
    if (at - start >= token.lead) rest |= kind;
    if (meaning >> 16 !== 0) open++;
    changed ||= first !== unit;
    hash = addLetter(hash, first);
  }
  token.kinds = all;
  token.rest = rest;
  token.open = open;
  token.changed = changed;
  token.hash = hash;
}

/** False where no known word of three letters and more begins here, whatever its first three characters stand for. */
export function mayOpenWord(text: string, start: number): boolean {
  return mayGoOn(text, start, 0, 0);
}

function mayGoOn(text: string, start: number, size: number, triple: number): boolean {
  if (size === startLength) return mayOpen(triple);
  const meaning = meaningOf(text.charCodeAt(start + size));
  if ((meaning & 255) === 0) return false;
  const second = meaning >> 16;
  return (
    mayGoOn(text, start, size + 1, addToTriple(triple, (meaning >> 8) & 255)) ||
    (second !== 0 && mayGoOn(text, start, size + 1, addToTriple(triple, second)))
  );
}

/** Leaves the likeliest spelling of the token in `spelling` where it is a known word, else the first other that is. */
export function spell(text: string, start: number): boolean {
  if (isKnownHash(token.hash)) return true;
  if (token.open === 0 || token.open > choicesMax) return false;
  const length = token.last - start;
  if (trySpellings(text, start, 0, length, hashSeed)) return true;
  for (let at = 0; at < length; at++)
    spelling[at] = (meaningOf(text.charCodeAt(start + at)) >> 8) & 255;
  return false;
}

/** `1st` and `4k` are how numbers are written; a digit after a letter, or four letters, are how words are. */
export function isNumber(start: number): boolean {
  const { last, lead, rest } = token;
  return lead > 0 && last - start - lead <= 3 && (rest === 0 || rest === letterKind);
}

function isStop(unit: number): boolean {
  return unit === 33 || unit === 124 || unit === 43;
}

export function startOfToken(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 16 && isToken(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Leaves the first known spelling behind, in the order in which the choices stand. */
function trySpellings(
  text: string,
  start: number,
  from: number,
  length: number,
  before: number,
): boolean {
  let hash = before;
  for (let at = from; at < length; at++) {
    if (at === startLength && !mayBegin(hash)) return false;
    const meaning = meaningOf(text.charCodeAt(start + at));
    const second = meaning >> 16;
    const first = (meaning >> 8) & 255;
    spelling[at] = first;
    if (second !== 0) {
      if (trySpellings(text, start, at + 1, length, addLetter(hash, first))) return true;
      spelling[at] = second;
      hash = addLetter(hash, second);
    } else hash = addLetter(hash, first);
  }
  return isKnownHash(hash);
}
