/** Guesses how a short text of unknown words was respelled: by a shift of the alphabet, by its mirror, or backwards. */
import { hashFactor, hashSeed } from './vocabulary.ts';

export type Respelling = number | 'mirrored' | 'backwards';

/** Longer texts have common words enough that give their spelling away. */
const charactersMax = 1500;
const wordsMin = 4;
const wordsTried = 40;
/** A text with more words that are known as they stand is written as it is meant. */
const knownMax = 0.25;
/** Where so many are known in one other spelling, and in no second one, it is no chance. */
const respelledMin = 0.4;
const word = /[A-Za-z]{3,16}/g;

const spellings: readonly Respelling[] = [
  ...Array.from({ length: 25 }, (_, by) => by + 1),
  'mirrored',
  'backwards',
];

export function guessRespelling(
  text: string,
  isKnownHash: (hash: number) => boolean,
): Respelling | undefined {
  if (text.length > charactersMax) return undefined;
  const words = [...new Set(text.match(word)?.slice(0, wordsTried))];
  if (words.length < wordsMin) return undefined;
  const count = (to: Respelling): number =>
    words.reduce((sum, one) => sum + Number(isKnownHash(hashAs(one, to))), 0);
  if (count(0) > words.length * knownMax) return undefined;
  let best: Respelling | undefined;
  let most = Math.max(3, words.length * respelledMin) - 1e-9;
  for (const spelling of spellings) {
    const known = count(spelling);
    if (known <= most) continue;
    most = known;
    best = spelling;
  }
  return best;
}

/** The hash of a word as it was before it was respelled, without making the word. */
function hashAs(text: string, spelling: Respelling): number {
  let hash = hashSeed;
  for (let at = 0; at < text.length; at++) {
    const place = spelling === 'backwards' ? text.length - 1 - at : at;
    const letter = (text.charCodeAt(place) | 32) - 97;
    hash = (Math.imul(hash, hashFactor) + 97 + backFrom(letter, spelling)) | 0;
  }
  return hash;
}

function backFrom(letter: number, spelling: Respelling): number {
  if (spelling === 'backwards') return letter;
  return spelling === 'mirrored' ? 25 - letter : (letter + 26 - spelling) % 26;
}
