/** Guesses how a short text of unknown words was respelled: by a shift of the alphabet, by its mirror, or backwards. */
import {
  addToTriple,
  hashFactor,
  hashSeed,
  isKnownHash,
  mayOpen,
  startLength,
} from './known-words.ts';

export type Respelling = number | 'mirrored' | 'backwards';

/** Longer texts have common words enough that give their spelling away. */
const charactersMax = 1500;
const wordsMin = 4;
const wordsTried = 40;
/** A text with more words that are known as they stand is written as it is meant. */
const knownMax = 0.25;
/** Where so many are known in one other spelling, and in no second one, it is no chance. */
const respelledMin = 0.4;
const wordMin = 3;
const wordMax = 16;
const word = /[A-Za-z]{3,16}/g;

const spellings: readonly Respelling[] = [
  ...Array.from({ length: 25 }, (_, by) => by + 1),
  'mirrored',
  'backwards',
];

/** What each letter was before it was respelled. */
const tables = new Map<Respelling, Uint8Array>(
  spellings.map((spelling) => [spelling, tableOf(spelling)]),
);
const plain = tableOf(0);

function tableOf(spelling: Respelling): Uint8Array {
  return Uint8Array.from({ length: 26 }, (_, letter) => 97 + backFrom(letter, spelling));
}

function backFrom(letter: number, spelling: Respelling): number {
  if (spelling === 'backwards') return letter;
  return spelling === 'mirrored' ? 25 - letter : (letter + 26 - spelling) % 26;
}

/** To be called where known words are prepared. */
export function guessRespelling(text: string): Respelling | undefined {
  if (text.length > charactersMax || saysWords(text)) return undefined;
  const words = readWords(text);
  if (words === undefined || words.length < wordsMin) return undefined;
  let best: Respelling | undefined;
  let most = Math.max(3, words.length * respelledMin) - 1e-9;
  for (const spelling of spellings) {
    const known = countKnown(words, spelling, most);
    if (known <= most) continue;
    most = known;
    best = spelling;
  }
  return best;
}

/** True only where `readWords` gives none: told of most texts by their first words, and without a string for each of them. */
function saysWords(text: string): boolean {
  const known: number[] = [];
  let tried = 0;
  let start = 0;
  let hash = hashSeed;
  for (let at = 0; at <= text.length && tried < wordsTried; at++) {
    const unit = at < text.length ? text.charCodeAt(at) | 32 : 0;
    if (unit >= 97 && unit <= 122) {
      hash = (Math.imul(hash, hashFactor) + unit) | 0;
      continue;
    }
    const size = at - start;
    // A longer row of letters is read as several words.
    if (size >= wordMin) tried += Math.ceil(size / wordMax);
    const isWord = size >= wordMin && size <= wordMax && tried <= wordsTried;
    if (isWord && isKnownHash(hash) && opensWord(text, start) && !known.includes(hash))
      if (known.push(hash) > wordsTried * knownMax) return true;
    start = at + 1;
    hash = hashSeed;
  }
  return false;
}

function opensWord(text: string, start: number): boolean {
  let triple = 0;
  for (let at = start; at < start + startLength; at++)
    triple = addToTriple(triple, text.charCodeAt(at));
  return mayOpen(triple);
}

/** The first different words; none where too many are known as they stand, which most texts show within a few words. */
function readWords(text: string): readonly string[] | undefined {
  const words = new Set<string>();
  let known = 0;
  word.lastIndex = 0;
  for (let tried = 0; tried < wordsTried; tried++) {
    const one = word.exec(text)?.[0];
    if (one === undefined) break;
    if (words.has(one)) continue;
    words.add(one);
    if (!isKnown(one, plain, false)) continue;
    known++;
    if (known > wordsTried * knownMax) return undefined;
  }
  return known > words.size * knownMax ? undefined : [...words];
}

/** How many words are known in a spelling; no further than it can still be more than `least`. */
function countKnown(words: readonly string[], spelling: Respelling, least: number): number {
  const table = tables.get(spelling) ?? new Uint8Array(26);
  let known = 0;
  let left = words.length;
  for (const one of words) {
    if (known + left <= least) break;
    left--;
    if (isKnown(one, table, spelling === 'backwards')) known++;
  }
  return known;
}

/** Of the hash of a word as it was before it was respelled, without making the word. */
function isKnown(text: string, table: Uint8Array, backwards: boolean): boolean {
  const step = backwards ? -1 : 1;
  const first = backwards ? text.length - 1 : 0;
  let triple = 0;
  for (let at = 0; at < startLength; at++)
    triple = addToTriple(triple, table[(text.charCodeAt(first + at * step) | 32) - 97] ?? 0);
  // No more is asked of most: they begin as no word does.
  if (!mayOpen(triple)) return false;
  let hash = hashSeed;
  for (let at = 0; at < text.length; at++) {
    const letter = table[(text.charCodeAt(first + at * step) | 32) - 97] ?? 0;
    hash = (Math.imul(hash, hashFactor) + letter) | 0;
  }
  return isKnownHash(hash);
}
