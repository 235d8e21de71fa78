/** Tells whether so few words of a short text are known as they stand that they may be misspelt on purpose. */
import { Ints } from './ints.ts';
import { addLetter, hashSeed, isKnownHash, prepareKnown } from './known-words.ts';
import type { Scan } from './scan.ts';

/** Longer texts would take longer; who hides an order hides it in a few sentences. */
const charactersMax = 1500;
const sampled = 40;
const sampleMin = 3;
/** Shorter words are as often letters of something else. */
const wordMin = 2;
const longMin = 5;
/** Of ordinary texts, most words and half of the long ones are known. */
const knownMax = 0.65;
const longKnownMax = 0.4;

/** `words`: all seem to be others; `letters`: the long ones do, or all where hardly any is long. */
export type Strangeness = { readonly words: boolean; readonly letters: boolean };

const none: Strangeness = { words: false, letters: false };
const asked = new WeakMap<Scan, Strangeness>();

/** Two decoders ask about each text. */
export function strangenessOf(scan: Scan): Strangeness {
  const before = asked.get(scan);
  if (before !== undefined) return before;
  const made = scan.text.length > charactersMax ? none : tell(scan.text);
  asked.set(scan, made);
  return made;
}

function tell(text: string): Strangeness {
  prepareKnown();
  const words = readWords(text, sampled);
  const all = { count: 0, known: 0 };
  const long = { count: 0, known: 0 };
  for (let at = 0; at < words.length; at += numbersPerWord) {
    const size = words.at(at + 1) - words.at(at);
    const known = words.at(at + 2);
    if (size < wordMin) continue;
    all.count++;
    all.known += known;
    if (size < longMin) continue;
    long.count++;
    long.known += known;
  }
  const told = long.count >= sampleMin ? long : all;
  return {
    words: all.count >= sampleMin && all.known <= all.count * knownMax,
    letters: told.count >= sampleMin && told.known <= told.count * longKnownMax,
  };
}

/** Its start, its end, and 1 where it is known. */
export const numbersPerWord = 3;

const words = new WeakMap<Scan, Ints>();

/** The words of ASCII letters of a text that is strange; both decoders go through them. */
export function wordsOf(scan: Scan): Ints {
  let made = words.get(scan);
  if (made === undefined) words.set(scan, (made = readWords(scan.text, Infinity)));
  return made;
}

/** Up to and including so many that are no single letters. */
function readWords(text: string, most: number): Ints {
  const found = new Ints();
  let left = most;
  let from = -1;
  let hash = hashSeed;
  for (let at = 0; at <= text.length && left > 0; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    const small = unit | 32;
    if (small >= 97 && small <= 122) {
      if (from < 0) from = at;
      hash = addLetter(hash, unit);
    } else if (from >= 0) {
      found.pushThree(from, at, Number(isKnownHash(hash)));
      if (at - from >= wordMin) left--;
      from = -1;
      hash = hashSeed;
    }
  }
  return found;
}
