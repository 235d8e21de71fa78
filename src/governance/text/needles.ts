/** Many short words looked for in one walk over a text, case aside: a table tells for each letter where the walk stands. */
import { blockUnits, unitsFrom } from './code-units.ts';
import { Ints } from './ints.ts';

/** Letters, digits and `_`; everything else ends a word. */
const symbols = new Uint8Array(1 << 16);
const symbolCount = 38;
for (let at = 0; at < 26; at++) symbols[65 + at] = symbols[97 + at] = at + 1;
for (let at = 0; at < 10; at++) symbols[48 + at] = at + 27;
symbols[95] = 37;

export class Needles {
  /** For each state and symbol where the next state stands in this table; below 0 where a word has just ended. */
  readonly #next: Int32Array;

  /** Words of letters, digits and `_`. */
  constructor(words: readonly string[]) {
    const statesMax = words.reduce((sum, word) => sum + word.length, 1);
    const next = new Int32Array(statesMax * symbolCount);
    const ends = new Uint8Array(statesMax);
    let states = 1;
    for (const word of words) {
      let state = 0;
      for (let at = 0; at < word.length; at++) {
        const slot = state * symbolCount + (symbols[word.charCodeAt(at)] ?? 0);
        if (next[slot] === 0) next[slot] = states++;
        state = next[slot] ?? 0;
      }
      ends[state] = 1;
    }
    close(next, ends, states);
    this.#next = next.map((state, slot) => {
      if (slot % symbolCount === 0) return 0;
      return ends[state] === 1 ? -state * symbolCount : state * symbolCount;
    });
  }

  /** The place behind each word, in order. */
  endsIn(text: string): Ints {
    const found = new Ints();
    const next = this.#next;
    const table = symbols;
    let row = 0;
    for (let from = 0; from < text.length; from += blockUnits) {
      const units = unitsFrom(text, from);
      const count = Math.min(blockUnits, text.length - from);
      for (let at = 0; at < count; at++) {
        row = next[row + (table[units[at] ?? 0] ?? 0)] ?? 0;
        if (row >= 0) continue;
        row = -row;
        found.push(from + at + 1);
      }
    }
    return found;
  }

  standsIn(text: string): boolean {
    const next = this.#next;
    let row = 0;
    for (let at = 0; at < text.length; at++) {
      row = next[row + (symbols[text.charCodeAt(at)] ?? 0)] ?? 0;
      if (row < 0) return true;
    }
    return false;
  }
}

/** Where the walk falls back, the longest other beginning goes on (Aho and Corasick). */
function close(next: Int32Array, ends: Uint8Array, states: number): void {
  const fall = new Int16Array(states);
  const queue: number[] = [];
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    const state = next[symbol] ?? 0;
    if (state !== 0) queue.push(state);
  }
  for (const state of queue) {
    const back = fall[state] ?? 0;
    if (ends[back] === 1) ends[state] = 1;
    for (let symbol = 1; symbol < symbolCount; symbol++) {
      const slot = state * symbolCount + symbol;
      const beside = next[back * symbolCount + symbol] ?? 0;
      const child = next[slot] ?? 0;
      if (child === 0) next[slot] = beside;
      else {
        fall[child] = beside;
        queue.push(child);
      }
    }
  }
}
