/** Numbers for the words that rules ask about, so that a text is read once for all rules; other words cost nothing. */
import { foldText } from './fold.ts';

/** Hash of a folded, lower-cased word; the scan computes the same while it reads. */
export const hashSeed = 0x2f0b4a27;
export const hashFactor = 0x01000193;
/** `instruct*` stands for all words that begin so; a stem is known by its first five characters. */
export const stemLength = 5;

const slots = 1 << 15;
const exact = new Int32Array(slots);
/** One byte per short hash: 1 where a word may stand, 2 where a stem may; nearly all words of a text end here. */
export const mayKnow = new Uint8Array(1 << 16);
const stems = new Int32Array(slots);
const words: string[] = [''];
const hashes: number[] = [0];
const hints: number[] = [0];
const stemsByStart = new Map<number, number[]>();
const numbers = new Map<string, number>();
/** The same by the word as it is written in a rule, for most words stand in several. */
const asWritten = new Map<string, number>();
/** Words and stems by the unit that they begin with. */
const byFirst = new Map<number, number[]>();

export function hashOf(word: string): number {
  let hash = hashSeed;
  for (let at = 0; at < word.length; at++) {
    hash = (Math.imul(hash, hashFactor) + (word.charCodeAt(at) | 32)) | 0;
  }
  return hash;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

export function shortHash(hash: number): number {
  return (hash ^ (hash >>> 15)) & 0xffff;
}

function allow(hash: number, bit: number): void {
  const place = shortHash(hash);
  mayKnow[place] = (mayKnow[place] ?? 0) | bit;
}

function enter(table: Int32Array, hash: number, id: number): void {
  let slot = slotOf(hash);
  while (table[slot] !== 0) slot = (slot + 1) & (slots - 1);
  table[slot] = id;
}

/** The number of a word, or of a stem written `stem*`; the same word always has the same number. */
export function wordId(word: string): number {
  let id = asWritten.get(word);
  if (id === undefined) {
    id = numberOf(word);
    asWritten.set(word, id);
  }
  return id;
}

function numberOf(word: string): number {
  const folded = foldText(word.normalize('NFC')).toLowerCase();
  const known = numbers.get(folded);
  if (known !== undefined) return known;
  const id = words.push(folded) - 1;
  numbers.set(folded, id);
  hints.push(0);
  const alike = byFirst.get(folded.charCodeAt(0));
  if (alike === undefined) byFirst.set(folded.charCodeAt(0), [id]);
  else alike.push(id);
  if (folded.endsWith('*')) enterStem(folded.slice(0, -1), id);
  else {
    hashes[id] = hashOf(folded);
    enter(exact, hashes[id] ?? 0, id);
    allow(hashes[id] ?? 0, 1);
  }
  return id;
}

function enterStem(stem: string, id: number): void {
  if (stem.length < stemLength)
    throw new RangeError(
      `the stem \`${stem}*\` is shorter than the ${stemLength} characters that a text is asked for; write its words out`,
    );
  const start = hashOf(stem.slice(0, stemLength));
  hashes[id] = start;
  const others = stemsByStart.get(start);
  if (others === undefined) {
    stemsByStart.set(start, [id]);
    enter(stems, start, id);
    allow(start, 2);
  } else {
    others.push(id);
    others.sort((left, right) => wordOf(right).length - wordOf(left).length);
  }
}

/** Folded; a stem keeps its `*`. */
export function wordOf(id: number): string {
  return words[id] ?? '';
}

/** Every word and stem that begins with the same unit as this one. */
export function idsAlike(word: string): readonly number[] {
  return byFirst.get(word.charCodeAt(0)) ?? [];
}

export function vocabularySize(): number {
  return words.length;
}

/** Marks a word as a sign of another encoding (its bits are known to hints.ts only). */
export function addHint(id: number, bits: number): void {
  hints[id] = (hints[id] ?? 0) | bits;
}

export function hintOf(id: number): number {
  return hints[id] ?? 0;
}

/** Whole words that are no sign of another encoding, with their hashes. */
export function* unhintedHashes(): Generator<readonly [hash: number, word: string]> {
  for (let id = 1; id < words.length; id++) {
    const word = wordOf(id);
    if (!word.endsWith('*') && hints[id] === 0) yield [hashes[id] ?? 0, word];
  }
}

/** The number of the word with this hash, or 0. */
export function findWord(hash: number): number {
  if (((mayKnow[shortHash(hash)] ?? 0) & 1) === 0) return 0;
  let slot = slotOf(hash);
  let id = exact[slot] ?? 0;
  while (id !== 0) {
    if (hashes[id] === hash) return id;
    slot = (slot + 1) & (slots - 1);
    id = exact[slot] ?? 0;
  }
  return 0;
}

/** The number of the longest stem that [start, end) of the text begins with, given the hash of its first characters. */
export function findStem(startHash: number, text: string, start: number, end: number): number {
  let slot = slotOf(startHash);
  let id = stems[slot] ?? 0;
  while (id !== 0) {
    if (hashes[id] === startHash) return longestStem(startHash, text, start, end);
    slot = (slot + 1) & (slots - 1);
    id = stems[slot] ?? 0;
  }
  return 0;
}

function longestStem(startHash: number, text: string, start: number, end: number): number {
  for (const id of stemsByStart.get(startHash) ?? []) {
    const stem = wordOf(id);
    if (stem.length - 1 > end - start) continue;
    let at = 0;
    while (at < stem.length - 1 && lower(text.charCodeAt(start + at)) === stem.charCodeAt(at)) at++;
    if (at === stem.length - 1) return id;
  }
  return 0;
}

function lower(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit | 32 : unit;
}
