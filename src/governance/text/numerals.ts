/** The tokens of a text with a digit in them, and which of them a detector need look at: told once for all detectors. */
import { Ints } from './ints.ts';

/** What a token has to be: its length, and its first character and those beside it. Absent: whatever it is. */
type Look = {
  readonly sizes: readonly [least: number, most: number];
  readonly first?: RegExp;
  readonly before?: RegExp;
  readonly after?: RegExp;
};

const sizeMax = 127;
/** Stands for all that is beyond ASCII and for the ends of the text, which every look lets pass. */
const other = 128;
/** For each length and each character the looks that let it pass, one bit each. */
const bySize = new Int32Array(sizeMax + 1);
const byFirst = new Int32Array(other + 1);
const byBefore = new Int32Array(other + 1);
const byAfter = new Int32Array(other + 1);
const looksMax = 31;
let count = 0;

/** Tokens that pass any of these looks; what passes none is none of the detector's. */
export class NumeralKind {
  readonly bits: number;

  constructor(...looks: readonly Look[]) {
    this.bits = looks.reduce((bits, look) => bits | enter(look), 0);
  }
}

function enter({ sizes: [least, most], first, before, after }: Look): number {
  if (count === looksMax) throw new RangeError('there are no more bits for looks at numbers');
  const bit = 1 << count++;
  for (let size = least; size <= Math.min(most, sizeMax); size++) add(bySize, size, bit);
  for (let unit = 0; unit <= other; unit++) {
    const passes = (shape: RegExp | undefined): boolean =>
      unit === other || shape === undefined || shape.test(String.fromCharCode(unit));
    if (passes(first)) add(byFirst, unit, bit);
    if (passes(before)) add(byBefore, unit, bit);
    if (passes(after)) add(byAfter, unit, bit);
  }
  return bit;
}

function add(table: Int32Array, at: number, bit: number): void {
  table[at] = (table[at] ?? 0) | bit;
}

/** Start and end of each token. */
export class Numerals extends Ints {
  /** For each token the looks that it passes, once somebody asks. */
  #passed: Int32Array | undefined;

  next(text: string, from: number, { bits }: NumeralKind): number {
    const passed = (this.#passed ??= this.#pass(text));
    for (let at = from >> 1; at < passed.length; at++)
      if (((passed[at] ?? 0) & bits) !== 0) return at << 1;
    return -1;
  }

  #pass(text: string): Int32Array {
    const passed = new Int32Array(this.length >> 1);
    for (let at = 0; at < passed.length; at++) {
      const start = this.at(at << 1);
      const end = this.at((at << 1) + 1);
      passed[at] =
        (bySize[Math.min(end - start, sizeMax)] ?? 0) &
        (byFirst[signAt(text, start)] ?? 0) &
        (byBefore[signAt(text, start - 1)] ?? 0) &
        (byAfter[signAt(text, end)] ?? 0);
    }
    return passed;
  }
}

/** The index of the first token from an index on that is of a kind, or -1. */
export function nextOf(
  { text, numerals }: { readonly text: string; readonly numerals: Numerals },
  from: number,
  kind: NumeralKind,
): number {
  return numerals.next(text, from, kind);
}

function signAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < other ? unit : other;
}
