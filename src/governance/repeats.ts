/** Tells one sight from another: what several readings of a text show is one finding. */
import type { Seen } from './seen.ts';

/** The same thing seen in several readings of a text is one finding, told by the widest of its spans. */
export function withoutRepeats(seen: readonly Seen[]): readonly Seen[] {
  if (seen.length < 2) return seen;
  const sorted = [...seen].sort(
    (left, right) =>
      left.pattern - right.pattern ||
      compareCategories(left.category, right.category) ||
      inOrder(left, right),
  );
  const kept: Seen[] = [];
  for (const one of sorted) {
    const last = kept.at(-1);
    if (last !== undefined && isSame(last, one)) {
      if (one.confidence > last.confidence)
        kept[kept.length - 1] = { ...last, confidence: one.confidence, severity: one.severity };
    } else kept.push(one);
  }
  return kept.sort(inOrder);
}

/** Most are the same, and that is told without a look at their letters. */
function compareCategories(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function inOrder(left: Seen, right: Seen): number {
  const [one, other] = [left.spans[0], right.spans[0]];
  if (one === undefined || other === undefined) return left.spans.length - right.spans.length;
  return one.part - other.part || one.start - other.start || other.end - one.end;
}

function isSame(wider: Seen, other: Seen): boolean {
  if (wider.pattern !== other.pattern || wider.category !== other.category) return false;
  return other.spans.every((span) =>
    wider.spans.some(
      (cover) => cover.part === span.part && cover.start <= span.start && span.end <= cover.end,
    ),
  );
}
