/** The redacted copy of a JSON text: the very text as it came, with only what a redaction names replaced in place. */
import { pointerOf, type Step } from '../governance/interaction.ts';
import { readString, walkLiterals } from './json-paths.ts';

/** Replaces [start, end) of the string at a path; steps beyond a string lead into the JSON that it holds. */
export type TextSplice = {
  readonly at: readonly Step[];
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
};

/** Puts JSON in the place of a whole value. */
export type ValueSplice = { readonly at: readonly Step[]; readonly json: string };

/** Where a literal stands, between its quotes. */
type Inside = { readonly start: number; readonly end: number };

type Range = { readonly start: number; readonly end: number; readonly replacement: string };

/** Throws where a splice names a place that is not there: a redaction that did not happen must not pass for one. */
export function spliceJson(
  source: string,
  texts: readonly TextSplice[],
  values: readonly ValueSplice[] = [],
): string {
  return replaceRanges(source, toRanges(source, texts, values));
}

/** Sorted or not; where ranges overlap, the union is replaced once, by what the first of them says. */
export function replaceRanges(source: string, ranges: readonly Range[]): string {
  let result = '';
  let from = 0;
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.start >= from) result += source.slice(from, range.start) + range.replacement;
    from = Math.max(from, range.end);
  }
  return result + source.slice(from);
}

function toRanges(
  source: string,
  texts: readonly TextSplice[],
  values: readonly ValueSplice[],
): Range[] {
  const paths = new Paths();
  const textsUnder = groupByPrefix(texts, paths);
  const valueAt = new Map(values.map((splice) => [pointerOf(splice.at), splice]));
  const ranges: Range[] = [];
  walkLiterals(source, {
    string: ({ path, start, end }, escaped) => {
      const pointer = pointerOf(path);
      const under = textsUnder.get(pointer);
      if (under === undefined) return;
      textsUnder.delete(pointer);
      const inside = readRanges(readString(source, start, end, escaped), under, path.length);
      const found = escaped
        ? toSourceRanges(source, { start, end }, inside)
        : toPlainRanges({ start, end }, inside);
      // One by one: a call takes no more than some hundred thousand at once.
      for (const range of found) ranges.push(range);
    },
    value: ({ path, start, end }) => {
      const pointer = pointerOf(path);
      const splice = valueAt.get(pointer);
      if (splice === undefined) return;
      valueAt.delete(pointer);
      ranges.push({ start, end, replacement: splice.json });
    },
  });
  checkAllDone(textsUnder, valueAt, paths);
  return ranges;
}

/** Thousands of splices may stand in one string: what their path says is worked out once for each path. */
class Paths {
  readonly #prefixes = new Map<readonly Step[], readonly string[]>();

  /** The pointer of each place on the way, from the top to the path itself. */
  prefixesOf(at: readonly Step[]): readonly string[] {
    let prefixes = this.#prefixes.get(at);
    if (prefixes === undefined) {
      prefixes = Array.from({ length: at.length + 1 }, (_, length) =>
        pointerOf(at.slice(0, length)),
      );
      this.#prefixes.set(at, prefixes);
    }
    return prefixes;
  }

  all(): Iterable<readonly [at: readonly Step[], prefixes: readonly string[]]> {
    return this.#prefixes;
  }
}

/** The splices that end in a string, or in the JSON that it holds, under the pointer of each place on their way. */
function groupByPrefix(texts: readonly TextSplice[], paths: Paths): Map<string, TextSplice[]> {
  const groups = new Map<string, TextSplice[]>();
  for (const splice of texts)
    for (const pointer of paths.prefixesOf(splice.at)) {
      const group = groups.get(pointer);
      if (group === undefined) groups.set(pointer, [splice]);
      else group.push(splice);
    }
  return groups;
}

function readRanges(text: string, splices: readonly TextSplice[], depth: number): Range[] {
  const ranges: Range[] = splices.filter((splice) => splice.at.length === depth);
  const deeper = splices.filter((splice) => splice.at.length > depth);
  if (deeper.length === 0) return ranges;
  const rests = new Map<readonly Step[], readonly Step[]>();
  const inner = deeper.map((splice) => {
    const rest = rests.get(splice.at) ?? splice.at.slice(depth);
    rests.set(splice.at, rest);
    return { ...splice, at: rest };
  });
  return [...ranges, ...toRanges(text, inner, [])];
}

/** From offsets in what a literal says to offsets in its source, which escapes make longer. */
function toSourceRanges(source: string, { start, end }: Inside, ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  const offsets = new Float64Array(sorted.length * 2);
  sorted.forEach((range, index) => offsets.set([range.start, range.end], index * 2));
  const places = new Map<number, number>();
  let at = start;
  let said = 0;
  for (const offset of offsets.sort()) {
    for (; said < offset && at < end; said += 1) at += unitLength(source, at);
    places.set(offset, at);
  }
  return sorted.map((range) =>
    toSource(range, places.get(range.start) ?? end, places.get(range.end) ?? end),
  );
}

/** As `toSourceRanges`, where each character of the source says itself. */
function toPlainRanges({ start, end }: Inside, ranges: readonly Range[]): Range[] {
  return ranges.map((range) =>
    toSource(range, Math.min(start + range.start, end), Math.min(start + range.end, end)),
  );
}

function toSource({ replacement }: Range, start: number, end: number): Range {
  return { start, end, replacement: JSON.stringify(replacement).slice(1, -1) };
}

function unitLength(source: string, at: number): number {
  if (source.charCodeAt(at) !== 0x5c) return 1;
  return source.charCodeAt(at + 1) === 0x75 ? 6 : 2;
}

function checkAllDone(
  textsUnder: ReadonlyMap<string, readonly TextSplice[]>,
  valueAt: ReadonlyMap<string, ValueSplice>,
  paths: Paths,
): void {
  // A splice is done once a string on its way was met; a container on the way is none.
  for (const [at, prefixes] of paths.all()) {
    if (prefixes.every((pointer) => textsUnder.has(pointer)))
      throw new Error(`nothing to redact stands at ${pointerOf(at)}`);
  }
  const [lost] = valueAt.keys();
  if (lost !== undefined) throw new Error(`nothing to redact stands at ${lost}`);
}
