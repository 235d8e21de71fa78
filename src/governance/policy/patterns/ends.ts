/** Where matches of a whole set of patterns end, in one more pass over a text in which some are known to be. */
import { RE2Set } from 're2js';
import { z } from 'zod';

/** Ends of the matches in the order of the text, by the pattern's number. */
export type Ends = ReadonlyMap<number, readonly number[]>;

/** The part of re2js's automaton this needs. It is not public, so it is checked, and done without where it has changed. */
type Automaton = {
  readonly start: (input: Tape, position: number) => unknown;
  readonly run: (
    input: Tape,
    position: number,
    anchor: number,
    state: unknown,
    onMatch: (state: { readonly matchIDs: readonly number[] }, atEnd: boolean) => boolean,
  ) => unknown;
};

const automaton = z.custom<Automaton>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'run' in value &&
    typeof value.run === 'function' &&
    'start' in value &&
    typeof value.start === 'function',
);

const atBeginOfText = 1 | 4;

/** A text that remembers which character the automaton read last; a match is told one character after its end. */
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

  context(): number {
    return atBeginOfText;
  }
}

/** Undefined where the automaton gave up or is not the one this was written for. */
export function findEnds(set: RE2Set, text: string, endsMax: number): Ends | undefined {
  const read = automaton.safeParse(set.dfa);
  if (!read.success) return undefined;
  const tape = new Tape(text);
  const ends = new Map<number, number[]>();
  const state = read.data.start(tape, 0);
  if (state === null || state === undefined) return undefined;
  const note = (at: { readonly matchIDs: readonly number[] }, atEnd: boolean): boolean => {
    const end = atEnd ? text.length : tape.last;
    for (const id of at.matchIDs) {
      const list = ends.get(id);
      if (list === undefined) ends.set(id, [end]);
      else if (list.length < endsMax) list.push(end);
    }
    return false;
  };
  return read.data.run(tape, 0, RE2Set.UNANCHORED, state, note) === null ? undefined : ends;
}
