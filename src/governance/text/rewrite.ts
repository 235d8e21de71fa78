/** Builds another reading of a text, piece by piece, and remembers where each piece came from. */
import { Ints } from './ints.ts';
import type { View } from './view.ts';

export type Reading = Pick<View, 'text' | 'origin'>;

/** Numbers kept for each stretch: its place in the reading, its place in the source, and the rate between them. */
const stride = 5;

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
    if (end > from) this.#add(this.#source.slice(from, end), from, end, 1, 1);
  }

  /** Reads [from, to) of the source as `text`, `reads` characters for each `of`; by default as one whole. */
  put(text: string, from: number, to: number, reads = text.length, of = to - from): void {
    if (text.length > this.#room - this.#length) this.overflowed = true;
    else if (text !== '') this.#add(text, from, to, reads, of);
  }

  finish(): Reading {
    const stretches = this.#stretches;
    return {
      text: this.#pieces.join(''),
      origin: (start, end) => originOf(stretches, start, end),
    };
  }

  #add(text: string, from: number, to: number, reads: number, of: number): void {
    this.#pieces.push(text);
    for (const value of [this.#length, from, to, reads, of]) this.#stretches.push(value);
    this.#length += text.length;
  }
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
  return low * stride;
}
