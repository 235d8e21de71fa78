/** What decoders would replace in one text, proposal by proposal, and how those of a layer are written out. */
import { Claims } from './claims.ts';
import { Ints } from './ints.ts';
import type { Layer } from './layers.ts';
import { Patch } from './patch.ts';
import type { Rewrite } from './rewrite.ts';
import { Units } from './units.ts';

/** Numbers kept for each edit: its place, the rate of its text to the source, the decoder's number, where its text begins. */
const stride = 6;
/** Beside the number of the decoder. */
const weakBit = 1 << 16;

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
  /** Whether what follows says nothing by itself, and is proposed for what stands around it. */
  weak = false;
  /** Start and end of what others proposed before, once somebody asks. */
  #pieces: Map<number, number> | undefined;
  /** Where the decoder's last edit ended in the source. */
  end = 0;
  /** Whether each edit so far began where the one before it ended, or later. */
  inOrder = true;
  /** Where the last edit ended, whoever proposed it. */
  #lastEnd = 0;
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
    if (from < this.#lastEnd) this.inOrder = false;
    this.#lastEnd = to;
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

  /** Whether one of others puts the same. */
  isSame(edit: number, others: Edits, other: number): boolean {
    const start = this.#start(edit);
    const length = this.#start(edit + 1) - start;
    const theirs = others.#start(other);
    if (others.#start(other + 1) - theirs !== length) return false;
    const [units, said] = [this.#units, others.#units];
    if (length === 0 || units === undefined || said === undefined) return length === 0;
    return units.isSame(start, start + length, said, theirs);
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
