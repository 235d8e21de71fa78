/** Slides windows of a few lengths over the segments of a text and keeps the one that speaks loudest for each head. */

/** How a head weighs what a window holds. */
export type Lens = {
  readonly bias: number;
  /** Value of one step of a word's and of a concept's weight. */
  readonly wordStep: number;
  readonly conceptStep: number;
};

export type Peak = { readonly score: number; readonly start: number; readonly end: number };

export const headsMax = 4;
export const segmentsMax = 16;
/** One concept that stands alone says little. */
const conceptRest = 3;

/** Sums of one segment: words for each head, concepts for each head, then how many of both there were. */
export const sumsWidth = 2 * headsMax + 2;
export const wordsAt = 2 * headsMax;
export const conceptsAt = wordsAt + 1;

export class WindowSearch {
  readonly #lenses: readonly Lens[];
  /** Segments in a window, ascending, at most `segmentsMax`. */
  readonly #scales: readonly number[];
  readonly #ring = new Int32Array(segmentsMax * sumsWidth);
  readonly #starts = new Int32Array(segmentsMax);
  /** Running sums of the window that ends here, one for each scale. */
  readonly #sums: Int32Array;
  readonly #best = new Float64Array(headsMax);
  readonly #bestStart = new Int32Array(headsMax);
  readonly #bestEnd = new Int32Array(headsMax);
  #segments = 0;
  #end = 0;

  constructor(lenses: readonly Lens[], scales: readonly number[]) {
    this.#lenses = lenses;
    this.#scales = scales;
    this.#sums = new Int32Array(scales.length * sumsWidth);
  }

  begin(): void {
    this.#segments = 0;
    this.#end = 0;
    this.#sums.fill(0);
    this.#best.fill(-Infinity);
  }

  add(sums: Int32Array, start: number, end: number): void {
    const slot = this.#segments % segmentsMax;
    for (let index = 0; index < this.#scales.length; index++) {
      const scale = this.#scales[index] ?? 1;
      const leaves = this.#segments >= scale;
      const old = ((this.#segments - scale + segmentsMax) % segmentsMax) * sumsWidth;
      const base = index * sumsWidth;
      for (let at = 0; at < sumsWidth; at++) {
        const gone = leaves ? (this.#ring[old + at] ?? 0) : 0;
        this.#sums[base + at] = (this.#sums[base + at] ?? 0) + (sums[at] ?? 0) - gone;
      }
    }
    this.#ring.set(sums, slot * sumsWidth);
    this.#starts[slot] = start;
    this.#segments++;
    this.#end = end;
    for (let index = 0; index < this.#scales.length; index++) {
      const scale = this.#scales[index] ?? 1;
      if (this.#segments >= scale) this.#weigh(index * sumsWidth, scale);
    }
  }

  /** The loudest window of each head; a text that is shorter than a window is one window. */
  finish(): readonly Peak[] {
    const count = this.#segments;
    const longer = this.#scales.findIndex((scale) => scale > count);
    if (longer >= 0 && count > 0 && !this.#scales.includes(count)) {
      this.#weigh(longer * sumsWidth, count);
    }
    return this.#lenses.map((_lens, head) => ({
      score: this.#best[head] ?? -Infinity,
      start: this.#bestStart[head] ?? 0,
      end: this.#bestEnd[head] ?? 0,
    }));
  }

  #weigh(base: number, segments: number): void {
    const byWords = 1 / Math.sqrt((this.#sums[base + wordsAt] ?? 0) + 1);
    const byConcepts = 1 / Math.sqrt((this.#sums[base + conceptsAt] ?? 0) + conceptRest);
    for (let head = 0; head < this.#lenses.length; head++) {
      const lens = this.#lenses[head];
      if (lens === undefined) continue;
      const words = (this.#sums[base + head] ?? 0) * lens.wordStep;
      const concepts = (this.#sums[base + headsMax + head] ?? 0) * lens.conceptStep;
      const score = lens.bias + words * byWords + concepts * byConcepts;
      if (score <= (this.#best[head] ?? -Infinity)) continue;
      this.#best[head] = score;
      this.#bestStart[head] = this.#starts[(this.#segments - segments) % segmentsMax] ?? 0;
      this.#bestEnd[head] = this.#end;
    }
  }
}
