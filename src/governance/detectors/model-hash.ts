/** Hashes of words, pairs of words and concepts, computed alike by the trainer and at run time. */
import { skipBit, symbolOf, wideBit, wordBit } from './model-symbols.ts';

export const seed = 0x811c9dc5 | 0;
export const factor = 0x01000193;

/** Salts that keep the kinds of features apart. */
export const salts = {
  word: 0x1000,
  pair: 0x2000,
  stem: 0x5000,
  stemPair: 0x6000,
  concept: 0x7000,
  conceptPair: 0x8000,
  conceptNear: 0x9100,
  conceptTriple: 0xa000,
  group: 0x17000,
  groupPair: 0x18000,
  groupTriple: 0x1a000,
  opening: 0x21000,
  lineOpening: 0x22000,
  openingPair: 0x23000,
  conceptOpening: 0x24000,
  question: 0x25000,
  questionOpening: 0x26000,
} as const;

/** Keys of the concept table: whole words, beginnings of words, pairs of words, three wide characters. */
export const keys = { word: 0, stem: 0x5555, pair: 0x3333, triple: 0x7777 } as const;

/** Spreads a hash over all bits: the upper ones choose a slot, the lower ones are the mark. */
export function mix(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 16), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

/** Of a word as it is written; the classifier folds it as it folds texts. */
export function hashWord(word: string): number {
  let hash = seed;
  for (let at = 0; at < word.length; at++) {
    const symbol = symbolOf(word.charCodeAt(at));
    if ((symbol & skipBit) !== 0) continue;
    hash = Math.imul(hash ^ (symbol & 0xffff), factor);
  }
  return hash;
}

export function hashPair(first: number, second: number): number {
  return Math.imul(first, 31) ^ second;
}

/** Whether a lexicon's entry is of a script without spaces. */
export function isWide(word: string): boolean {
  let some = false;
  for (let at = 0; at < word.length; at++) {
    const symbol = symbolOf(word.charCodeAt(at));
    if ((symbol & wordBit) !== 0) return false;
    if ((symbol & wideBit) !== 0) some = true;
  }
  return some;
}
