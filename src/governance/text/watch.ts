/** Words that somebody looks out for: the scan notes where they stand, so that nobody walks the text again. */
import { vocabularySize } from './vocabulary.ts';
import type { WordSet } from './word-set.ts';

const watches: Watch[] = [];
let table: (number[] | undefined)[] = [];
let known = '';

/** A set of words with a number of its own; `scan.seen(watch)` answers with the places of its words. */
export class Watch {
  readonly number: number;
  readonly set: WordSet;

  constructor(set: WordSet) {
    this.set = set;
    this.number = watches.push(this) - 1;
  }
}

/** The numbers of the watches by word; made again when words or watches have been added. */
export function watchTable(): readonly (readonly number[] | undefined)[] {
  const state = `${vocabularySize()} ${watches.length}`;
  if (known !== state) {
    known = state;
    // With all its places from the beginning: filled here and there, the engine would keep it as a dictionary for a while.
    table = Array.from({ length: vocabularySize() });
    for (const { number, set } of watches) {
      for (const id of set.ids()) (table[id] ??= []).push(number);
    }
  }
  return table;
}
