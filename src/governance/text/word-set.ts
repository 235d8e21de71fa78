/** A set of words and stems, asked by number; it holds every word that one of its stems covers. */
import { idsAlike, vocabularySize, wordId, wordOf } from './vocabulary.ts';

let count = 0;

/** A bit for each number, in words of 32: a byte for each would be eight times as much, in each of some hundred sets. */
const bitsShift = 5;
const bitsMask = 31;

export class WordSet {
  /** Each set has its own, so that answers about it can stand in a row. */
  readonly number = count++;
  #own: readonly number[];
  #member = new Int32Array(0);
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
    return (((this.#member[id >> bitsShift] ?? 0) >> (id & bitsMask)) & 1) === 1;
  }

  /** Every number that `has` answers true for, once. */
  ids(): readonly number[] {
    return this.#cover();
  }

  /** The scan tells the most exact entry it knows, so a stem has to answer for longer stems and whole words too. */
  #cover(): readonly number[] {
    this.#known = vocabularySize();
    this.#member = new Int32Array((this.#known >> bitsShift) + 1);
    const all: number[] = [];
    for (const id of this.#own) {
      this.#enter(id, all);
      const word = wordOf(id);
      if (!word.endsWith('*')) continue;
      const stem = word.slice(0, -1);
      for (const other of idsAlike(stem))
        if (wordOf(other).startsWith(stem)) this.#enter(other, all);
    }
    return all;
  }

  #enter(id: number, all: number[]): void {
    const at = id >> bitsShift;
    const bits = this.#member[at] ?? 0;
    const bit = 1 << (id & bitsMask);
    if ((bits & bit) !== 0) return;
    this.#member[at] = bits | bit;
    all.push(id);
  }
}
