/** Tells whether so few words of a short text are known as they stand that they may be misspelt on purpose. */
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

export type Word = { readonly from: number; readonly to: number; readonly known: boolean };

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
  const all = { count: 0, known: 0 };
  const long = { count: 0, known: 0 };
  for (const { from, to, known } of wordsOf(text)) {
    if (to - from < wordMin) continue;
    all.count++;
    if (known) all.known++;
    if (to - from >= longMin) {
      long.count++;
      if (known) long.known++;
    }
    if (all.count === sampled) break;
  }
  const told = long.count >= sampleMin ? long : all;
  return {
    words: all.count >= sampleMin && all.known <= all.count * knownMax,
    letters: told.count >= sampleMin && told.known <= told.count * longKnownMax,
  };
}

/** The words of ASCII letters; to be read where known words are prepared. */
export function* wordsOf(text: string): Generator<Word> {
  let from = -1;
  let hash = hashSeed;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : 0;
    const small = unit | 32;
    if (small >= 97 && small <= 122) {
      if (from < 0) from = at;
      hash = addLetter(hash, unit);
    } else if (from >= 0) {
      yield { from, to: at, known: isKnownHash(hash) };
      from = -1;
      hash = hashSeed;
    }
  }
}
