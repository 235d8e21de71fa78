/** The library's automaton for many patterns, and what is needed of it to walk through it. */
import { RE2Set } from 're2js';
import { z } from 'zod';
import type { Steps } from '../../steps.ts';

/** Every state lists where each pattern could begin, so more patterns need more room. */
const bytesLeast = 16 * 1024 * 1024;
const bytesPerPattern = 64 * 1024;
/** A text that names all words of a list is in another state at almost each of their characters. */
const bytesPerCharacter = 512;
const bytesMost = 128 * 1024 * 1024;

export type State = { readonly isMatch: boolean; readonly matchIDs: readonly number[] };

/** Where the automaton last had to begin anew for want of memory. */
export type Search = { resetPos: number };

/** Texts are always read from their beginning. */
export type Start = { readonly context: () => number };

/** What this needs of re2js's automaton. It is not part of the library's public face, so its version is pinned and its shape checked. */
export type Machine = {
  readonly stateCount: number;
  readonly numClasses: number;
  readonly runeClass: (point: number) => number;
  readonly start: (input: Start, position: number) => State | null;
  readonly stepOrReset: (
    state: State,
    kind: number,
    point: number,
    anchor: number,
    position: number,
    search: Search,
  ) => State | null;
};

const machine = z.custom<Machine>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'stateCount' in value &&
    typeof value.stateCount === 'number' &&
    'numClasses' in value &&
    typeof value.numClasses === 'number' &&
    'runeClass' in value &&
    typeof value.runeClass === 'function' &&
    'start' in value &&
    typeof value.start === 'function' &&
    'stepOrReset' in value &&
    typeof value.stepOrReset === 'function',
);

/** What the library makes of some patterns: its instructions name each other by their places, the first of which fails. */
type Instruction = { readonly op: number; out: number; arg: number };
type Program = { start: number; readonly inst: Instruction[] };

/** Of the automaton, beside what walks through it: its program, and the characters at which its classes of characters begin. */
type Grown = Machine & {
  readonly prog: Program;
  numClasses: number;
  classBounds: Int32Array;
  readonly latin1Class: Int32Array;
};

const grown = z.custom<Grown>((value) => {
  if (!machine.safeParse(value).success) return false;
  const { prog, classBounds, latin1Class } = value as Partial<Record<keyof Grown, unknown>>;
  if (!(classBounds instanceof Int32Array && latin1Class instanceof Int32Array)) return false;
  if (typeof prog !== 'object' || prog === null || !('start' in prog && 'inst' in prog))
    return false;
  return (
    typeof prog.start === 'number' && Array.isArray(prog.inst) && prog.inst.every(isInstruction)
  );
});

function isInstruction(value: unknown): value is Instruction {
  if (typeof value !== 'object' || value === null) return false;
  const { op, out, arg } = value as Partial<Record<keyof Instruction, unknown>>;
  return typeof op === 'number' && typeof out === 'number' && typeof arg === 'number';
}

/** re2js numbers its instructions so; a test holds what is put together to what the library makes in one go. */
const alternative = 1;
const alternatives = new Set([alternative, 2]);
const match = 6;

/** Patterns of about so many characters together are compiled in a step. */
const stepCharacters = 4096;

/**
 * The library compiles a set in one go, which takes as long as there are patterns. So a few at a time become a set, and
 * the programs of the sets one program.
 */
export function* createMachine(sources: readonly string[]): Steps<Machine> {
  const bytes = sources.reduce(
    (sum, { length }) => sum + Math.max(bytesPerPattern, length * bytesPerCharacter),
    bytesLeast,
  );
  let whole: Grown | undefined;
  for (let from = 0; from < sources.length || whole === undefined;) {
    const set = new RE2Set(RE2Set.UNANCHORED, 0, Math.min(bytes, bytesMost));
    const first = from;
    for (let characters = 0; from < sources.length && characters < stepCharacters; from += 1) {
      const source = sources[from] ?? '';
      set.add(source);
      characters += source.length;
      yield;
    }
    set.compile();
    yield;
    const own = grown.parse(set.dfa);
    if (whole === undefined) whole = own;
    else append(whole, own, first);
    yield;
  }
  return whole;
}

/** `first`: how many patterns the whole has, after which those of the other one are numbered. */
function append(whole: Grown, other: Grown, first: number): void {
  const { prog } = whole;
  const before = prog.inst.length;
  const [fails, ...added] = other.prog.inst;
  // What fails does so at the one place that stands for it.
  const placeOf = (place: number): number => (place === 0 ? 0 : place + before - 1);
  for (const one of added) {
    if (one.op === match) one.arg += first;
    else one.out = placeOf(one.out);
    if (alternatives.has(one.op)) one.arg = placeOf(one.arg);
    prog.inst.push(one);
  }
  if (fails === undefined) return;
  // The place that the other one failed at stands for the choice between the two.
  prog.inst.push(
    Object.assign(fails, { op: alternative, out: prog.start, arg: placeOf(other.prog.start) }),
  );
  prog.start = prog.inst.length - 1;
  joinClasses(whole, other);
}

/** A class ends wherever one of either does. */
function joinClasses(whole: Grown, other: Grown): void {
  const bounds = new Set([...whole.classBounds, ...other.classBounds]);
  whole.classBounds = Int32Array.from(bounds).sort();
  whole.numClasses = whole.classBounds.length + 1;
  let kind = 0;
  whole.latin1Class.forEach((_, point) => {
    while ((whole.classBounds[kind] ?? Infinity) <= point) kind += 1;
    whole.latin1Class[point] = kind;
  });
}
