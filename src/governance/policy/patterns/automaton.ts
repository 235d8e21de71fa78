/** One automaton for many patterns that tells, in one pass over a text, which match and where their matches end. */
import { RE2Set } from 're2js';
import { z } from 'zod';

/** Ends of matches in the order of the text, by the index of the pattern. */
export type Ends = ReadonlyMap<number, readonly number[]>;

export type Automaton = {
  /** Undefined where the text would make it larger than its memory, which is not to be taken for no match. */
  readonly findEnds: (text: string, endsMax: number) => Ends | undefined;
  /** States it has had to make so far; few for a set of patterns that stays fast. */
  readonly states: () => number;
};

/** Every state lists where each pattern could begin, so more patterns need more room. */
const bytesLeast = 16 * 1024 * 1024;
const bytesPerPattern = 64 * 1024;
const bytesMost = 128 * 1024 * 1024;

type State = { readonly matchIDs: readonly number[] };

/** What this needs of re2js's automaton. It is not part of the library's public face, so its version is pinned and its shape checked. */
type Machine = {
  readonly stateCount: number;
  readonly start: (input: Tape, position: number) => State | null;
  readonly run: (
    input: Tape,
    position: number,
    anchor: number,
    state: State,
    onMatch: (state: State, atEnd: boolean) => boolean,
  ) => boolean | null;
};

const machine = z.custom<Machine>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'stateCount' in value &&
    typeof value.stateCount === 'number' &&
    'start' in value &&
    typeof value.start === 'function' &&
    'run' in value &&
    typeof value.run === 'function',
);

export function createAutomaton(sources: readonly string[]): Automaton {
  const bytes = Math.min(bytesMost, bytesLeast + sources.length * bytesPerPattern);
  const set = new RE2Set(RE2Set.UNANCHORED, 0, bytes);
  for (const source of sources) set.add(source);
  set.compile();
  const dfa = machine.parse(set.dfa);
  const findEnds = (text: string, endsMax: number): Ends | undefined => {
    const ends = new Map<number, number[]>();
    const tape = new Tape(text);
    const state = dfa.start(tape, 0);
    if (state === null) return undefined;
    const note = (at: State, atEnd: boolean): boolean => {
      // A match is told when the character after it has been read.
      const end = atEnd ? text.length : tape.last;
      for (const id of at.matchIDs) {
        const list = ends.get(id);
        if (list === undefined) ends.set(id, [end]);
        else if (list.length < endsMax) list.push(end);
      }
      return false;
    };
    return dfa.run(tape, 0, RE2Set.UNANCHORED, state, note) === null ? undefined : ends;
  };
  return { findEnds, states: () => dfa.stateCount };
}

const beginOfLineAndText = 1 | 4;

/** A text as the automaton reads it: a character and its width in one number. */
class Tape {
  readonly text: string;
  last = 0;

  constructor(text: string) {
    this.text = text;
  }

  step(position: number): number {
    this.last = position;
    const unit = this.text.charCodeAt(position);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const point = this.text.codePointAt(position) ?? unit;
      if (point > 0xffff) return (point << 3) | 2;
    }
    return (unit << 3) | 1;
  }

  endPos(): number {
    return this.text.length;
  }

  /** Texts are always read from their beginning. */
  context(): number {
    return beginOfLineAndText;
  }
}
