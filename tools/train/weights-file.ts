/** Packs what was learned into the classifier's file: eight bits a weight, four heads to an integer, strangers told apart by a mark. */
import { markOf } from '../../src/governance/detectors/model.ts';
import { formatVersion, type Header, magic } from '../../src/governance/detectors/model-weights.ts';
import type { Dictionary } from './encode.ts';
import { heads, type Learned } from './learned.ts';
import type { Lexicon } from './lexicon.ts';
import { type LearnedSubjects, stepOf, subjectBits } from './subjects.ts';

export const wordBits = 18;
export const conceptBits = 16;

type Table = {
  readonly marks: Uint8Array;
  readonly weights: Int32Array;
  readonly steps: readonly number[];
  readonly kept: number;
};

/** Where two features want one slot, the one that says more to more texts has it. */
export function packTable(weights: Float32Array, dictionary: Dictionary, bits: number): Table {
  const { hashes, counts } = dictionary;
  const steps = Array.from({ length: heads }, (_head, head) =>
    stepOf(weights.filter((_weight, at) => at % heads === head)),
  );
  const size = 1 << bits;
  const marks = new Uint8Array(size);
  const packed = new Int32Array(size).fill(0x80808080 | 0);
  const holders = new Float64Array(size);
  hashes.forEach((hash, feature) => {
    const quarters = steps.map((step, head) => {
      const weight = (weights[feature * heads + head] ?? 0) / step;
      return Math.max(-127, Math.min(127, Math.round(weight)));
    });
    const loudest = Math.max(...quarters.map(Math.abs));
    const say = loudest * Math.sqrt(counts[feature] ?? 1);
    const slot = hash >>> (32 - bits);
    if (loudest === 0 || say <= (holders[slot] ?? 0)) return;
    holders[slot] = say;
    marks[slot] = markOf(hash);
    packed[slot] = pack(quarters);
  });
  return { marks, weights: packed, steps, kept: marks.filter((mark) => mark !== 0).length };
}

/** Heads 0 and 2 in the even bytes, 1 and 3 in the odd ones, 128 added to each. */
function pack(quarters: readonly number[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = quarters.map((weight) => (weight + 128) & 255);
  return a | (b << 8) | (c << 16) | (d << 24);
}

export type Parts = {
  readonly learned: Learned;
  readonly words: Dictionary;
  readonly concepts: Dictionary;
  readonly lexicon: Lexicon;
  readonly subjects: LearnedSubjects;
  readonly scales: readonly number[];
  readonly heads: readonly Pick<Header['heads'][number], 'name' | 'threshold' | 'knots'>[];
};

export type Written = { readonly bytes: Uint8Array; readonly kept: readonly [number, number] };

export function writeWeights(parts: Parts): Written {
  const words = packTable(parts.learned.words, parts.words, wordBits);
  const concepts = packTable(parts.learned.concepts, parts.concepts, conceptBits);
  const header: Header = {
    scales: [...parts.scales],
    heads: parts.heads.map((one, head) => ({
      ...one,
      bias: Number((parts.learned.bias[head] ?? 0).toPrecision(9)),
      wordStep: words.steps[head] ?? 1,
      conceptStep: concepts.steps[head] ?? 1,
    })),
    subjects: [...parts.subjects.subjects],
    wordBits,
    conceptBits,
    subjectBits,
    concepts: parts.lexicon.keys.length,
    groups: parts.lexicon.groups.length,
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const start = new Uint8Array(12);
  start.set(new TextEncoder().encode(magic));
  const numbers = new DataView(start.buffer);
  numbers.setUint32(4, formatVersion, true);
  numbers.setUint32(8, json.length, true);
  const bytes = join([
    start,
    json,
    words.marks,
    toBytes(words.weights),
    concepts.marks,
    toBytes(concepts.weights),
    new Uint8Array(parts.subjects.weights.buffer),
    toBytes(parts.lexicon.keys),
    parts.lexicon.ids,
    parts.lexicon.groups,
  ]);
  return { bytes, kept: [words.kept, concepts.kept] };
}

function toBytes(integers: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(integers.length * 4));
  integers.forEach((integer, at) => {
    view.setInt32(at * 4, integer, true);
  });
  return new Uint8Array(view.buffer);
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
