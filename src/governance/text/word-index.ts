/** Which of many word sets a text mentions, asked once for all of them. */
import type { Scan } from './scan.ts';
import { vocabularySize } from './vocabulary.ts';
import { Watch } from './watch.ts';
import { WordSet } from './word-set.ts';

export class WordIndex<Label> {
  readonly #entries: readonly (readonly [set: WordSet, label: Label])[];
  readonly #watch: Watch;
  readonly #labels = new Map<number, Label[]>();
  #known = 0;

  constructor(entries: readonly (readonly [set: WordSet, label: Label])[]) {
    this.#entries = entries;
    this.#watch = new Watch(WordSet.union(entries.map(([set]) => set)));
  }

  mentioned(scan: Scan): ReadonlySet<Label> {
    const found = new Set<Label>();
    const seen = scan.seen(this.#watch);
    if (seen.length === 0) return found;
    if (this.#known !== vocabularySize()) this.#index();
    let last = 0;
    for (const at of seen) {
      const id = scan.words.at(at);
      if (id === last) continue;
      last = id;
      for (const label of this.#labels.get(id) ?? []) found.add(label);
    }
    return found;
  }

  #index(): void {
    this.#known = vocabularySize();
    this.#labels.clear();
    for (const [set, label] of this.#entries) {
      for (const id of set.ids()) {
        const labels = this.#labels.get(id);
        if (labels === undefined) this.#labels.set(id, [label]);
        else labels.push(label);
      }
    }
  }
}
