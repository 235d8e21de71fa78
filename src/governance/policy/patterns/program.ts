/** Reads the compiled form of an RE2 expression: how short and how long its matches are, and whether it is tied to an edge. */
import type { RE2JS } from 're2js';
import { z } from 'zod';

/** `runes`: a character, or pairs of the first and last of a range. */
type Instruction = {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: unknown;
};
type Program = { readonly start: number; readonly inst: readonly Instruction[] };

/** Looked at by hand: a list of words has tens of thousands of instructions. */
const program = z.custom<Program>((value) => {
  if (typeof value !== 'object' || value === null) return false;
  const { start, inst } = value as Partial<Record<keyof Program, unknown>>;
  return Number.isInteger(start) && Array.isArray(inst) && inst.every(isInstruction);
});

function isInstruction(value: unknown): value is Instruction {
  if (typeof value !== 'object' || value === null) return false;
  const { op, out, arg } = value as Partial<Record<keyof Instruction, unknown>>;
  return Number.isInteger(op) && Number.isInteger(out) && Number.isInteger(arg);
}

const characters = z.array(z.int()).catch([]);

/** re2js numbers its instructions so; a test holds them to what expressions are known to mean. */
const alternatives = new Set([1, 2]);
const emptyWidth = 4;
const fail = 5;
const match = 6;
const runes = new Set([8, 9, 10, 11]);
/** Begin and end of a text and of a line. */
const edges = 1 | 2 | 4 | 8;

export type Lengths = {
  /** Instructions it compiles to; a counted repeat takes one for each time. */
  readonly size: number;
  readonly lengthMin: number;
  readonly lengthMax: number;
  readonly anchored: boolean;
};

function readProgram(regex: RE2JS): {
  readonly start: number;
  readonly instructions: readonly Instruction[];
} {
  const { start, inst } = program.parse(regex.re2().prog);
  return { start, instructions: inst };
}

/** A short text that the expression matches, but for conditions on what stands beside it. */
export function sampleMatch(regex: RE2JS): string {
  const { start, instructions } = readProgram(regex);
  const from = new Map<number, { readonly before: number; readonly read: string }>();
  const queue = [start];
  const seen = new Set(queue);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const one = instructions[at];
    if (one === undefined) continue;
    if (one.op === match) return spell(at, from);
    const read = runes.has(one.op) ? characterOf(one) : '';
    for (const next of nextOf(one)) {
      if (seen.has(next)) continue;
      seen.add(next);
      from.set(next, { before: at, read });
      if (read === '') queue.unshift(next);
      else queue.push(next);
    }
  }
  return '';
}

function spell(
  end: number,
  from: ReadonlyMap<number, { readonly before: number; readonly read: string }>,
): string {
  const read: string[] = [];
  for (let step = from.get(end); step !== undefined; step = from.get(step.before)) {
    read.push(step.read);
  }
  return read.reverse().join('');
}

/** A letter or digit of the class where it has one, so that samples run into each other as texts do. */
function characterOf(one: Instruction): string {
  const ranges = one.runes instanceof Int32Array ? one.runes : characters.parse(one.runes);
  const first = ranges[0];
  if (first === undefined) return 'a';
  for (const wanted of [97, 65, 48]) {
    for (let index = 0; index + 1 < ranges.length; index += 2) {
      if ((ranges[index] ?? 0) <= wanted && wanted <= (ranges[index + 1] ?? 0)) {
        return String.fromCharCode(wanted);
      }
    }
  }
  return String.fromCodePoint(first);
}

export function readLengths(regex: RE2JS): Lengths {
  const { start, instructions } = readProgram(regex);
  const anchored = instructions.some((one) => one.op === emptyWidth && (one.arg & edges) !== 0);
  return {
    size: instructions.length,
    lengthMin: shortest(instructions, start),
    // A character outside the basic plane takes two code units.
    lengthMax: longest(instructions, start) * 2,
    anchored,
  };
}

function nextOf(one: Instruction): readonly number[] {
  if (one.op === match || one.op === fail) return [];
  return alternatives.has(one.op) ? [one.out, one.arg] : [one.out];
}

function shortest(instructions: readonly Instruction[], start: number): number {
  const distance = new Float64Array(instructions.length).fill(Infinity);
  distance[start] = 0;
  let best = Infinity;
  // Places that one more character leads to wait until all are seen that none does.
  let here = [start];
  while (here.length > 0) {
    const further: number[] = [];
    for (let at = here.pop(); at !== undefined; at = here.pop()) {
      const one = instructions[at];
      if (one === undefined) continue;
      const length = distance[at] ?? 0;
      if (one.op === match) best = Math.min(best, length);
      const step = runes.has(one.op) ? 1 : 0;
      for (const next of nextOf(one)) {
        if ((distance[next] ?? 0) <= length + step) continue;
        distance[next] = length + step;
        (step === 0 ? here : further).push(next);
      }
    }
    here = further;
  }
  return best;
}

/** Infinity where the program has a cycle that a match can go round. */
function longest(instructions: readonly Instruction[], start: number): number {
  const done = new Float64Array(instructions.length).fill(NaN);
  const isOpen = new Uint8Array(instructions.length);
  const stack = [start];
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const one = instructions[at];
    if (one === undefined || !Number.isNaN(done[at])) {
      stack.pop();
      continue;
    }
    const nexts = nextOf(one);
    if (isOpen[at] === 0) {
      isOpen[at] = 1;
      for (const next of nexts) {
        if (isOpen[next] === 1) return Infinity;
        if (Number.isNaN(done[next])) stack.push(next);
      }
      continue;
    }
    const step = runes.has(one.op) ? 1 : 0;
    const after = nexts.map((next) => done[next] ?? -Infinity);
    done[at] = one.op === match ? 0 : step + Math.max(-Infinity, ...after);
    isOpen[at] = 0;
    stack.pop();
  }
  return done[start] ?? 0;
}
