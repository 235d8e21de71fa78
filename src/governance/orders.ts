/** Texts that put together in another order what other parts say: what stands in them stands in those, and is cut there. */
import type { Edit } from './decision.ts';
import type { Span } from './finding.ts';
import type { Excerpt, Part } from './interaction.ts';
import { type Placed, placeAfter, placeEdits, touchedBy } from './placed-edits.ts';

/**
 * The parts in which a stretch of such a text stands, in its order. Nothing where all of it has gone, since it was judged
 * then; a stretch that has gone in part begins in the text itself, where nothing can be cut.
 */
export function spansIn(
  order: readonly Excerpt[],
  part: number,
  start: number,
  end: number,
): readonly Span[] {
  const goneTo = order[0]?.start ?? Infinity;
  if (end <= goneTo) return [];
  const spans: Span[] = start < goneTo ? [{ part, start, end: goneTo }] : [];
  for (let at = findEndingBehind(order, start); at < order.length; at += 1) {
    const excerpt = order[at];
    if (excerpt === undefined || excerpt.start >= end) break;
    const shift = excerpt.from - excerpt.start;
    const from = Math.max(start, excerpt.start) + shift;
    spans.push({ part: excerpt.part, start: from, end: Math.min(end, excerpt.end) + shift });
  }
  return spans;
}

/** A span wherever it was seen, where it can be cut. */
export function spansOf(parts: readonly Part[], span: Span): readonly Span[] {
  const order = parts[span.part]?.order;
  return order === undefined ? [span] : spansIn(order, span.part, span.start, span.end);
}

type Cut = Pick<Edit, 'start' | 'end' | 'replacement'>;

/** What edits of other parts cut out of such a text; one that is torn apart in it is replaced in its first stretch. */
export function editsIn(
  order: readonly Excerpt[],
  edits: (part: number) => readonly Cut[] | undefined,
): readonly Cut[] {
  return order.flatMap(({ part, from, start, end }) => {
    const shift = start - from;
    return touchedBy(edits(part) ?? [], from, end - shift).map((edit) => ({
      start: Math.max(start, edit.start + shift),
      end: Math.min(end, edit.end + shift),
      replacement: edit.start >= from ? edit.replacement : '',
    }));
  });
}

/** Where its stretches stand once those parts and the text itself were edited. */
export function moveOrder(
  order: readonly Excerpt[],
  own: readonly Cut[],
  placed: ReadonlyMap<number, readonly Placed[]>,
): readonly Excerpt[] {
  const inOwn = placeEdits(own.map((edit) => ({ ...edit, part: 0 }))).get(0) ?? [];
  return order.map(({ part, from, start, end }) => ({
    part,
    from: placeAfter(from, placed.get(part) ?? []),
    start: placeAfter(start, inOwn),
    end: placeAfter(end, inOwn),
  }));
}

function findEndingBehind(order: readonly Excerpt[], place: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order[middle]?.end ?? Infinity) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
