/** Words that rules ask about or that every text has, as tables in which a row of letters is looked up without a string. */
import { hashFactor, hashOf, hashSeed, unhintedHashes, vocabularySize } from './vocabulary.ts';

/** Longer words are not looked for inside a row of letters. */
export const knownLengthMax = 16;
const slots = 1 << 15;
const kindSlots = 1 << 16;
/** Hashes of known words; 0 where none stands. */
const table = new Int32Array(slots);
/** Bits for hashes: of a whole word, and of the beginnings of three, four and six letters that some word has. */
const kinds = new Uint8Array(kindSlots);
const wholeBit = 1;
const startBit = 2;
const longStartBit = 4;
const longestStartBit = 8;
export const startLength = 3;
export const longStartLength = 4;
export const longestStartLength = 6;

/** Of each row of three letters: whether some word begins so, and whether its first two are a word. */
const triples = new Uint8Array(1 << 15);

/** The letters of a triple, one more at its end. */
export function addToTriple(triple: number, unit: number): number {
  return ((triple << 5) | (unit & 31)) & 0x7fff;
}

/** False where no known word of two letters and more begins with these three. */
export function mayOpen(triple: number): boolean {
  return triples[triple] === 1;
}

let plain: readonly string[] = [];
let known = 0;

/** Words that every text has, beside those that rules ask about. */
export function addPlainWords(words: Iterable<string>): void {
  plain = [...plain, ...words];
  known = 0;
}

function enter(hash: number): void {
  allow(hash, wholeBit);
  let slot = hash & (slots - 1);
  while (table[slot] !== 0 && table[slot] !== hash) slot = (slot + 1) & (slots - 1);
  table[slot] = hash;
}

/** Done again when rules have brought more words. */
function enterAll(): void {
  known = vocabularySize();
  table.fill(0);
  kinds.fill(0);
  triples.fill(0);
  for (const word of plain) {
    enter(hashOf(word));
    allowStart(word);
  }
  for (const [hash, word] of unhintedHashes()) {
    enter(hash);
    allowStart(word);
  }
}

/** Every word that is known by itself. */
export function* knownWords(): Generator<string> {
  yield* plain;
  for (const [, word] of unhintedHashes()) yield word;
}

function allowStart(word: string): void {
  allowTriples(word);
  if (word.length >= startLength) allow(hashOf(word.slice(0, startLength)), startBit);
  if (word.length >= longStartLength) allow(hashOf(word.slice(0, longStartLength)), longStartBit);
  if (word.length >= longestStartLength)
    allow(hashOf(word.slice(0, longestStartLength)), longestStartBit);
}

/** A word of two letters may have any other behind it. */
function allowTriples(word: string): void {
  if (word.length < 2) return;
  let triple = 0;
  for (let at = 0; at < startLength; at++) triple = addToTriple(triple, word.charCodeAt(at));
  if (word.length > 2) triples[triple] = 1;
  else triples.fill(1, triple & ~31, (triple | 31) + 1);
}

function allow(hash: number, bit: number): void {
  const slot = slotOf(hash);
  kinds[slot] = (kinds[slot] ?? 0) | bit;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (kindSlots - 1);
}

/** To be called before a row of look-ups, so that each of them need not ask. */
export function prepareKnown(): void {
  if (known !== vocabularySize()) enterAll();
}

export function isKnownHash(hash: number): boolean {
  if (((kinds[slotOf(hash)] ?? 0) & wholeBit) === 0) return false;
  let slot = hash & (slots - 1);
  for (;;) {
    const entry = table[slot] ?? 0;
    if (entry === 0) return false;
    if (entry === hash) return true;
    slot = (slot + 1) & (slots - 1);
  }
}

/** False where no known word begins with the three letters of this hash. */
export function mayBegin(hash: number): boolean {
  return ((kinds[slotOf(hash)] ?? 0) & startBit) !== 0;
}

/** As `mayBegin`, of four letters. */
export function mayBeginLong(hash: number): boolean {
  return ((kinds[slotOf(hash)] ?? 0) & longStartBit) !== 0;
}

/** As `mayBegin`, of six letters. */
export function mayBeginLongest(hash: number): boolean {
  return ((kinds[slotOf(hash)] ?? 0) & longestStartBit) !== 0;
}

/** Adds a letter to a hash; case does not count. */
export function addLetter(hash: number, unit: number): number {
  return (Math.imul(hash, hashFactor) + (unit | 32)) | 0;
}

export { hashFactor, hashSeed };
