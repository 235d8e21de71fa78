/** Which guesses about a text need no reading of their own, since the text with its encodings undone holds them unchanged. */
import type { Edits } from './edits.ts';
import type { Layer } from './layers.ts';
import { margin } from './patch.ts';

/**
 * What stands in the same block as a guess that is not covered, or in so many on either side, is read together with it: a
 * little more than is always kept around it.
 */
const blockBits = 6;
const blocksBeside = (margin >> blockBits) + 1;

/**
 * Marks the guesses that stand between the edits of a layer and touch none of them: whoever reads what that layer
 * makes of the text finds them there again, beside what was decoded. `sure` tells the decoders that do not guess either.
 */
export function coveredBy(
  layer: Layer,
  edits: Edits,
  guesses: Edits,
  length: number,
  sure: (by: number) => boolean,
): Uint8Array {
  const covered = new Uint8Array(guesses.count);
  if (guesses.count === 0) return covered;
  const open = new Uint8Array((length >> blockBits) + 2 * blocksBeside + 1);
  const place = new Place(layer, edits, length, sure);
  for (let guess = 0; guess < guesses.count; guess++) {
    const from = guesses.from(guess);
    const to = guesses.to(guess);
    if (
      place.isKept(from, to) ||
      place.isUndone(from, to, guesses.isWeak(guess)) ||
      place.isSaid(from, to, guesses, guess)
    )
      covered[guess] = 1;
    else open.fill(1, from >> blockBits, (to >> blockBits) + 2 * blocksBeside + 1);
  }
  for (let guess = 0; guess < guesses.count; guess++) {
    const first = guesses.from(guess) >> blockBits;
    const last = guesses.to(guess) >> blockBits;
    if (open[first + blocksBeside] === 1 || open[last + blocksBeside] === 1) covered[guess] = 0;
  }
  return covered;
}

/** A place among the edits, moved along the guesses, which come mostly in order. */
class Place {
  readonly #layer: Layer;
  readonly #edits: Edits;
  readonly #length: number;
  readonly #sure: (by: number) => boolean;
  #at = 0;

  constructor(layer: Layer, edits: Edits, length: number, sure: (by: number) => boolean) {
    this.#sure = sure;
    this.#layer = layer;
    this.#edits = edits;
    this.#length = length;
  }

  /** Whether [from, to) is kept as it stands, and enough of what stands around it. */
  isKept(from: number, to: number): boolean {
    const count = this.#layer.length;
    while (this.#at > 0 && this.#to(this.#at - 1) >= from) this.#at--;
    while (this.#at < count && this.#to(this.#at) < from) this.#at++;
    const at = this.#at;
    const start = this.#from(this.#at);
    if (start <= to) return false;
    const before = this.#to(at - 1);
    // At the ends of the text nothing is missing.
    const gapMax = at === 0 || at === count ? margin : 2 * margin;
    return at === 0 && at === count ? false : start - before <= gapMax;
  }

  /**
   * Whether [from, to), where `isKept` looked, is a part of something that was undone, or, where it is weak, touches it.
   * Words may by chance be base64; then only what is weak is not read as words.
   */
  isUndone(from: number, to: number, weak: boolean): boolean {
    const edit = this.#at < this.#layer.length ? (this.#layer[this.#at] ?? 0) : -1;
    if (edit < 0) return false;
    const start = this.#edits.from(edit);
    const end = this.#edits.to(edit);
    if (weak) return start <= to && from <= end;
    return start <= from && to <= end && this.#sure(this.#edits.by(edit));
  }

  /** Whether edits that stand side by side from its beginning to its end make the very text of it that is guessed. */
  isSaid(from: number, to: number, guesses: Edits, guess: number): boolean {
    const first = this.#to(this.#at) > from ? this.#at : this.#at + 1;
    if (this.#from(first) > from) return false;
    let last = first;
    while (this.#to(last) < to) {
      if (this.#from(last + 1) !== this.#to(last)) return false;
      last++;
    }
    return this.#edits.isSaid(this.#layer, first, last, guesses, guess);
  }

  #from(edit: number): number {
    return edit < this.#layer.length ? this.#edits.from(this.#layer[edit] ?? 0) : this.#length;
  }

  #to(edit: number): number {
    return edit < 0 ? 0 : this.#edits.to(this.#layer[edit] ?? 0);
  }
}
