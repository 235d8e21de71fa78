/** Counts the entries that pass a filter, by the values of their fields and over time. */
import type { Column } from './column.ts';
import { wordFields, type WordField } from './fields.ts';
import type { FacetField, FacetRequest, HistogramRequest } from './query.ts';
import type { Source } from './reader.ts';
import { ReviewCounts, sortValues } from './review-counts.ts';
import type { FacetValue } from './review-counts.ts';
import { compileScan, scanBlock } from './scan.ts';

export type Facets = {
  readonly total: number;
  readonly fields: Readonly<Partial<Record<FacetField, readonly FacetValue[]>>>;
};

export type Bucket = {
  /** Microseconds since the epoch. */
  readonly fromUs: number;
  readonly count: number;
  readonly decisions: Readonly<Record<string, number>>;
};
export type Histogram = { readonly widthUs: number; readonly buckets: readonly Bucket[] };

export function countFacets(source: Source, request: FacetRequest): Facets {
  const scan = compileScan(request.filter, source, 'all');
  const counts = new Map(
    wordFields
      .filter((field) => request.fields.includes(field))
      .map((field) => [field, new Uint32Array(source.dictionaries[field].size)]),
  );
  const reviews = new ReviewCounts(request.fields, source);
  let total = 0;
  for (const block of source.blocks) {
    const mask = scanBlock(block, scan);
    if (mask === undefined) continue;
    const rows = listRows(mask);
    total += rows.length;
    if (rows.length === 0) continue;
    for (const [field, count] of counts) countCodes(block.column(field), rows, count);
    reviews.add(block.first, mask, rows.length);
  }
  const fields: Partial<Record<FacetField, readonly FacetValue[]>> = {};
  for (const [field, count] of [...counts].map(
    ([name, codes]) => [name, toValues(source, name, codes)] as const,
  ))
    fields[field] = count.slice(0, request.values);
  for (const [field, count] of reviews.values()) fields[field] = count.slice(0, request.values);
  return { total, fields };
}

/** The rows that pass. Filters let few entries through, so the columns are read at those alone. */
function listRows(mask: Uint8Array): Uint16Array {
  const rows = new Uint16Array(mask.length);
  let count = 0;
  for (let row = 0; row < mask.length; row += 1) {
    rows[count] = row;
    count += mask[row] ?? 0;
  }
  return rows.subarray(0, count);
}

function countCodes(column: Column, rows: Uint16Array, count: Uint32Array): void {
  // An index of its own: an iterator costs as much again as the counting.
  for (let index = 0; index < rows.length; index += 1) {
    const code = column[rows[index] ?? 0] ?? 0;
    count[code] = (count[code] ?? 0) + 1;
  }
}

/** Sets of values are counted under each of their values. */
function toValues(source: Source, field: WordField, count: Uint32Array): FacetValue[] {
  const totals = new Map<string, number>();
  count.forEach((occurrences, code) => {
    if (occurrences === 0) return;
    for (const value of source.dictionaries[field].decode(code)) {
      totals.set(value, (totals.get(value) ?? 0) + occurrences);
    }
  });
  return sortValues(totals);
}

export function drawHistogram(source: Source, request: HistogramRequest): Histogram {
  const { filter, buckets } = request;
  const scan = compileScan(filter, source, 'all');
  const fromUs = filter.fromUs ?? Math.min(...source.blocks.map(({ atMin }) => atMin));
  const toUs = filter.toUs ?? Math.max(...source.blocks.map(({ atMax }) => atMax));
  if (!(toUs >= fromUs) || !Number.isFinite(fromUs)) return { widthUs: 0, buckets: [] };
  const widthUs = Math.floor((toUs - fromUs) / buckets) + 1;
  const dictionary = source.dictionaries.decision;
  const counts = Array.from({ length: buckets }, () => new Uint32Array(dictionary.size));
  for (const block of source.blocks) {
    const mask = scanBlock(block, scan);
    if (mask === undefined) continue;
    const at = block.column('at');
    const decision = block.column('decision');
    for (let row = 0; row < mask.length; row += 1) {
      if (mask[row] !== 1) continue;
      const bucket = counts[Math.floor(((at[row] ?? 0) - fromUs) / widthUs)];
      const code = decision[row] ?? 0;
      if (bucket !== undefined) bucket[code] = (bucket[code] ?? 0) + 1;
    }
  }
  return {
    widthUs,
    buckets: counts.map((count, index) => ({
      fromUs: fromUs + index * widthUs,
      count: count.reduce((sum, each) => sum + each, 0),
      decisions: Object.fromEntries(
        toValues(source, 'decision', count).map(({ value, count: each }) => [value, each]),
      ),
    })),
  };
}
