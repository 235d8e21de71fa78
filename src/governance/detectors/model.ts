/** The trained classifier: one pass over a text scores it for attacks, hidden orders, harm and toxicity. */
import type { View } from '../text/view.ts';
import { ConceptTable } from './model-concepts.ts';
import { FeatureReader, type SegmentSink } from './model-reader.ts';
import { type Head, type HeadName, headNames, readWeights, type Weights } from './model-weights.ts';
import { conceptsAt, headsMax, sumsWidth, WindowSearch, wordsAt } from './model-windows.ts';

/** The window that speaks loudest, in UTF-16 code units of the text. */
export type Opinion = {
  readonly score: number;
  readonly confidence: number;
  /** Whether the score reaches what a head asks for. */
  readonly heard: boolean;
  readonly start: number;
  readonly end: number;
};

export type Opinions = Readonly<Record<HeadName, Opinion>>;

/** Longest stretch that is looked at again to tell what a finding is about. */
const subjectCharactersMax = 4096;
/**
 * The loudest of many windows is loud by chance: the longer a text, the more is asked of it. Up to a bound, or whoever
 * orders something would only have to write a long text around it.
 */
const [usualCharacters, perDoubling, byChanceMax] = [1_500, 0.4, 1.2];
/** From here on a head is sure. */
const sureFrom = 0.75;

function loudByChance(characters: number): number {
  const doublings = Math.log2(Math.max(1, characters / usualCharacters));
  return Math.min(byChanceMax, perDoubling * doublings);
}

function agree(left: Opinion, right: Opinion): boolean {
  if (Math.min(left.confidence, right.confidence) < sureFrom) return false;
  return Math.min(left.end, right.end) > Math.max(left.start, right.start);
}

/** Sums of this many features are kept apart before they are added up, four to an integer. */
const packedMax = 255;
/** Four weights of 0, as they are stored. */
const neutral = 0x80808080 | 0;

// Invariant: the same text has the same opinions; what is kept for a view only saves work.
export class Model {
  readonly #weights: Weights;
  readonly #reader: FeatureReader;
  readonly #search: WindowSearch;
  readonly #sums = new Int32Array(sumsWidth);
  readonly #gather: SegmentSink;
  readonly #opinions = new WeakMap<View, Opinions>();

  constructor(weights: Weights) {
    this.#weights = weights;
    const { conceptKeys, conceptIds, conceptGroups, heads, scales } = weights;
    this.#reader = new FeatureReader(new ConceptTable(conceptKeys, conceptIds, conceptGroups));
    this.#search = new WindowSearch(heads, scales);
    this.#gather = (words, wordCount, concepts, conceptCount, start, end) => {
      const sums = this.#sums;
      const { wordMarks, wordWeights, conceptMarks, conceptWeights } = this.#weights;
      addUp(words, wordCount, wordMarks, wordWeights, sums, 0);
      addUp(concepts, conceptCount, conceptMarks, conceptWeights, sums, headsMax);
      sums[wordsAt] = wordCount;
      sums[conceptsAt] = conceptCount;
      this.#search.add(sums, start, end);
    };
  }

  /** Three detectors ask about each view; it is read once. */
  opinionsOn(view: View): Opinions {
    const known = this.#opinions.get(view);
    if (known !== undefined) return known;
    const opinions = this.judge(view.text);
    this.#opinions.set(view, opinions);
    return opinions;
  }

  judge(text: string): Opinions {
    this.#search.begin();
    this.#reader.read(text, this.#gather);
    const opinions = this.#opinionsOf(0);
    const { attack, document } = opinions;
    // Two heads that hear the same place hear no accident.
    if (agree(attack, document)) return opinions;
    const byChance = loudByChance(text.length);
    return byChance === 0 ? opinions : this.#opinionsOf(byChance);
  }

  /** Of what was read last; `less` is taken off each score. */
  #opinionsOf(less: number): Opinions {
    const peaks = this.#search.finish();
    const opinion = (at: number): Opinion => {
      const head = this.#weights.heads[at];
      const peak = peaks[at];
      if (head === undefined || peak === undefined) throw new RangeError('a head is missing');
      const score = peak.score - less;
      const heard = score >= head.threshold;
      return { ...peak, score, heard, confidence: confidenceOf(head, score) };
    };
    const [attack, document, harm, toxic] = headNames.map((_name, at) => opinion(at));
    if (!attack || !document || !harm || !toxic) throw new RangeError('a head is missing');
    return { attack, document, harm, toxic };
  }

  /** What a stretch of text that a head found is most likely about. */
  subjectOf(head: HeadName, text: string, start: number, end: number): string {
    const { subjects, subjectBits, subjectWeights } = this.#weights;
    // Only what this head can be about is weighed.
    const own = subjects.map((_subject, at) => at).filter((at) => subjects[at]?.head === head);
    const [width, ownCount] = [subjects.length, own.length];
    const sums = new Float64Array(ownCount);
    let count = 0;
    const stretch = text.slice(start, Math.min(end, start + subjectCharactersMax));
    const add = (features: Int32Array, length: number): void => {
      for (let at = 0; at < length; at++) {
        const base = ((features[at] ?? 0) >>> (32 - subjectBits)) * width;
        for (let index = 0; index < ownCount; index++) {
          sums[index] = (sums[index] ?? 0) + (subjectWeights[base + (own[index] ?? 0)] ?? 0);
        }
      }
      count += length;
    };
    this.#reader.read(stretch, (words, wordCount, concepts, conceptCount) => {
      add(words, wordCount);
      add(concepts, conceptCount);
    });
    let best = '';
    let bestScore = -Infinity;
    own.forEach((at, index) => {
      const subject = subjects[at];
      if (subject === undefined) return;
      const score = subject.bias + ((sums[index] ?? 0) * subject.step) / Math.sqrt(count + 1);
      if (score <= bestScore) return;
      best = subject.name;
      bestScore = score;
    });
    return best;
  }
}

/** @public The detectors that use it come with the trained weights. */
export function createModel(bytes: Uint8Array): Model {
  return new Model(readWeights(bytes));
}

/** Adds the weights of known features; four heads are added at once, each in its own byte pair. */
function addUp(
  features: Int32Array,
  count: number,
  marks: Uint8Array,
  weights: Int32Array,
  sums: Int32Array,
  base: number,
): void {
  const shift = Math.clz32(marks.length) + 1;
  let even = 0;
  let odd = 0;
  let packed = 0;
  for (let head = 0; head < headsMax; head++) sums[base + head] = 0;
  for (let at = 0; at < count; at++) {
    const feature = features[at] ?? 0;
    const slot = feature >>> shift;
    // Without a branch: all bits where the mark is the feature's own, none where it is a stranger's.
    const own = (((marks[slot] ?? 0) ^ markOf(feature)) - 1) >> 31;
    const four = ((weights[slot] ?? 0) & own) | (neutral & ~own);
    even = (even + (four & 0x00ff00ff)) | 0;
    odd = (odd + ((four >>> 8) & 0x00ff00ff)) | 0;
    packed++;
    if (packed < packedMax) continue;
    spill(even, odd, packed, sums, base);
    even = odd = packed = 0;
  }
  spill(even, odd, packed, sums, base);
}

/** A feature's mark is never 0, which stands for an empty slot. */
export function markOf(feature: number): number {
  return (feature & 127) + 1;
}

/** Weights are stored with 128 added, so that sums of bytes never borrow from their neighbour. */
function spill(even: number, odd: number, count: number, sums: Int32Array, base: number): void {
  const none = 128 * count;
  sums[base] = (sums[base] ?? 0) + (even & 0xffff) - none;
  sums[base + 1] = (sums[base + 1] ?? 0) + (odd & 0xffff) - none;
  sums[base + 2] = (sums[base + 2] ?? 0) + (even >>> 16) - none;
  sums[base + 3] = (sums[base + 3] ?? 0) + (odd >>> 16) - none;
}

/** Between two knots in a straight line. */
function confidenceOf({ knots }: Head, score: number): number {
  const after = knots.findIndex(([at]) => at > score);
  if (after === 0) return knots[0]?.[1] ?? 0;
  if (after < 0) return knots.at(-1)?.[1] ?? 1;
  const [from, low] = knots[after - 1] ?? [0, 0];
  const [to, high] = knots[after] ?? [1, 1];
  return low + ((high - low) * (score - from)) / (to - from);
}
