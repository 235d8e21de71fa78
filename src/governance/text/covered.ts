/** Which guesses about a text need no reading of their own, since the text with its encodings undone holds them unchanged. */
import type { Edits, Layer } from './edits.ts';
import { margin } from './patch.ts';

/** What stands in the same block as a guess that is not covered, or in the next, is read together with it. */
const blockBits = 8;

/**
 * Marks the guesses that stand between the edits of a layer and touch none of them: whoever reads what that layer
 * makes of the text finds them there again, beside what was decoded.
 */
export function coveredBy(layer: Layer, edits: Edits, guesses: Edits, length: number): Uint8Array {
  const covered = new Uint8Array(guesses.count);
  if (guesses.count === 0) return covered;
  const open = new Uint8Array((length >> blockBits) + 3);
  const place = new Place(layer, edits, length);
  for (let guess = 0; guess < guesses.count; guess++) {
    const [from, to] = [guesses.from(guess), guesses.to(guess)];
    if (place.isKept(from, to)) covered[guess] = 1;
    else open.fill(1, from >> blockBits, (to >> blockBits) + 3);
  }
  for (let guess = 0; guess < guesses.count; guess++) {
    const [first, last] = [guesses.from(guess) >> blockBits, guesses.to(guess) >> blockBits];
    if (open[first + 1] === 1 || open[last + 1] === 1) covered[guess] = 0;
  }
  return covered;
}

/** A place among the edits, moved along the guesses, which come mostly in order. */
class Place {
  readonly #layer: Layer;
  readonly #edits: Edits;
  readonly #length: number;
  #at = 0;

  constructor(layer: Layer, edits: Edits, length: number) {
    this.#layer = layer;
    this.#edits = edits;
    this.#length = length;
  }

  /** Whether [from, to) is kept as it stands, and enough of what stands around it; what an edit covers is no guess. */
  isKept(from: number, to: number): boolean {
    const count = this.#layer.length;
    while (this.#at > 0 && this.#to(this.#at - 1) >= from) this.#at--;
    while (this.#at < count && this.#to(this.#at) < from) this.#at++;
    const [at, start, end] = [this.#at, this.#from(this.#at), this.#to(this.#at)];
    if (start <= from && to <= end) return true;
    if (start <= to) return false;
    const before = this.#to(at - 1);
    // At the ends of the text nothing is missing.
    const gapMax = at === 0 || at === count ? margin : 2 * margin;
    return at === 0 && at === count ? false : start - before <= gapMax;
  }

  #from(edit: number): number {
    return edit < this.#layer.length ? this.#edits.from(this.#layer[edit] ?? 0) : this.#length;
  }

  #to(edit: number): number {
    return edit < 0 ? 0 : this.#edits.to(this.#layer[edit] ?? 0);
  }
}
