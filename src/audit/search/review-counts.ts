/** Counts what reviewers said of the entries that pass a filter, for facets. */
import { reviewFields } from './fields.ts';
import type { ReviewField } from './fields.ts';
import type { FacetField } from './query.ts';
import { noReview, valuesOf } from './reviews.ts';
import type { Lookup } from './scan.ts';

export type FacetValue = { readonly value: string; readonly count: number };

export class ReviewCounts {
  readonly #lookup: Pick<Lookup, 'reviewsOf'>;
  readonly #totals: ReadonlyMap<ReviewField, Map<string, number>>;

  constructor(fields: readonly FacetField[], lookup: Pick<Lookup, 'reviewsOf'>) {
    this.#lookup = lookup;
    const asked = reviewFields.filter((field) => fields.includes(field));
    this.#totals = new Map(asked.map((field) => [field, new Map<string, number>()]));
  }

  /** Takes a block with one flag per entry, of which `passing` are set. */
  add(first: number, mask: Uint8Array, passing: number): void {
    if (this.#totals.size === 0) return;
    let others = passing;
    for (const [row, state] of this.#lookup.reviewsOf(first)) {
      if (mask[row] !== 1) continue;
      others -= 1;
      for (const [field, totals] of this.#totals)
        for (const value of valuesOf(state, field)) count(totals, value, 1);
    }
    for (const [field, totals] of this.#totals)
      for (const value of valuesOf(noReview, field)) count(totals, value, others);
  }

  values(): [ReviewField, FacetValue[]][] {
    return [...this.#totals].map(([field, totals]) => [field, sortValues(totals)]);
  }
}

/** The most frequent first. */
export function sortValues(totals: ReadonlyMap<string, number>): FacetValue[] {
  return [...totals]
    .filter(([, occurrences]) => occurrences > 0)
    .map(([value, occurrences]) => ({ value, count: occurrences }))
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
}

function count(totals: Map<string, number>, value: string, more: number): void {
  totals.set(value, (totals.get(value) ?? 0) + more);
}
