/** The window of a text that speaks loudest to a head; the same windows and the same sums as at run time. */
import { heads, type Learned, type Taught } from './learned.ts';

type Range = readonly [from: number, to: number];

export type Window = {
  readonly score: number;
  readonly words: Range;
  readonly concepts: Range;
  /** What one feature's weight counts in this window. */
  readonly byWords: number;
  readonly byConcepts: number;
};

/** A segment has 40 characters and more, and texts are cut long before so many of them. */
const segmentsMax = 4096;
/** As in `model-windows.ts`. */
const conceptRest = 3;

/** First and last segment of every window. */
export function windowsOf(segments: number, scales: readonly number[]): readonly Range[] {
  const windows: [number, number][] = [];
  for (const scale of scales) {
    for (let last = scale - 1; last < segments; last++) windows.push([last - scale + 1, last]);
  }
  const longer = scales.some((scale) => scale > segments);
  if (longer && !scales.includes(segments)) windows.push([0, segments - 1]);
  return windows;
}

const known = new WeakMap<readonly number[], (readonly Range[])[]>();

/** Texts of as many segments have the same windows, and a training asks for them millions of times. */
function knownWindowsOf(segments: number, scales: readonly number[]): readonly Range[] {
  const made = known.get(scales) ?? [];
  known.set(scales, made);
  return (made[segments] ??= windowsOf(segments, scales));
}

/** Used again for each text. */
const wordSums = new Float64Array(segmentsMax + 1);
const conceptSums = new Float64Array(segmentsMax + 1);

/** With `onPayload`, only windows that touch the payload, where it is known. */
export function findWindow(
  text: Taught,
  learned: Learned,
  head: number,
  scales: readonly number[],
  onPayload: boolean,
): Window {
  const words = runningSums(wordSums, text.words, text.wordEnds, learned.words, head);
  const concepts = runningSums(
    conceptSums,
    text.concepts,
    text.conceptEnds,
    learned.concepts,
    head,
  );
  const [first, last] = (onPayload ? text.payload : undefined) ?? [0, Infinity];
  let best: Window | undefined;
  for (const [from, to] of knownWindowsOf(text.wordEnds.length, scales)) {
    if (to < first || from > last) continue;
    const wordRange: Range = [text.wordEnds[from - 1] ?? 0, text.wordEnds[to] ?? 0];
    const conceptRange: Range = [text.conceptEnds[from - 1] ?? 0, text.conceptEnds[to] ?? 0];
    const byWords = 1 / Math.sqrt(wordRange[1] - wordRange[0] + 1);
    const byConcepts = 1 / Math.sqrt(conceptRange[1] - conceptRange[0] + conceptRest);
    const score =
      (learned.bias[head] ?? 0) +
      ((words[to + 1] ?? 0) - (words[from] ?? 0)) * byWords +
      ((concepts[to + 1] ?? 0) - (concepts[from] ?? 0)) * byConcepts;
    if (best !== undefined && score <= best.score) continue;
    best = { score, words: wordRange, concepts: conceptRange, byWords, byConcepts };
  }
  return (
    best ?? {
      score: learned.bias[head] ?? 0,
      words: [0, 0],
      concepts: [0, 0],
      byWords: 1,
      byConcepts: 1,
    }
  );
}

function runningSums(
  sums: Float64Array,
  features: Int32Array,
  ends: Int32Array,
  weights: Float32Array,
  head: number,
): Float64Array {
  sums[0] = 0;
  let sum = 0;
  let at = 0;
  for (let segment = 0; segment < ends.length; segment++) {
    const end = ends[segment] ?? 0;
    for (; at < end; at++) {
      const feature = features[at] ?? -1;
      if (feature >= 0) sum += weights[feature * heads + head] ?? 0;
    }
    sums[segment + 1] = sum;
  }
  return sums;
}
