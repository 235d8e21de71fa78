/** Undoes Pig Latin, in which the first consonants of a word stand behind it with `ay`. */
import { addLetter, hashSeed, isKnownHash, prepareKnown } from '../known-words.ts';
import type { Respelling } from './decoder.ts';

/** Of so many words that most of them end so; in prose every fiftieth does. */
const wordsMin = 5;
const shareMin = 0.8;
const headMax = 4;
const word = /[A-Za-z]+/g;

export const pigLatin: Respelling = {
  name: 'pig_latin',
  read: ({ text, wordCount }, rewrite) => {
    if (wordCount < wordsMin || countEnds(text) < wordCount * shareMin) return;
    prepareKnown();
    let kept = 0;
    for (const { index, 0: written } of text.matchAll(word)) {
      if (rewrite.overflowed) return;
      if (!/ay$/i.test(written) || written.length < 3) continue;
      rewrite.keep(kept, index);
      kept = index + written.length;
      rewrite.put(undo(written), index, kept);
    }
    rewrite.keep(kept, text.length);
  },
};

function countEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('ay'); at !== -1; at = text.indexOf('ay', at + 2)) count++;
  for (let at = text.indexOf('AY'); at !== -1; at = text.indexOf('AY', at + 2)) count++;
  return count;
}

/** `ignoreway` or `eviouspray`: the longest head that makes a known word, or the one consonant before `ay`. */
function undo(written: string): string {
  const body = written.slice(0, -2);
  const readings = /[wWyY]$/.test(body) ? [body.slice(0, -1)] : [];
  for (let size = 1; size <= headMax && size < body.length; size++) {
    const head = body.slice(-size);
    if (/[aeio]/i.test(head.charAt(0)) || (size > 1 && /[aeio]/i.test(head))) break;
    readings.push(head + body.slice(0, -size));
  }
  return readings.find(isKnown) ?? readings.find(({ length }) => length > 0) ?? body;
}

function isKnown(reading: string): boolean {
  let hash = hashSeed;
  for (let at = 0; at < reading.length; at++) hash = addLetter(hash, reading.charCodeAt(at));
  return reading.length > 1 && isKnownHash(hash);
}
