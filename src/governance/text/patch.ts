/** Replaces pieces of a text and keeps only what stands near them, so that one escape in a long text costs little. */
import type { Rewrite } from './rewrite.ts';
import type { Units } from './units.ts';

/** Characters kept on either side of a replaced piece; before it up to twice as many, where its sentence begins there. */
export const margin = 96;

/** Stands between stretches that are not neighbours; the scan counts it as the end of a sentence. */
const cut = '\n\u001e\n';

export class Patch {
  readonly #rewrite: Rewrite;
  readonly #length: number;
  #end = 0;
  #count = 0;

  constructor(rewrite: Rewrite, sourceLength: number) {
    this.#rewrite = rewrite;
    this.#length = sourceLength;
  }

  /** Pieces come in order. These units stand for [from, to), `reads` characters for each `of`; from its end on where that is below 0. */
  replace(
    from: number,
    to: number,
    units: Units,
    start: number,
    end: number,
    reads: number,
    of: number,
  ): void {
    this.#goTo(from);
    this.#rewrite.putUnits(units, start, end, of < 0 ? to : from, to, reads, of);
    this.#end = to;
    this.#count++;
  }

  /** As `replace`, of a piece that stays as it is. */
  keep(from: number, to: number): void {
    this.#goTo(from);
    this.#rewrite.keep(from, to);
    this.#end = to;
    this.#count++;
  }

  #goTo(from: number): void {
    const before = this.#begin(from);
    if (this.#count > 0 && before - this.#end > margin) {
      this.#rewrite.keep(this.#end, this.#end + margin);
      this.#rewrite.put(cut, this.#end + margin, before);
      this.#rewrite.keep(before, from);
    } else this.#rewrite.keep(this.#count > 0 ? this.#end : before, from);
  }

  /** Half of a sentence may say what the whole of it does not: `ignore all of it` without the `How can I make it` before. */
  #begin(from: number): number {
    const near = from - margin;
    if (near <= this.#end) return this.#end;
    return this.#rewrite.sentenceAround(near, Math.max(this.#end, near - margin));
  }

  /** Only decoded text, each piece on a line of its own. */
  extract(from: number, to: number, text: string): void {
    if (this.#count > 0) this.#rewrite.put(cut, this.#end, from);
    this.#rewrite.put(text, from, to, 1, 1);
    this.#end = to;
    this.#count++;
  }

  close(): void {
    if (this.#count > 0) this.#rewrite.keep(this.#end, Math.min(this.#length, this.#end + margin));
  }
}
