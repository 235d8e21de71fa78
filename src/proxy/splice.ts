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
  const textsUnder = groupByPrefix(texts);
  const valueAt = new Map(values.map((splice) => [pointerOf(splice.at), splice]));
  const ranges: Range[] = [];
  walkLiterals(source, {
    string: ({ path, start, end }, escaped) => {
      const pointer = pointerOf(path);
      const found = textsUnder.get(pointer);
      if (found === undefined) return;
      textsUnder.delete(pointer);
      const inside = readRanges(readString(source, start, end, escaped), found, path.length);
      ranges.push(...toSourceRanges(source, start, end, inside));
    },
    value: ({ path, start, end }) => {
      const pointer = pointerOf(path);
      const splice = valueAt.get(pointer);
      if (splice === undefined) return;
      valueAt.delete(pointer);
      ranges.push({ start, end, replacement: splice.json });
    },
  });
  checkAllDone(texts, textsUnder, valueAt);
  return ranges;
}

/** The splices that end in a string, or in the JSON that it holds, under the pointer of each place on their way. */
function groupByPrefix(texts: readonly TextSplice[]): Map<string, TextSplice[]> {
  const groups = new Map<string, TextSplice[]>();
  for (const splice of texts)
    for (let length = 0; length <= splice.at.length; length += 1) {
      const pointer = pointerOf(splice.at.slice(0, length));
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
  const inner = deeper.map((splice) => ({ ...splice, at: splice.at.slice(depth) }));
  return [...ranges, ...toRanges(text, inner, [])];
}

/** From offsets in what a literal says to offsets in its source, which escapes make longer. */
function toSourceRanges(source: string, start: number, end: number, ranges: Range[]): Range[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start);
  const offsets = [...new Set(sorted.flatMap((range) => [range.start, range.end]))];
  const places = new Map<number, number>();
  let at = start;
  let said = 0;
  for (const offset of offsets.sort((a, b) => a - b)) {
    for (; said < offset && at < end; said += 1) at += unitLength(source, at);
    places.set(offset, at);
  }
  return sorted.map((range) => ({
    start: places.get(range.start) ?? end,
    end: places.get(range.end) ?? end,
    replacement: JSON.stringify(range.replacement).slice(1, -1),
  }));
}

function unitLength(source: string, at: number): number {
  if (source.charCodeAt(at) !== 0x5c) return 1;
  return source.charCodeAt(at + 1) === 0x75 ? 6 : 2;
}

function checkAllDone(
  texts: readonly TextSplice[],
  textsUnder: ReadonlyMap<string, readonly TextSplice[]>,
  valueAt: ReadonlyMap<string, ValueSplice>,
): void {
  // A splice is done once a string on its way was met; a container on the way is none.
  const missed = texts.filter((splice) =>
    [0, ...splice.at.keys().map((index) => index + 1)].every((length) =>
      textsUnder.has(pointerOf(splice.at.slice(0, length))),
    ),
  );
  const lost = [...missed.map((splice) => pointerOf(splice.at)), ...valueAt.keys()];
  if (lost.length > 0) throw new Error(`nothing to redact stands at ${String(lost[0])}`);
}
