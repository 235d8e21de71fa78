/** The redacted copy of a JSON text: the very text as it came, with only what a redaction names replaced in place. */
import { pointerOf, type Step } from '../governance/interaction.ts';
import { readString, walkLiterals } from './json-paths.ts';
import { addPlainRanges, addSourceRanges, type LiteralSpan, type Range } from './source-ranges.ts';
import { finishSteps, stepItems, type Steps } from './steps.ts';

/** Replaces [start, end) of the string or number at a path; steps beyond a string lead into the JSON that it holds. */
export type TextSplice = Range & { readonly at: readonly Step[] };

/** All that is replaced in the string at a path. */
export type TextSplices = { readonly at: readonly Step[]; readonly ranges: readonly Range[] };

/** Puts JSON in the place of a whole value. */
export type ValueSplice = { readonly at: readonly Step[]; readonly json: string };

/** A string in which something is replaced. */
type Found = LiteralSpan & {
  readonly escaped: boolean;
  readonly depth: number;
  readonly under: readonly TextSplices[];
};

/** Throws where a splice names a place that is not there: a redaction that did not happen must not pass for one. */
export function spliceJson(
  source: string,
  texts: readonly TextSplice[],
  values: readonly ValueSplice[] = [],
): string {
  const byPath = Map.groupBy(texts, ({ at }) => at);
  const splices = [...byPath].map(([at, ranges]) => ({ at, ranges }));
  return finishSteps(spliceInSteps(source, splices, values));
}

/** The same, of which thousands may stand in one string. */
export function* spliceInSteps(
  source: string,
  texts: readonly TextSplices[],
  values: readonly ValueSplice[] = [],
): Steps<string> {
  return yield* replaceInSteps(source, yield* toRanges(source, texts, values));
}

/** Sorted or not; where ranges overlap, the union is replaced once, by what the first of them says. */
export function replaceRanges(source: string, ranges: readonly Range[]): string {
  return finishSteps(replaceInSteps(source, ranges));
}

export function* replaceInSteps(source: string, ranges: readonly Range[]): Steps<string> {
  const stretches: string[] = [];
  let pieces: string[] = [];
  let from = 0;
  for (const range of (yield* areInOrder(ranges)) ? ranges : sortByPlace(ranges)) {
    if (range.start >= from) pieces.push(source.slice(from, range.start), range.replacement);
    from = Math.max(from, range.end);
    if (pieces.length < stepItems) continue;
    stretches.push(pieces.join(''));
    pieces = [];
    yield;
  }
  stretches.push(pieces.join(''), source.slice(from));
  yield;
  // Hundreds of thousands of pieces would be put together in one go.
  return stretches.join('');
}

/** As nearly all are: then hundreds of thousands need not be sorted in one go. */
function* areInOrder(ranges: readonly Range[]): Steps<boolean> {
  let last = -1;
  for (const [index, { start }] of ranges.entries()) {
    if (start <= last) return false;
    last = start;
    if (index % stepItems === stepItems - 1) yield;
  }
  return true;
}

function sortByPlace(ranges: readonly Range[]): readonly Range[] {
  return ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function* toRanges(
  source: string,
  texts: readonly TextSplices[],
  values: readonly ValueSplice[],
): Steps<Range[]> {
  const textsUnder = groupByPrefix(texts);
  const valueAt = new Map(values.map((splice) => [pointerOf(splice.at), splice]));
  const ranges: Range[] = [];
  const found: Found[] = [];
  const take = (path: readonly Step[]): readonly TextSplices[] | undefined => {
    const pointer = pointerOf(path);
    const under = textsUnder.get(pointer);
    textsUnder.delete(pointer);
    return under;
  };
  walkLiterals(source, {
    string: ({ path, start, end }, escaped) => {
      const under = take(path);
      if (under !== undefined) found.push({ start, end, escaped, depth: path.length, under });
    },
    number: ({ path, start, end }) => {
      const cuts = take(path)?.flatMap((each) => each.ranges);
      if (cuts !== undefined)
        ranges.push({ start, end, replacement: writeCut(source.slice(start, end), cuts) });
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
  for (const literal of found) {
    yield;
    const inside = yield* readRanges(source, literal);
    if (literal.escaped) yield* addSourceRanges(ranges, source, literal, inside);
    else yield* addPlainRanges(ranges, literal, inside);
  }
  return ranges;
}

/** A number where a text is expected was judged as it is put together with others, and what is left of it is a text. */
function writeCut(literal: string, ranges: readonly Range[]): string {
  return JSON.stringify(replaceRanges(String(Number(literal)), ranges));
}

/** The splices that end in a string, or in the JSON that it holds, under the pointer of each place on their way. */
function groupByPrefix(texts: readonly TextSplices[]): Map<string, TextSplices[]> {
  const groups = new Map<string, TextSplices[]>();
  for (const splices of texts)
    for (const pointer of prefixesOf(splices.at)) {
      const group = groups.get(pointer);
      if (group === undefined) groups.set(pointer, [splices]);
      else group.push(splices);
    }
  return groups;
}

/** The pointer of each place on the way, from the top to the path itself. */
function prefixesOf(at: readonly Step[]): readonly string[] {
  return Array.from({ length: at.length + 1 }, (_, length) => pointerOf(at.slice(0, length)));
}

function* readRanges(source: string, literal: Found): Steps<readonly Range[]> {
  const { under, depth, start, end, escaped } = literal;
  const own = under.filter(({ at }) => at.length === depth);
  const deeper = under.filter(({ at }) => at.length > depth);
  const ranges = own.length === 1 ? (own[0]?.ranges ?? []) : own.flatMap((each) => each.ranges);
  if (deeper.length === 0) return ranges;
  const inner = deeper.map((splices) => ({ ...splices, at: splices.at.slice(depth) }));
  return [...ranges, ...(yield* toRanges(readString(source, start, end, escaped), inner, []))];
}

function checkAllDone(
  texts: readonly TextSplices[],
  textsUnder: ReadonlyMap<string, unknown>,
  valueAt: ReadonlyMap<string, ValueSplice>,
): void {
  // A splice is done once a string on its way was met; a container on the way is none.
  const isLost = texts.some(({ at }) => prefixesOf(at).every((each) => textsUnder.has(each)));
  // Without the place: a bug is told to the log, and names on the way there are somebody's words.
  if (isLost || valueAt.size > 0)
    throw new Error('nothing to redact stands where an edit is to be');
}
