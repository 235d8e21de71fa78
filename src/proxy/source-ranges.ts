/** From what is replaced in what a JSON string says to what is replaced in its source, which escapes make longer. */
import { stepItems, type Steps } from './steps.ts';

export type Range = { readonly start: number; readonly end: number; readonly replacement: string };

/** Where a literal stands, between its quotes. */
export type LiteralSpan = { readonly start: number; readonly end: number };

/** From offsets in what a literal says to offsets in its source, which escapes make longer. */
export function* addSourceRanges(
  into: Range[],
  source: string,
  literal: LiteralSpan,
  ranges: readonly Range[],
): Steps<void> {
  const way = new Way(source, literal);
  if (areInOrder(ranges)) {
    for (const [index, range] of ranges.entries()) {
      into.push(toSource(range, way.placeOf(range.start), way.placeOf(range.end)));
      if (index % stepItems === 0) yield;
    }
    return;
  }
  const offsets = new Float64Array(ranges.length * 2);
  ranges.forEach(({ start, end }, index) => offsets.set([start, end], index * 2));
  const places = new Map<number, number>();
  for (const [index, offset] of offsets.sort().entries()) {
    places.set(offset, way.placeOf(offset));
    if (index % stepItems === 0) yield;
  }
  for (const [index, range] of ranges.entries()) {
    const { start, end } = range;
    into.push(toSource(range, places.get(start) ?? literal.end, places.get(end) ?? literal.end));
    if (index % stepItems === 0) yield;
  }
}

/** One behind the other, as nearly all are: then each place is found on the way to the next. */
function areInOrder(ranges: readonly Range[]): boolean {
  let last = 0;
  return ranges.every(({ start, end }) => {
    const ordered = last <= start && start <= end;
    last = end;
    return ordered;
  });
}

/** As `addSourceRanges`, where each character of the source says itself. */
export function* addPlainRanges(
  into: Range[],
  { start, end }: LiteralSpan,
  ranges: readonly Range[],
): Steps<void> {
  for (const [index, range] of ranges.entries()) {
    const [from, to] = [Math.min(start + range.start, end), Math.min(start + range.end, end)];
    into.push(toSource(range, from, to));
    if (index % stepItems === 0) yield;
  }
}

/** What would have to be escaped in a string of JSON, or might. */
const escapable = /["\\\p{Cc}\p{Cs}]/u;

function toSource({ replacement }: Range, start: number, end: number): Range {
  const plain = !escapable.test(replacement);
  return {
    start,
    end,
    replacement: plain ? replacement : JSON.stringify(replacement).slice(1, -1),
  };
}

/** Goes through a literal once, from offset to offset in what it says. */
class Way {
  readonly #source: string;
  readonly #end: number;
  #at: number;
  #said = 0;
  /** Where the next escape stands: up to there each character says itself. */
  #escapeAt = -1;

  constructor(source: string, { start, end }: LiteralSpan) {
    this.#source = source;
    this.#end = end;
    this.#at = start;
  }

  /** Offsets are asked for in order. */
  placeOf(offset: number): number {
    while (this.#said < offset && this.#at < this.#end) {
      if (this.#escapeAt < this.#at) this.#escapeAt = this.#findEscape();
      const plain = Math.min(offset - this.#said, this.#escapeAt - this.#at);
      this.#at += plain > 0 ? plain : escapeLength(this.#source, this.#at);
      this.#said += Math.max(1, plain);
    }
    return this.#at;
  }

  #findEscape(): number {
    const found = this.#source.indexOf('\\', this.#at);
    return found === -1 || found > this.#end ? this.#end : found;
  }
}

function escapeLength(source: string, at: number): number {
  return source.charCodeAt(at + 1) === 0x75 ? 6 : 2;
}
