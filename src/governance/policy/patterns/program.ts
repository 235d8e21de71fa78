/** Reads the compiled form of an RE2 expression: how short and how long its matches are, and whether it is tied to an edge. */
import type { RE2JS } from 're2js';
import { z } from 'zod';

/** A character, or pairs of the first and last of a range. */
function toNumbers(value: unknown): readonly number[] {
  return value instanceof Int32Array ? [...value] : z.array(z.int()).catch([]).parse(value);
}

const instruction = z.object({
  op: z.int(),
  out: z.int(),
  arg: z.int(),
  runes: z.unknown().transform(toNumbers),
});
const program = z.object({ start: z.int(), inst: z.array(z.unknown()) });
type Instruction = z.infer<typeof instruction>;

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

type Program = { readonly start: number; readonly instructions: readonly Instruction[] };

function readProgram(regex: RE2JS): Program {
  const { start, inst } = program.parse(regex.re2().prog);
  return { start, instructions: inst.map((one) => instruction.parse(one)) };
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
  const ranges = one.runes;
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
  const distance = new Map<number, number>([[start, 0]]);
  const queue: number[] = [start];
  let best = Infinity;
  while (queue.length > 0) {
    const at = queue.shift();
    if (at === undefined) break;
    const one = instructions[at];
    if (one === undefined) continue;
    const here = distance.get(at) ?? 0;
    if (one.op === match) best = Math.min(best, here);
    const step = runes.has(one.op) ? 1 : 0;
    for (const next of nextOf(one)) {
      if ((distance.get(next) ?? Infinity) <= here + step) continue;
      distance.set(next, here + step);
      if (step === 0) queue.unshift(next);
      else queue.push(next);
    }
  }
  return best;
}

/** Infinity where the program has a cycle that a match can go round. */
function longest(instructions: readonly Instruction[], start: number): number {
  const done = new Map<number, number>();
  const open = new Set<number>();
  const stack: { at: number; entered: boolean }[] = [{ at: start, entered: false }];
  while (stack.length > 0) {
    const top = stack.at(-1);
    if (top === undefined) break;
    const one = instructions[top.at];
    if (one === undefined || done.has(top.at)) {
      stack.pop();
      continue;
    }
    const nexts = nextOf(one);
    if (!top.entered) {
      top.entered = true;
      open.add(top.at);
      for (const next of nexts) {
        if (open.has(next)) return Infinity;
        if (!done.has(next)) stack.push({ at: next, entered: false });
      }
      continue;
    }
    const step = runes.has(one.op) ? 1 : 0;
    const after = nexts.map((next) => done.get(next) ?? -Infinity);
    done.set(top.at, one.op === match ? 0 : step + Math.max(-Infinity, ...after));
    open.delete(top.at);
    stack.pop();
  }
  return done.get(start) ?? 0;
}
