/** What decoders would replace in one text, and the readings that come of it: overlapping proposals go to different ones. */
import { Claims } from './claims.ts';
import { Ints } from './ints.ts';
import { Patch } from './patch.ts';
import type { Rewrite } from './rewrite.ts';
import { Units } from './units.ts';

/** Numbers kept for each edit: its place, the rate of its text to the source, the decoder's number, where its text begins. */
const stride = 6;
/** Marks of edits: those in a layer, and those that stand in another reading. */
const placed = 1;
const elsewhere = 2;
/** Beside the number of the decoder. */
const weakBit = 1 << 16;

/** As far from what only a further layer has, it takes over what others have: words there belong together. */
const besideMax = 512;

/** Lists that nobody needs any more, to be used again. */
const spares: Ints[] = [];
const sparesMax = 4;
const placesStart = 1024;
const placesMax = 1 << 18;

export class Edits {
  #places = spares.pop() ?? new Ints(placesStart);
  /** What all of them put, one behind the other. */
  #units: Units | undefined;
  #by = 0;
  /** Whether what follows is proposed for nothing in itself. */
  weak = false;
  /** Start and end of what others proposed before, once somebody asks. */
  #pieces: Map<number, number> | undefined;
  /** Where the decoder's last edit ended in the source. */
  end = 0;
  /** Whether each edit so far began where the one before it ended, or later. */
  #inOrder = true;
  #end = 0;
  /** Nothing that touches one of them is proposed. */
  readonly claims: Claims;

  constructor(claims = new Claims()) {
    this.claims = claims;
  }

  get count(): number {
    return this.#places.length / stride;
  }

  /** What follows is proposed by this decoder. */
  begin(by: number): void {
    this.#by = by;
    this.#pieces = undefined;
    this.end = 0;
    this.weak = false;
  }

  /** `text` stands for [from, to), `reads` characters for each `of`; by default it is one whole. */
  replace(from: number, to: number, text: string, reads = text.length, of = to - from): void {
    if (this.claims.touch(from, to)) return;
    const units = this.#add(from, to, reads, of);
    units.addText(text);
  }

  /** As `replace`, with the first of these numbers as the code units of the text. */
  replaceBy(
    from: number,
    to: number,
    numbers: Uint8Array | Uint16Array,
    length = numbers.length,
    reads = length,
    of = to - from,
  ): void {
    if (this.claims.touch(from, to)) return;
    const units = this.#add(from, to, reads, of);
    units.addNumbers(numbers, length);
  }

  #add(from: number, to: number, reads: number, of: number): Units {
    if (from < this.#end) this.#inOrder = false;
    this.#end = to;
    this.end = to;
    const units = (this.#units ??= Units.take());
    const by = this.weak ? this.#by | weakBit : this.#by;
    this.#places.pushSix(from, to, reads, of, by, units.length);
    return units;
  }

  /** Whether a decoder before this one proposed just this piece. */
  has(from: number, to: number): boolean {
    this.#pieces ??= this.#gather();
    return this.#pieces.get(from) === to;
  }

  #gather(): Map<number, number> {
    const pieces = new Map<number, number>();
    for (let edit = 0; edit < this.count; edit++) {
      if (this.by(edit) !== this.#by) pieces.set(this.from(edit), this.to(edit));
    }
    return pieces;
  }

  /** To be called when everything is written. */
  close(): void {
    this.#units?.giveBack();
    this.#units = undefined;
    const places = this.#places;
    if (places.length > placesMax || spares.length === sparesMax) return;
    places.length = 0;
    spares.push(places);
    this.#places = new Ints();
  }

  /**
   * Each edit that is not `covered` is in at least one layer, and in each layer are as many of those as find room; in the
   * first all over the text, in a further one near what no other has.
   */
  layers(covered?: Uint8Array): readonly Layer[] {
    const used = new Uint8Array(this.count);
    let left = 0;
    for (let edit = 0; edit < used.length; edit++) {
      if (covered?.[edit] === 1) used[edit] = elsewhere;
      else left++;
    }
    if (left === 0) return [];
    if (this.#inOrder && left === used.length) return [upTo(left)];
    const order = this.#inOrder ? upTo(used.length) : this.#sorted();
    const layers: Layer[] = [];
    while (left > 0) {
      const taken = this.#take(order, used);
      for (const edit of taken) {
        if (used[edit] === 0) left--;
        used[edit] = placed;
      }
      layers.push(taken);
    }
    return layers;
  }

  /** By place, and where that is the same, in the order in which they were proposed. */
  #sorted(): Int32Array {
    const { count } = this;
    const keys = new Float64Array(count);
    for (let edit = 0; edit < count; edit++) keys[edit] = this.from(edit) * count + edit;
    keys.sort();
    const order = new Int32Array(count);
    for (let at = 0; at < count; at++) order[at] = (keys[at] ?? 0) % count;
    return order;
  }

  /** First what no layer has yet, then what still has room between. */
  #take(order: Int32Array, used: Uint8Array): Layer {
    const fresh: number[] = [];
    let end = 0;
    for (let at = 0; at < order.length; at++) {
      const edit = order[at] ?? 0;
      if (used[edit] !== 0 || this.from(edit) < end) continue;
      fresh.push(edit);
      end = this.to(edit);
    }
    const taken: number[] = [];
    let next = 0;
    let last = -Infinity;
    end = 0;
    for (let at = 0; at < order.length; at++) {
      const edit = order[at] ?? 0;
      if (edit === fresh[next]) {
        taken.push(edit);
        end = last = this.to(edit);
        next++;
        continue;
      }
      if (used[edit] !== placed || this.from(edit) < end) continue;
      const following = fresh[next];
      const gap = following === undefined ? Infinity : this.from(following) - this.to(edit);
      if (gap < 0 || Math.min(gap, this.from(edit) - last) > besideMax) continue;
      taken.push(edit);
      end = this.to(edit);
    }
    return Int32Array.from(taken);
  }

  write(layer: Layer, rewrite: Rewrite, sourceLength: number): void {
    const units = this.#units;
    if (units === undefined) return;
    const patch = new Patch(rewrite, sourceLength);
    const places = this.#places;
    for (let place = 0; place < layer.length; place++) {
      if (rewrite.overflowed) return;
      const edit = layer[place] ?? 0;
      const at = edit * stride;
      rewrite.by = this.by(edit);
      const start = this.#start(edit);
      const end = this.#start(edit + 1);
      const reads = places.at(at + 2);
      const of = places.at(at + 3);
      patch.replace(places.at(at), places.at(at + 1), units, start, end, reads, of);
    }
    patch.close();
  }

  /** Numbers of the decoders that a layer needs, in their order. */
  decodersOf(layer: Layer): readonly number[] {
    const numbers = new Set<number>();
    for (let place = 0; place < layer.length; place++) numbers.add(this.by(layer[place] ?? 0));
    return [...numbers].sort((left, right) => left - right);
  }

  /** Whether the edits of a layer from `first` to `last` put, one behind the other, just what an edit of others puts. */
  isSaid(layer: Layer, first: number, last: number, others: Edits, other: number): boolean {
    const units = this.#units;
    const theirs = others.#units;
    if (units === undefined || theirs === undefined) return false;
    let at = others.#start(other);
    const end = others.#start(other + 1);
    for (let place = first; place <= last; place++) {
      const edit = layer[place] ?? 0;
      const start = this.#start(edit);
      const stop = this.#start(edit + 1);
      if (stop - start > end - at || !units.isSame(start, stop, theirs, at)) return false;
      at += stop - start;
    }
    return at === end;
  }

  /** Where its text begins among the units. */
  #start(edit: number): number {
    return edit < this.count ? this.#places.at(edit * stride + 5) : (this.#units?.length ?? 0);
  }

  by(edit: number): number {
    return this.#places.at(edit * stride + 4) & ~weakBit;
  }

  isWeak(edit: number): boolean {
    return (this.#places.at(edit * stride + 4) & weakBit) !== 0;
  }

  from(edit: number): number {
    return this.#places.at(edit * stride);
  }

  to(edit: number): number {
    return this.#places.at(edit * stride + 1);
  }
}

function upTo(count: number): Layer {
  const all = new Int32Array(count);
  for (let edit = 0; edit < count; edit++) all[edit] = edit;
  return all;
}

/** Edits in the order of the text, none of which overlap. */
export type Layer = Int32Array;
