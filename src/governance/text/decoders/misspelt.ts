/** Undoes words that a reader still reads: letters doubled, drawn out or missing, or in another order. */
import { signatureOf } from '../transposed-words.ts';
import { findWord, hashOf } from '../vocabulary.ts';
import { addLetter, hashSeed, isKnownHash, knownWords } from '../known-words.ts';
import { strangenessOf, wordsOf } from '../strange-words.ts';
import type { Decoder } from './decoder.ts';

/** One such word in a text is a slip. */
const wordsMin = 2;
const shortest = 3;
const longest = 40;
const scrambledMin = 4;
const slipMin = 5;
const slipMax = 14;
/** Every letter is tried in every place of so many words of a text. */
const slipsMax = 16;

type Slip = { readonly from: number; readonly to: number; readonly letters: string };
type Found = { readonly from: number; readonly to: number; readonly word: string };

export const misspelt: Decoder = {
  name: 'misspelt',
  find: (scan, edits) => {
    if (!strangenessOf(scan).letters) return;
    for (const { from, to, word } of findMisspelt(scan.text)) edits.replace(from, to, word);
  },
};

/** Nothing where most of what is unknown is something else: names, terms and other languages have unknown words, too. */
function findMisspelt(text: string): readonly Found[] {
  const found: Found[] = [];
  const others: Slip[] = [];
  let long = 0;
  for (const { from, to, known } of wordsOf(text)) {
    if (known || to - from < shortest || to - from > longest) continue;
    const letters = text.slice(from, to).toLowerCase();
    const word = drawnOut(letters) ?? scrambled(letters);
    if (word !== undefined) found.push({ from, to, word });
    else if (to - from >= slipMin) others.push({ from, to, letters });
    if (to - from >= slipMin) long++;
  }
  let strangers = Math.max(0, others.length - slipsMax);
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
  const runs = letters.match(/(.)\1*/g) ?? [];
  if (runs.length === letters.length) return undefined;
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

/** One of the letters that stand twice stands there too often, and the others as they should. */
function oneLess(runs: readonly string[]): string | undefined {
  for (const [place, run] of runs.entries()) {
    if (run.length === 1) continue;
    const word = runs.map((one, at) => (at === place ? run.slice(0, 1) : one.slice(0, 2))).join('');
    if (isKnown(word)) return word;
  }
  return undefined;
}

function scrambled(letters: string): string | undefined {
  if (letters.length < scrambledMin) return undefined;
  return bySignature().get(signatureOf(letters));
}

/** Two letters in each other's place, or one that is missing. */
function slip(letters: string): string | undefined {
  const { length } = letters;
  if (length < slipMin || length > slipMax) return undefined;
  for (let at = 0; at + 1 < length; at++) {
    const turned = `${letters.charAt(at + 1)}${letters.charAt(at)}`;
    const word = letters.slice(0, at) + turned + letters.slice(at + 2);
    if (isKnown(word)) return word;
  }
  let hash = hashSeed;
  for (let at = 0; at <= length; at++) {
    for (let unit = 97; unit <= 122; unit++) {
      const upTo = addLetter(hash, unit);
      if (isKnownHash(hashOn(upTo, letters, at)))
        return letters.slice(0, at) + String.fromCharCode(unit) + letters.slice(at);
    }
    hash = addLetter(hash, letters.charCodeAt(at));
  }
  return undefined;
}

function hashOn(hash: number, letters: string, from: number): number {
  let made = hash;
  for (let at = from; at < letters.length; at++) made = addLetter(made, letters.charCodeAt(at));
  return made;
}

let signatures: ReadonlyMap<string, string> | undefined;

/** Made when the first text asks for it, which most processes never see. */
function bySignature(): ReadonlyMap<string, string> {
  if (signatures !== undefined) return signatures;
  const made = new Map<string, string>();
  for (const word of knownWords())
    if (word.length >= scrambledMin && /^[a-z]+$/.test(word)) made.set(signatureOf(word), word);
  signatures = made;
  return made;
}
