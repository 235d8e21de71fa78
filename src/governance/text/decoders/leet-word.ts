/** One token of letters, digits and signs, and the word it spells when those are read as letters. */
import { addLetter, hashSeed, isKnownHash, mayBegin, startLength } from '../known-words.ts';

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
/** The letter that a character stands for, and another that it may; 0 where there is none. */
const firsts = new Uint8Array(128);
const seconds = new Uint8Array(128);
for (let unit = 0; unit < 128; unit++) {
  const character = String.fromCharCode(unit);
  const choices = letters[character] ?? '';
  if (/[A-Za-z]/.test(character)) kinds[unit] = letterKind;
  else if (choices !== '') kinds[unit] = /\d/.test(character) ? digitKind : signKind;
  firsts[unit] = choices.charCodeAt(0) || unit;
  seconds[unit] = choices.charCodeAt(1) || 0;
}

/** More signs with two meanings than this are not tried out. */
const choicesMax = 4;
const tokenMax = 24;
/** The spelling under trial, and then the one that `spell` chose; one for all calls. */
export const spelling = new Uint16Array(tokenMax);

export function isToken(unit: number): boolean {
  return unit < 128 ? kinds[unit] !== 0 : unit === euro;
}

export function isLetter(unit: number): boolean {
  return unit < 128 && kinds[unit] === letterKind;
}

export function endOfToken(text: string, start: number, stop: number): number {
  const last = Math.min(stop, start + tokenMax);
  let end = start;
  while (end < last && isToken(text.charCodeAt(end))) end++;
  return end;
}

/** Which kinds of characters a token has. */
export function kindsOf(text: string, start: number, end: number): number {
  let found = 0;
  for (let at = start; at < end; at++) found |= kindAt(text, at);
  return found;
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (kinds[unit] ?? 0) : signKind;
}

/** Whether any character of a token stands for another. */
export function isChanged(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (firstOf(unit) !== unit) return true;
  }
  return false;
}

/** Leaves the likeliest spelling in `spelling` where it is a known word, else the first of the others that is. */
export function spell(text: string, start: number, end: number): boolean {
  const length = end - start;
  let open = 0;
  let hash = hashSeed;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(start + at);
    if (secondOf(unit) !== 0) open++;
    const first = firstOf(unit);
    spelling[at] = first;
    hash = addLetter(hash, first);
  }
  if (isKnownHash(hash)) return true;
  if (open === 0 || open > choicesMax) return false;
  if (trySpellings(text, start, 0, length, hashSeed)) return true;
  for (let at = 0; at < length; at++) spelling[at] = firstOf(text.charCodeAt(start + at));
  return false;
}

/** `1st` and `4k` are how numbers are written; a digit after a letter, or four letters, are how words are. */
export function isNumber(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && kindAt(text, at) === digitKind) at++;
  return at > start && end - at <= 3 && (at === end || kindsOf(text, at, end) === letterKind);
}

/** An exclamation mark at the end ends the sentence. */
export function withoutStops(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && isStop(text.charCodeAt(last - 1))) last--;
  return last;
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
    const unit = text.charCodeAt(start + at);
    const second = secondOf(unit);
    const first = firstOf(unit);
    spelling[at] = first;
    if (second !== 0) {
      if (trySpellings(text, start, at + 1, length, addLetter(hash, first))) return true;
      spelling[at] = second;
      hash = addLetter(hash, second);
    } else hash = addLetter(hash, first);
  }
  return isKnownHash(hash);
}

function firstOf(unit: number): number {
  return unit < 128 ? (firsts[unit] ?? unit) : 0x65;
}

function secondOf(unit: number): number {
  return unit < 128 ? (seconds[unit] ?? 0) : 0;
}
