/** Where edits stand in a text and in its copy, and how a span of the one is found in the other. */
import type { Edit } from './decision.ts';
import type { Span } from './finding.ts';

/** An edit and where its replacement stands in the copy. */
export type Placed = { readonly edit: Edit; readonly from: number; readonly to: number };

export function placeEdits(edits: readonly Edit[]): ReadonlyMap<number, readonly Placed[]> {
  const placed = new Map<number, Placed[]>();
  for (const edit of edits) {
    const own = placed.get(edit.part) ?? [];
    const last = own.at(-1);
    const from = edit.start + (last === undefined ? 0 : last.to - last.edit.end);
    own.push({ edit, from, to: from + edit.replacement.length });
    placed.set(edit.part, own);
  }
  return placed;
}

/** A span that touches a placeholder takes in all that the placeholder stands for. */
export function spanBefore({ part, start, end }: Span, edits: readonly Placed[]): Span {
  const first = findEndingAfter(edits, start, inCopy);
  const startsIn = edits[first];
  const last = findEndingAfter(edits, end, inCopy);
  const endsIn = edits[last];
  return {
    part,
    start:
      startsIn !== undefined && startsIn.from < start
        ? startsIn.edit.start
        : start - shiftBefore(edits, first),
    end:
      endsIn !== undefined && endsIn.from < end ? endsIn.edit.end : end - shiftBefore(edits, last),
  };
}

export function editsByPart(edits: readonly Edit[]): ReadonlyMap<number, readonly Edit[]> {
  return Map.groupBy(edits, ({ part }) => part);
}

/** Those of sorted edits that change any of [start, end). */
export function touchedBy<Cut extends Pick<Edit, 'start' | 'end'>>(
  edits: readonly Cut[],
  start: number,
  end: number,
): readonly Cut[] {
  const first = findEndingAfter(edits, start, endOfEdit);
  let behind = first;
  while (behind < edits.length && (edits[behind]?.start ?? end) < end) behind += 1;
  return edits.slice(first, behind);
}

/** Where a place stands in the copy; one within what was replaced stands behind that now. */
export function placeAfter(at: number, edits: readonly Placed[]): number {
  const index = findEndingAfter(edits, at, inOriginal);
  const next = edits[index];
  return next !== undefined && next.edit.start < at ? next.to : at + shiftBefore(edits, index);
}

/** Whether any of a span is edited; the edits are those of its part. */
export function isTouched({ start, end }: Span, edits: readonly Edit[]): boolean {
  const edit = edits[findEndingAfter(edits, start, endOfEdit)];
  return edit !== undefined && edit.start < end;
}

/** Where a span stands in the copy; nothing where it was cut out as a whole. */
export function spanAfter(span: Span, edits: readonly Placed[]): readonly Span[] {
  const { part, start, end } = span;
  const first = findEndingAfter(edits, start, inOriginal);
  let left = end - start;
  let last = first;
  for (; last < edits.length; last += 1) {
    const edit = edits[last]?.edit;
    if (edit === undefined || edit.start >= end) break;
    left -= Math.min(end, edit.end) - Math.max(start, edit.start);
  }
  if (left <= 0 && end > start) return [];
  const opens = edits[first];
  const closes = edits[last - 1];
  return [
    {
      part,
      start:
        opens !== undefined && opens.edit.start < start
          ? opens.from
          : start + shiftBefore(edits, first),
      end:
        closes !== undefined && closes.edit.end > end ? closes.to : end + shiftBefore(edits, last),
    },
  ];
}

const inCopy = ({ to }: Placed): number => to;
const inOriginal = ({ edit }: Placed): number => edit.end;
const endOfEdit = ({ end }: Pick<Edit, 'end'>): number => end;

/** By how much the text behind the edits before this one has moved. */
function shiftBefore(edits: readonly Placed[], index: number): number {
  const before = edits[index - 1];
  return before === undefined ? 0 : before.to - before.edit.end;
}

/** The first edit that ends after a place; there may be many edits and many places. */
function findEndingAfter<T>(
  edits: readonly T[],
  place: number,
  endOf: (edit: T) => number,
): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const edit = edits[middle];
    if (edit !== undefined && endOf(edit) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
