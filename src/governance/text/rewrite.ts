/** Builds another reading of a text, piece by piece, and remembers where each piece came from. */
import { Ints } from './ints.ts';
import type { View } from './view.ts';

export type Reading = Pick<View, 'text' | 'origin'>;

/** Numbers kept for each stretch: its place in the reading, its place in the source, the rate between them, its decoder. */
const stride = 6;
/** The decoder of what is kept as it stands. */
const nobody = -1;

/** Fewer characters are a word or two, which say nothing by themselves. */
const aloneMin = 16;
/** In a longer reading a payload has sentences of its own. */
const aloneMax = 8192;
/** Between stretches that stood apart: the end of a sentence. */
const between = '\n\u001e\n';

/**
 * A stretch of `reads` characters per `of` characters of the source. Kept text is 1 of 1, `%41` is 1 of 3, base64 is 3
 * of 4; what cannot be told apart is one unit as a whole.
 */
export class Rewrite {
  readonly #source: string;
  readonly #room: number;
  readonly #pieces: string[] = [];
  readonly #stretches = new Ints();
  #length = 0;
  /** True where the room ended before the source did. */
  overflowed = false;
  /** The number of the decoder that what is put comes from. */
  by = 0;

  constructor(source: string, room: number) {
    this.#source = source;
    this.#room = room;
  }

  get length(): number {
    return this.#length;
  }

  /** Takes over [from, to) of the source as it stands. */
  keep(from: number, to: number): void {
    const end = Math.min(to, from + this.#room - this.#length);
    if (end < to) this.overflowed = true;
    if (end > from) this.#add(this.#source.slice(from, end), from, end, 1, 1, nobody);
  }

  /** Reads [from, to) of the source as `text`, `reads` characters for each `of`; by default as one whole. */
  put(text: string, from: number, to: number, reads = text.length, of = to - from): void {
    if (text.length > this.#room - this.#length) this.overflowed = true;
    else if (text !== '') this.#add(text, from, to, reads, of, this.by);
  }

  finish(): Reading {
    const stretches = this.#stretches;
    return {
      text: this.#pieces.length === 1 ? (this.#pieces[0] ?? '') : this.#pieces.join(''),
      origin: (start, end) => originOf(stretches, start, end),
    };
  }

  /**
   * What was encoded, without what stood around it: words before and after a payload can drown it. Undefined where
   * nothing long enough to be a sentence stood beside something else.
   */
  alone(text: string): Reading | undefined {
    if (text.length > aloneMax) return undefined;
    const found = new Rewrite(this.#source, this.#room);
    const count = this.#stretches.length / stride;
    let beside = false;
    for (let first = 0; first < count;) {
      let last = first;
      while (last < count && !this.#isKept(last, text)) last++;
      if (last < count) beside = true;
      if (last > first) this.#take(found, first, last, text);
      first = Math.max(first + 1, last);
    }
    return beside && found.length > 0 ? found.finish() : undefined;
  }

  /** White space between two pieces belongs to both. */
  #isKept(stretch: number, text: string): boolean {
    if (this.#stretches.at(stretch * stride + 5) !== nobody) return false;
    return /\S/.test(text.slice(this.#placeOf(stretch, text), this.#placeOf(stretch + 1, text)));
  }

  #placeOf(stretch: number, text: string): number {
    const at = stretch * stride;
    return at < this.#stretches.length ? this.#stretches.at(at) : text.length;
  }

  #take(found: Rewrite, first: number, last: number, whole: string): void {
    const text = whole.slice(this.#placeOf(first, whole), this.#placeOf(last, whole));
    if (text.length < aloneMin || !/\S\s+\S|\P{ASCII}/u.test(text)) return;
    const stretches = this.#stretches;
    const start = stretches.at(first * stride + 1);
    if (found.length > 0) found.put(between, start, start);
    for (let stretch = first; stretch < last; stretch++) {
      const at = stretch * stride;
      found.by = stretches.at(at + 5);
      const piece = whole.slice(this.#placeOf(stretch, whole), this.#placeOf(stretch + 1, whole));
      const [from, to] = [stretches.at(at + 1), stretches.at(at + 2)];
      found.put(piece, from, to, stretches.at(at + 3), stretches.at(at + 4));
    }
  }

  /** The decoders that [start, end) of the reading comes from, in the order of the text. */
  decodersOf(start: number, end: number): ReadonlySet<number> {
    const found = new Set<number>();
    const stretches = this.#stretches;
    for (let at = stretchAt(stretches, start); at < stretches.length; at += stride) {
      if (stretches.at(at) >= end) break;
      const by = stretches.at(at + 5);
      if (by !== nobody) found.add(by);
    }
    return found;
  }

  #add(text: string, from: number, to: number, reads: number, of: number, by: number): void {
    const stretches = this.#stretches;
    this.#pieces.push(text);
    const last = stretches.length - stride;
    if (last < 0 || !goesOn(stretches, last, this.#length, from, reads, of, by)) {
      stretches.push(this.#length);
      stretches.push(from);
      stretches.push(to);
      stretches.push(reads);
      stretches.push(of);
      stretches.push(by);
    } else stretches.set(last + 2, to);
    this.#length += text.length;
  }
}

/** One character for so many, again and again, is one stretch. */
function goesOn(
  stretches: Ints,
  last: number,
  place: number,
  from: number,
  reads: number,
  of: number,
  by: number,
): boolean {
  return (
    reads === 1 &&
    stretches.at(last + 2) === from &&
    from - stretches.at(last + 1) === (place - stretches.at(last)) * of &&
    stretches.at(last + 3) === 1 &&
    stretches.at(last + 4) === of &&
    stretches.at(last + 5) === by
  );
}

function originOf(stretches: Ints, start: number, end: number): { start: number; end: number } {
  if (stretches.length === 0) return { start: 0, end: 0 };
  const first = stretchAt(stretches, start);
  const from = startIn(stretches, first, start);
  if (end <= start) return { start: from, end: from };
  const to = endIn(stretches, stretchAt(stretches, end - 1), end);
  return { start: Math.min(from, to), end: Math.max(from, to) };
}

function startIn(stretches: Ints, stretch: number, place: number): number {
  const units = Math.floor((place - stretches.at(stretch)) / stretches.at(stretch + 3));
  const found = stretches.at(stretch + 1) + units * stretches.at(stretch + 4);
  return Math.min(found, stretches.at(stretch + 2));
}

function endIn(stretches: Ints, stretch: number, place: number): number {
  const units = Math.ceil((place - stretches.at(stretch)) / stretches.at(stretch + 3));
  const found = stretches.at(stretch + 1) + units * stretches.at(stretch + 4);
  return Math.min(found, stretches.at(stretch + 2));
}

/** The last stretch that begins at or before the place, by halving. */
function stretchAt(stretches: Ints, place: number): number {
  let low = 0;
  let high = stretches.length / stride - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stretches.at(middle * stride) <= place) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low) * stride;
}
