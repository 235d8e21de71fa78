/** Finds orders put together from pieces, or hidden in a code that the model is asked to undo and obey. */
import { PhraseBook } from '../text/phrases.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const join = new WordSet(
  'concatenate concatenated concatenation combine combined join joined merge append assemble interleave interlace',
);
const pieces = new WordSet(
  'strings string variables variable parts part pieces fragments letters words halves characters text',
);
const then = new WordSet(
  'then answer execute follow respond obey perform run output reply do print solve',
);
const decode = new WordSet(
  'decode decrypt decipher unscramble translate convert reverse deobfuscate dekodiere décode decodifica',
);
const code = new WordSet(
  'base64 base32 rot13 hex hexadecimal binary morse caesar cipher ciphertext leetspeak encoded encrypted ascii',
);
const obey = new WordSet(
  'follow execute obey perform answer respond comply act carry instructions instruction',
);

const book = new PhraseBook<readonly [category: string, confidence: number]>([
  { label: ['injection/splitting', 0.6], steps: [join, 4, pieces, 10, then] },
  { label: ['injection/splitting', 0.55], steps: [pieces, 3, join, 10, then] },
  { label: ['injection/encoded_order', 0.7], steps: [decode, 6, code, 10, obey] },
  { label: ['injection/encoded_order', 0.65], steps: [code, 6, decode, 10, obey] },
  { label: ['injection/encoded_order', 0.6], steps: [decode, 4, obey, 6, code] },
]);
/** `a = "…"; b = "…"`, then `a + b` outside of a program. */
const assignments =
  /\b([a-z])\s?=\s?["'“][^"'”\n]{2,200}["'”][^]{1,400}?\b[a-z]\s?=\s?["'“][^"'”\n]{2,200}["'”][^]{1,400}?\b[a-z]\s?\+\s?[a-z]\b(?:\s?\+\s?[a-z]\b)?/gi;
const assignmentHint = /\b[a-z]\s?\+\s?[a-z]\b/i;

export const injectionSplitting: Detector = {
  name: 'injection-splitting',
  categories: ['injection/splitting', 'injection/encoded_order'],
  find: (view) => {
    if (!view.canonical) return [];
    const found: Sighting[] = book
      .find(scanOf(view))
      .map(({ label: [category, confidence], start, end }) => ({
        category,
        severity: 'medium',
        confidence,
        start,
        end,
      }));
    if (view.text.includes('+') && assignmentHint.test(view.text)) {
      for (const match of view.text.matchAll(assignments)) {
        const end = match.index + match[0].length;
        found.push({
          category: 'injection/splitting',
          severity: 'medium',
          confidence: 0.5,
          start: match.index,
          end,
        });
      }
    }
    return found;
  },
};
