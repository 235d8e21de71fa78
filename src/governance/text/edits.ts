/** What decoders would replace in one text, and the readings that come of it: overlapping proposals go to different ones. */
import { Ints } from './ints.ts';
import { Patch } from './patch.ts';
import type { Rewrite } from './rewrite.ts';

/** Numbers kept for each edit: its place, the rate of its text to the source, and the decoder's number. */
const stride = 5;

export class Edits {
  readonly #places = new Ints();
  readonly #texts: string[] = [];
  #by = 0;
  /** Where the decoder's last edit ended in the source. */
  end = 0;
  /** Whether each edit so far began where the one before it ended, or later. */
  #inOrder = true;
  #end = 0;

  /** What follows is proposed by this decoder. */
  begin(by: number): void {
    this.#by = by;
    this.end = 0;
  }

  /** `text` stands for [from, to), `reads` characters for each `of`; by default it is one whole. */
  replace(from: number, to: number, text: string, reads = text.length, of = to - from): void {
    if (from < this.#end) this.#inOrder = false;
    this.#end = to;
    this.end = to;
    this.#texts.push(text);
    const places = this.#places;
    places.push(from);
    places.push(to);
    places.push(reads);
    places.push(of);
    places.push(this.#by);
  }

  /** Each edit is in at least one layer, and in each layer are as many as find room in it. */
  layers(): readonly Layer[] {
    const count = this.#texts.length;
    if (count === 0) return [];
    const order = Array.from({ length: count }, (_, edit) => edit);
    if (this.#inOrder) return [order];
    order.sort((left, right) => this.#from(left) - this.#from(right));
    const used = new Uint8Array(count);
    const layers: Layer[] = [];
    for (let left = count; left > 0;) {
      const taken = this.#take(order, used);
      left -= taken.reduce((sum, edit) => sum + (used[edit] === 0 ? 1 : 0), 0);
      for (const edit of taken) used[edit] = 1;
      layers.push(taken);
    }
    return layers;
  }

  /** First what no layer has yet, then what still has room between. */
  #take(order: readonly number[], used: Uint8Array): number[] {
    const fresh: number[] = [];
    let end = 0;
    for (const edit of order) {
      if (used[edit] === 1 || this.#from(edit) < end) continue;
      fresh.push(edit);
      end = this.#to(edit);
    }
    const taken: number[] = [];
    let next = 0;
    end = 0;
    for (const edit of order) {
      if (edit === fresh[next]) {
        taken.push(edit);
        end = this.#to(edit);
        next++;
        continue;
      }
      if (used[edit] === 0 || this.#from(edit) < end) continue;
      const following = fresh[next];
      if (following !== undefined && this.#to(edit) > this.#from(following)) continue;
      taken.push(edit);
      end = this.#to(edit);
    }
    return taken;
  }

  write(layer: Layer, rewrite: Rewrite, sourceLength: number): void {
    const patch = new Patch(rewrite, sourceLength);
    const places = this.#places;
    for (const edit of layer) {
      if (rewrite.overflowed) return;
      const at = edit * stride;
      rewrite.by = places.at(at + 4);
      const [reads, of] = [places.at(at + 2), places.at(at + 3)];
      patch.replace(places.at(at), places.at(at + 1), this.#texts[edit] ?? '', reads, of);
    }
    patch.close();
  }

  /** Numbers of the decoders that a layer needs, in their order. */
  decodersOf(layer: Layer): readonly number[] {
    const numbers = new Set(layer.map((edit) => this.#places.at(edit * stride + 4)));
    return [...numbers].sort((left, right) => left - right);
  }

  #from(edit: number): number {
    return this.#places.at(edit * stride);
  }

  #to(edit: number): number {
    return this.#places.at(edit * stride + 1);
  }
}

/** Edits in the order of the text, none of which overlap. */
export type Layer = readonly number[];
