/** Puts the answers of several logs together as if one log had given them. */
import type { Answered } from '../search/question.ts';
import type { FacetField, ListRequest } from '../search/query.ts';
import type { Bucket, Facets, Histogram } from '../search/counts.ts';
import type { Page } from '../search/reader.ts';
import { type FacetValue, sortValues } from '../search/review-counts.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { ReadExchange } from '../trail-reading.ts';

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Ids begin with their time, so their order is that of all entries, whichever log they stand in. */
function byId(left: StoredEntry, right: StoredEntry): number {
  return left.id < right.id ? -1 : 1;
}

function join<Answer, Whole>(
  found: readonly Answered<Answer>[],
  put: (answers: readonly Answer[]) => Whole,
): Answered<Whole> {
  const partial = found.flatMap((each) => each.partial ?? []).join('; ');
  return {
    answer: put(found.map(({ answer }) => answer)),
    behind: sum(found.map(({ behind }) => behind)),
    ...(partial === '' ? {} : { partial }),
  };
}

export function joinExchange(found: readonly ReadExchange[]): ReadExchange {
  const partial = found.flatMap((each) => each.partial ?? []).join('; ');
  return {
    entries: found.flatMap(({ entries }) => entries).sort(byId),
    ...(partial === '' ? {} : { partial }),
  };
}

export function joinPages(
  found: readonly Answered<Page>[],
  { limit, direction }: ListRequest,
): Answered<Page> {
  return join(found, (pages) => {
    const all = pages.flatMap(({ entries }) => entries).sort(byId);
    const sorted = direction === 'older' ? all.reverse() : all;
    const entries = sorted.slice(0, limit);
    const more = sorted.length > limit || pages.some(({ next }) => next !== null);
    const known = pages.flatMap(({ reviews }) => Object.entries(reviews));
    const shown = new Set(entries.map(({ id }) => id));
    return {
      entries,
      next: more ? (entries.at(-1)?.id ?? null) : null,
      reviews: Object.fromEntries(known.filter(([id]) => shown.has(id))),
      ...joinUnreadable(pages),
    };
  });
}

/** The numbers are of several logs: which one the first stands in is said in words. */
function joinUnreadable(pages: readonly Page[]): Pick<Page, 'unreadable'> {
  const found = pages.flatMap(({ unreadable }) => unreadable ?? []);
  if (found.length === 0) return {};
  const entries = sum(found.map((each) => each.entries));
  return { unreadable: { entries, first: Math.min(...found.map(({ first }) => first)) } };
}

export function joinFacets(found: readonly Answered<Facets>[], values: number): Answered<Facets> {
  return join(found, (all) => {
    const names = new Set(all.flatMap(({ fields }) => Object.keys(fields) as FacetField[]));
    const fields: Partial<Record<FacetField, readonly FacetValue[]>> = {};
    for (const name of names) {
      const totals = new Map<string, number>();
      for (const { value, count } of all.flatMap((each) => each.fields[name] ?? []))
        totals.set(value, (totals.get(value) ?? 0) + count);
      fields[name] = sortValues(totals).slice(0, values);
    }
    return { total: sum(all.map(({ total }) => total)), fields };
  });
}

/** From the first entry of any log to the last; undefined where no log has one. */
export function spanOf(
  found: readonly Answered<Histogram>[],
): { readonly fromUs: number; readonly toUs: number } | undefined {
  const spans = found.flatMap(({ answer: { widthUs, buckets } }) =>
    buckets.map(({ fromUs }) => ({ fromUs, toUs: fromUs + widthUs - 1 })),
  );
  if (spans.length === 0) return undefined;
  return {
    fromUs: Math.min(...spans.map(({ fromUs }) => fromUs)),
    toUs: Math.max(...spans.map(({ toUs }) => toUs)),
  };
}

/** They were asked for with the same two ends, so their buckets lie over each other. */
export function joinHistograms(found: readonly Answered<Histogram>[]): Answered<Histogram> {
  return join(found, (all) => {
    const drawn = all.filter(({ buckets }) => buckets.length > 0);
    const [first] = drawn;
    if (first === undefined) return { widthUs: 0, buckets: [] };
    const buckets = first.buckets.map(({ fromUs }, index): Bucket => {
      const same = drawn.flatMap((each) => each.buckets[index] ?? []);
      const decisions: Record<string, number> = {};
      for (const [name, count] of same.flatMap((each) => Object.entries(each.decisions)))
        decisions[name] = (decisions[name] ?? 0) + count;
      return { fromUs, count: sum(same.map(({ count }) => count)), decisions };
    });
    return { widthUs: first.widthUs, buckets };
  });
}
