/** Phrases as rows of word sets with gaps between them, found in one walk over the known words of a scan. */
import type { Scan } from './scan.ts';
import { vocabularySize } from './vocabulary.ts';
import type { WordSet } from './word-set.ts';

/** Word sets in order; a number between two says how many other words may stand between them (default 0). */
export type Steps = readonly (WordSet | number)[];

export type Phrase<Label> = { readonly label: Label; readonly steps: Steps };

export type Match<Label> = { readonly label: Label; readonly start: number; readonly end: number };

export class PhraseBook<Label> {
  readonly #phrases: readonly Phrase<Label>[];
  #byFirst: (Phrase<Label>[] | undefined)[] = [];
  #known = 0;

  constructor(phrases: readonly Phrase<Label>[]) {
    this.#phrases = phrases;
  }

  /** Every phrase at every place where it begins; shorter and longer ones may overlap. */
  find(scan: Scan): Match<Label>[] {
    if (this.#known !== vocabularySize()) this.#index();
    const found: Match<Label>[] = [];
    const words = scan.words;
    for (let at = 0; at < words.length; at += 4) {
      const begun = this.#byFirst[words.at(at)];
      if (begun === undefined) continue;
      for (const phrase of begun) {
        const last = follow(scan, at, phrase.steps);
        if (last >= 0) {
          found.push({ label: phrase.label, start: words.at(at + 1), end: words.at(last + 2) });
        }
      }
    }
    return found;
  }

  #index(): void {
    this.#known = vocabularySize();
    this.#byFirst = [];
    for (const phrase of this.#phrases) {
      const first = phrase.steps[0];
      if (first === undefined || typeof first === 'number') continue;
      for (const id of first.ids()) (this.#byFirst[id] ??= []).push(phrase);
    }
  }
}

/** The index of the word that ends the phrase, or -1. Each step takes the nearest word that fits. */
function follow(scan: Scan, first: number, steps: Steps): number {
  const words = scan.words;
  let last = first;
  let gap = 0;
  for (let step = 1; step < steps.length; step++) {
    const wanted = steps[step];
    if (wanted === undefined) return -1;
    if (typeof wanted === 'number') {
      gap = wanted;
      continue;
    }
    const ordinalMax = words.at(last + 3) + 1 + gap;
    let at = last + 4;
    while (at < words.length && words.at(at + 3) <= ordinalMax && !wanted.has(words.at(at)))
      at += 4;
    if (at >= words.length || words.at(at + 3) > ordinalMax) return -1;
    last = at;
    gap = 0;
  }
  return last;
}
