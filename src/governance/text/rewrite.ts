/** Builds another reading of a text, piece by piece, and remembers where each piece came from. */
import { Ints } from './ints.ts';
import { Units } from './units.ts';
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
/** From this share of a long reading on, what stands around a payload drowns nothing. */
const nearlyAll = 0.8;
const longMin = 1024;
const sentenceEnds = '.!?\n。！？';
/** Between stretches that stood apart: the end of a sentence. */
const between = '\n\u001e\n';

/** Stretches from `first` up to `last`, and their place in the reading. */
type Group = {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
};

/**
 * A stretch of `reads` characters per `of` characters of the source. Kept text is 1 of 1, `%41` is 1 of 3, base64 is 3
 * of 4; what cannot be told apart is one unit as a whole.
 */
export class Rewrite {
  readonly #source: string;
  readonly #room: number;
  #units: Units | undefined;
  readonly #stretches = new Ints();
  /** True where the room ended before the source did. */
  overflowed = false;
  /** The number of the decoder that what is put comes from. */
  by = 0;

  constructor(source: string, room: number) {
    this.#source = source;
    this.#room = room;
  }

  get length(): number {
    return this.#units?.length ?? 0;
  }

  /** Where the sentence around a place of the source begins, if not before `least`; else that place. */
  sentenceAround(at: number, least: number): number {
    for (let place = at; place > least; place--)
      if (sentenceEnds.includes(this.#source[place - 1] ?? '')) return place;
    return least === 0 ? 0 : at;
  }

  /** Takes over [from, to) of the source as it stands. */
  keep(from: number, to: number): void {
    const end = Math.min(to, from + this.#room - this.length);
    if (end < to) this.overflowed = true;
    if (end > from) this.#at(from, end, 1, 1, nobody).addText(this.#source, from, end);
  }

  /** Reads [from, to) of the source as `text`, `reads` characters for each `of`; by default as one whole. */
  put(text: string, from: number, to: number, reads = text.length, of = to - from): void {
    if (this.#fits(text.length)) this.#at(from, to, reads, of, this.by).addText(text);
  }

  /** As `put`, of units from `start` to `end`. */
  putUnits(
    units: Units,
    start: number,
    end: number,
    from: number,
    to: number,
    reads: number,
    of: number,
  ): void {
    if (this.#fits(end - start)) this.#at(from, to, reads, of, this.by).addUnits(units, start, end);
  }

  #fits(length: number): boolean {
    if (length > this.#room - this.length) this.overflowed = true;
    else return length > 0;
    return false;
  }

  /** Called once, when nothing more comes. */
  finish(): Reading {
    const stretches = this.#stretches;
    const text = this.#units?.toText() ?? '';
    this.#units?.giveBack();
    this.#units = undefined;
    return { text, origin: (start, end) => originOf(stretches, start, end) };
  }

  /**
   * What was encoded, without what stood around it: words before and after a payload can drown it. Undefined where
   * nothing long enough to be a sentence stood beside something else.
   */
  alone(text: string): Reading | undefined {
    if (text.length > aloneMax) return undefined;
    const groups = this.#groups(text);
    const length = groups.reduce((sum, { start, end }) => sum + end - start, 0);
    if (text.length > longMin && length > text.length * nearlyAll) return undefined;
    const found = new Rewrite(this.#source, this.#room);
    for (const group of groups) found.#takeOver(this.#stretches, group, text);
    return found.length > 0 ? found.finish() : undefined;
  }

  /** Rows of stretches that were put, where something that was kept stands beside them. */
  #groups(text: string): readonly Group[] {
    const groups: Group[] = [];
    const count = this.#stretches.length / stride;
    let beside = false;
    for (let first = 0; first < count;) {
      let last = first;
      while (last < count && !this.#isKept(last, text)) last++;
      if (last < count) beside = true;
      const start = this.#placeOf(first, text);
      const end = this.#placeOf(last, text);
      if (end - start >= aloneMin && last > first && saysSomething(text, start, end))
        groups.push({ first, last, start, end });
      first = Math.max(first + 1, last);
    }
    return beside ? groups : [];
  }

  /** White space between two pieces belongs to both. */
  #isKept(stretch: number, text: string): boolean {
    if (this.#stretches.at(stretch * stride + 5) !== nobody) return false;
    return !isBlank(text, this.#placeOf(stretch, text), this.#placeOf(stretch + 1, text));
  }

  #placeOf(stretch: number, text: string): number {
    const at = stretch * stride;
    return at < this.#stretches.length ? this.#stretches.at(at) : text.length;
  }

  #takeOver(stretches: Ints, { first, last, start, end }: Group, whole: string): void {
    const source = stretches.at(first * stride + 1);
    if (this.length > 0) this.put(between, source, source);
    if (!this.#fits(end - start)) return;
    const units = (this.#units ??= Units.take());
    const shift = units.length - start;
    for (let at = first * stride; at < last * stride; at += stride) {
      this.#stretches.push(stretches.at(at) + shift);
      for (let more = 1; more < stride; more++) this.#stretches.push(stretches.at(at + more));
    }
    units.addText(whole, start, end);
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

  /** Where the units that stand for [from, to) are to be put. */
  #at(from: number, to: number, reads: number, of: number, by: number): Units {
    const units = (this.#units ??= Units.take());
    const stretches = this.#stretches;
    const last = stretches.length - stride;
    if (last < 0 || !goesOn(stretches, last, units.length, from, reads, of, by))
      stretches.pushSix(units.length, from, to, reads, of, by);
    else stretches.set(last + 2, to);
    return units;
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

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 32 && (unit < 128 || /\S/.test(text.charAt(at)))) return false;
    if (unit < 9 || (unit > 13 && unit < 32)) return false;
  }
  return true;
}

/** Two words, or letters of a script that may need no second one. */
function saysSomething(text: string, from: number, to: number): boolean {
  let words = 0;
  let within = false;
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) >= 128) return true;
    const blank = isBlank(text, at, at + 1);
    if (!blank && !within && ++words === 2) return true;
    within = !blank;
  }
  return false;
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
