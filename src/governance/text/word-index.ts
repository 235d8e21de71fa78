/** Which of many word sets a text mentions, asked once for all of them. */
import type { Scan } from './scan.ts';
import { vocabularySize } from './vocabulary.ts';
import type { WordSet } from './word-set.ts';

export class WordIndex<Label> {
  readonly #entries: readonly (readonly [set: WordSet, label: Label])[];
  #labels: (Label[] | undefined)[] = [];
  #known = 0;

  constructor(entries: readonly (readonly [set: WordSet, label: Label])[]) {
    this.#entries = entries;
  }

  mentioned(scan: Scan): ReadonlySet<Label> {
    if (this.#known !== vocabularySize()) this.#index();
    const found = new Set<Label>();
    for (let at = 0; at < scan.words.length; at += 4) {
      const labels = this.#labels[scan.words.at(at)];
      if (labels !== undefined) for (const label of labels) found.add(label);
    }
    return found;
  }

  #index(): void {
    this.#known = vocabularySize();
    this.#labels = [];
    for (const [set, label] of this.#entries) {
      for (const id of set.ids()) (this.#labels[id] ??= []).push(label);
    }
  }
}
