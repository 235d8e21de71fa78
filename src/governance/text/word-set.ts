/** A set of words and stems, asked by number; it holds every word that one of its stems covers. */
import { idsAlike, vocabularySize, wordId, wordOf } from './vocabulary.ts';

let count = 0;

export class WordSet {
  /** Each set has its own, so that answers about it can stand in a row. */
  readonly number = count++;
  #own: readonly number[];
  #all = new Set<number>();
  /** 1 at the number of each of them. */
  #member = new Uint8Array(0);
  #known = 0;

  /** Words in any white space; `stem*` for all that begin so. */
  constructor(...lists: readonly string[]) {
    this.#own = lists
      .flatMap((list) => list.split(/\s+/))
      .filter((word) => word !== '')
      .map(wordId);
  }

  /** Everything that is in one of them. */
  static union(sets: readonly WordSet[]): WordSet {
    const made = new WordSet();
    made.#own = [...new Set(sets.flatMap((set) => set.#own))];
    return made;
  }

  /** The words and stems as they were given. */
  own(): readonly number[] {
    return this.#own;
  }

  has(id: number): boolean {
    if (this.#known !== vocabularySize()) this.#cover();
    return this.#member[id] === 1;
  }

  /** Every number that `has` answers true for. */
  ids(): ReadonlySet<number> {
    if (this.#known !== vocabularySize()) this.#cover();
    return this.#all;
  }

  /** The scan tells the most exact entry it knows, so a stem has to answer for longer stems and whole words too. */
  #cover(): void {
    this.#known = vocabularySize();
    this.#all = new Set(this.#own);
    this.#addCovered();
    this.#member = new Uint8Array(this.#known);
    for (const id of this.#all) this.#member[id] = 1;
  }

  #addCovered(): void {
    for (const own of this.#own) {
      const stem = wordOf(own);
      if (!stem.endsWith('*')) continue;
      const start = stem.slice(0, -1);
      for (const id of idsAlike(start)) if (wordOf(id).startsWith(start)) this.#all.add(id);
    }
  }
}
