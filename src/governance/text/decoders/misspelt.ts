/** Undoes words that a reader still reads: letters doubled, drawn out or missing, or in another order. */
import { findWord, hashOf } from '../vocabulary.ts';
import { isKnownHash } from '../known-words.ts';
import type { Scan } from '../scan.ts';
import { numbersPerWord, strangenessOf, wordsOf } from '../strange-words.ts';
import type { Decoder } from './decoder.ts';
import { slip, slipMin } from './misspelt-slip.ts';
import { scrambled } from './misspelt-order.ts';

/** One such word in a text is a slip. */
const wordsMin = 2;
const shortest = 3;
const longest = 40;
/** Every letter is tried in every place of so many words of a text. */
const slipsMax = 16;

type Slip = { readonly from: number; readonly to: number; readonly letters: string };
type Found = { readonly from: number; readonly to: number; readonly word: string };

export const misspelt: Decoder = {
  name: 'misspelt',
  find: (scan, edits) => {
    if (!strangenessOf(scan).letters) return;
    for (const { from, to, word } of findMisspelt(scan)) edits.replace(from, to, word);
  },
};

/** Nothing where most of what is unknown is something else: names, terms and other languages have unknown words, too. */
function findMisspelt(scan: Scan): readonly Found[] {
  const { text } = scan;
  const words = wordsOf(scan);
  const found: Found[] = [];
  const others: Slip[] = [];
  let long = 0;
  for (let at = 0; at < words.length; at += numbersPerWord) {
    const from = words.at(at);
    const to = words.at(at + 1);
    const known = words.at(at + 2) === 1;
    if (known || to - from < shortest || to - from > longest) continue;
    const letters = text.slice(from, to).toLowerCase();
    const word = drawnOut(letters) ?? scrambled(letters);
    if (word !== undefined) found.push({ from, to, word });
    else if (to - from >= slipMin) others.push({ from, to, letters });
    if (to - from >= slipMin) long++;
  }
  let strangers = Math.max(0, others.length - slipsMax);
  if (strangers * 2 > long) return [];
  for (const { from, to, letters } of others.slice(0, slipsMax)) {
    const word = slip(letters);
    if (word !== undefined) found.push({ from, to, word });
    else strangers++;
    if (strangers * 2 > long) return [];
  }
  if (found.length < wordsMin || strangers * 2 > long) return [];
  return found.sort((left, right) => left.from - right.from);
}

const isKnown = (word: string): boolean => word.length > 1 && isKnownHash(hashOf(word));
/** Whether rules ask for it. */
const isAsked = (word: string): boolean => word.length > 1 && findWord(hashOf(word)) !== 0;

/** Each letter twice, letters that go on and on, or one too many somewhere. */
function drawnOut(letters: string): string | undefined {
  if (!hasPair(letters)) return undefined;
  const runs = letters.match(/(.)\1*/g) ?? [];
  const cut = (most: (size: number) => number): string =>
    runs.map((run) => run.slice(0, most(run.length))).join('');
  const tries = [
    runs.every(({ length }) => length % 2 === 0) ? cut((size) => size / 2) : '',
    cut((size) => (size > 2 ? 1 : size)),
    cut((size) => Math.min(size, 2)),
    cut(() => 1),
  ];
  // Another language may have one of them, too.
  return tries.find(isAsked) ?? tries.find(isKnown) ?? oneLess(runs);
}

/** Whether some letter stands behind itself; in most words none does. */
function hasPair(letters: string): boolean {
  for (let at = 1; at < letters.length; at++)
    if (letters.charCodeAt(at) === letters.charCodeAt(at - 1)) return true;
  return false;
}

/** One of the letters that stand twice stands there too often, and the others as they should. */
function oneLess(runs: readonly string[]): string | undefined {
  for (const [place, run] of runs.entries()) {
    if (run.length === 1) continue;
    const word = runs.map((one, at) => (at === place ? run.slice(0, 1) : one.slice(0, 2))).join('');
    if (isKnown(word)) return word;
  }
  return undefined;
}
