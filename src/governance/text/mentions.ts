/** Whether a word of some set stands in a text, for detectors that ask one after the other and mostly hear no. */
import type { Ints } from './ints.ts';
import type { WordSet } from './word-set.ts';

/**
 * What is noted about words and sets, each note beside the number of the text that it was made for: a table of its own would
 * cost a short text more than reading it does. Where another text has been asked about since, an answer is worked out again.
 */
let wordNotes = new Float64Array(1024);
let setNotes = new Float64Array(256);
let texts = 0;

/** With room for this place. */
function makeRoom(notes: Float64Array<ArrayBuffer>, place: number): Float64Array<ArrayBuffer> {
  if (place < notes.length) return notes;
  const larger = new Float64Array(Math.max(notes.length * 2, place + 1));
  larger.set(notes);
  return larger;
}

export class Mentions {
  readonly #words: Ints;
  /** How many numbers stand in a row for each word, its own first. */
  readonly #step: number;
  readonly #number = ++texts;
  #distinct: readonly number[] | undefined;

  constructor(words: Ints, step: number) {
    this.#words = words;
    this.#step = step;
  }

  has(set: WordSet): boolean {
    const note = 2 * this.#number;
    const known = setNotes[set.number] ?? 0;
    if (known >= note && known <= note + 1) return known > note;
    const answer = this.#find(set);
    setNotes = makeRoom(setNotes, set.number);
    setNotes[set.number] = answer ? note + 1 : note;
    return answer;
  }

  #find(set: WordSet): boolean {
    const distinct = (this.#distinct ??= this.#tellApart());
    for (let at = 0; at < distinct.length; at++) if (set.has(distinct[at] ?? 0)) return true;
    return false;
  }

  #tellApart(): readonly number[] {
    const ids: number[] = [];
    const { length } = this.#words;
    for (let at = 0; at < length; at += this.#step) {
      const id = this.#words.at(at);
      if (wordNotes[id] === this.#number) continue;
      wordNotes = makeRoom(wordNotes, id);
      wordNotes[id] = this.#number;
      ids.push(id);
    }
    return ids;
  }
}
