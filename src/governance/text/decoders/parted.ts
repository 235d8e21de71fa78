/** Undoes words with spaces inside: pieces that are no words, and one together. */
import type { Ints } from '../ints.ts';
import { addLetter, hashSeed, isKnownHash } from '../known-words.ts';
import { numbersPerWord, strangenessOf, wordsOf } from '../strange-words.ts';
import type { Decoder } from './decoder.ts';

/** Two pieces may be a slip; three words in a text are none. */
const wordsMin = 2;
const piecesMax = 4;
const wordMin = 4;
const shortMax = 3;
const shortWordMin = 6;

export const parted: Decoder = {
  name: 'parted',
  find: (scan, edits) => {
    if (!strangenessOf(scan).words) return;
    const { text } = scan;
    const words = wordsOf(scan);
    const gaps: number[] = [];
    let joined = 0;
    for (let at = 0; at < words.length;) {
      const count = piecesAt(text, words, at);
      for (let piece = 1; piece < count; piece++)
        gaps.push(words.at(at + (piece - 1) * numbersPerWord + 1));
      if (count > 1) joined++;
      at += count * numbersPerWord;
    }
    if (joined < wordsMin) return;
    for (const gap of gaps) edits.replace(gap, gap + 1, '', 0, 1);
  },
};

/** How many pieces from here on are one known word, as few as may be; a word that is known already stays. */
function piecesAt(text: string, words: Ints, at: number): number {
  let hash = hashSeed;
  /** One piece is no word by itself, or all are as short as no row of words is. */
  let unknown = false;
  let short = true;
  let length = 0;
  for (let piece = 0; piece < piecesMax; piece++) {
    const word = at + piece * numbersPerWord;
    if (word >= words.length) break;
    const from = words.at(word);
    const to = words.at(word + 1);
    if (piece > 0 && !isOneSpace(text, words.at(word - numbersPerWord + 1), from)) break;
    for (let place = from; place < to; place++) hash = addLetter(hash, text.charCodeAt(place));
    length += to - from;
    unknown ||= words.at(word + 2) === 0;
    short &&= to - from <= shortMax;
    if (
      piece > 0 &&
      (unknown ? length >= wordMin : short && length >= shortWordMin) &&
      isKnownHash(hash)
    )
      return piece + 1;
  }
  return 1;
}

function isOneSpace(text: string, from: number, to: number): boolean {
  return to - from === 1 && text.charCodeAt(from) === 32;
}
