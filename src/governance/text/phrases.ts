/** Phrases as rows of word sets with gaps between them, looked for from their rarest words on. */
import { commonness } from './common-words.ts';
import type { Scan } from './scan.ts';
import { vocabularySize, wordOf } from './vocabulary.ts';
import { Watch } from './watch.ts';
import { WordSet } from './word-set.ts';

/** Word sets in order; a number between two says how many other words may stand between them (default 0). */
export type Steps = readonly (WordSet | number)[];

export type Phrase<Label> = { readonly label: Label; readonly steps: Steps };

export type Match<Label> = { readonly label: Label; readonly start: number; readonly end: number };

type Step = { readonly set: WordSet; readonly gap: number };
type Plan<Label> = {
  readonly label: Label;
  readonly steps: readonly Step[];
  readonly anchor: number;
};

export class PhraseBook<Label> {
  readonly #plans: readonly Plan<Label>[];
  readonly #watch: Watch;
  /** A book names few of all words: a row with as many places would be mostly gaps, and slow to fill. */
  readonly #byAnchor = new Map<number, Plan<Label>[]>();
  #known = 0;

  constructor(phrases: readonly Phrase<Label>[]) {
    this.#plans = phrases.map(toPlan);
    this.#watch = new Watch(WordSet.union(this.#plans.map(anchorOf)));
  }

  /** Every phrase at every place where its rarest words stand; shorter and longer ones may overlap. */
  find(scan: Scan): Match<Label>[] {
    const found: Match<Label>[] = [];
    const seen = scan.seen(this.#watch);
    if (seen.length === 0) return found;
    if (this.#known !== vocabularySize()) this.#index();
    for (const at of seen) {
      for (const plan of this.#byAnchor.get(scan.words.at(at)) ?? []) {
        const first = followBack(scan, at, plan);
        const last = first === -1 ? -1 : follow(scan, at, plan);
        if (last === -1) continue;
        found.push({
          label: plan.label,
          start: scan.words.at(first + 1),
          end: scan.words.at(last + 2),
        });
      }
    }
    return found.sort((left, right) => left.start - right.start);
  }

  #index(): void {
    this.#known = vocabularySize();
    this.#byAnchor.clear();
    for (const plan of this.#plans) {
      for (const id of anchorOf(plan).ids()) {
        const plans = this.#byAnchor.get(id);
        if (plans === undefined) this.#byAnchor.set(id, [plan]);
        else plans.push(plan);
      }
    }
  }
}

function toPlan<Label>({ label, steps }: Phrase<Label>): Plan<Label> {
  const planned: Step[] = [];
  let gap = 0;
  for (const step of steps) {
    if (typeof step === 'number') gap = step;
    else {
      planned.push({ set: step, gap });
      gap = 0;
    }
  }
  const costs = planned.map(({ set }) =>
    [...set.own()].reduce((sum, id) => sum + commonness(wordOf(id)), 0),
  );
  return { label, steps: planned, anchor: costs.indexOf(Math.min(...costs)) };
}

function anchorOf<Label>({ steps, anchor }: Plan<Label>): WordSet {
  return steps[anchor]?.set ?? new WordSet();
}

/** The index of the word that ends the phrase, or -1. Each step takes the nearest word that fits. */
function follow<Label>(scan: Scan, anchor: number, { steps, anchor: from }: Plan<Label>): number {
  const words = scan.words;
  let last = anchor;
  for (let step = from + 1; step < steps.length; step++) {
    const wanted = steps[step];
    if (wanted === undefined) return -1;
    const ordinalMax = words.at(last + 3) + 1 + wanted.gap;
    let at = last + 4;
    while (at < words.length && words.at(at + 3) <= ordinalMax && !wanted.set.has(words.at(at)))
      at += 4;
    if (at >= words.length || words.at(at + 3) > ordinalMax) return -1;
    last = at;
  }
  return last;
}

/** The index of the word that begins the phrase, or -1. */
function followBack<Label>(
  scan: Scan,
  anchor: number,
  { steps, anchor: from }: Plan<Label>,
): number {
  const words = scan.words;
  let first = anchor;
  for (let step = from; step > 0; step--) {
    const wanted = steps[step - 1]?.set;
    if (wanted === undefined) return -1;
    const ordinalMin = words.at(first + 3) - 1 - (steps[step]?.gap ?? 0);
    let at = first - 4;
    while (at >= 0 && words.at(at + 3) >= ordinalMin && !wanted.has(words.at(at))) at -= 4;
    if (at < 0 || words.at(at + 3) < ordinalMin) return -1;
    first = at;
  }
  return first;
}
