/** Facets and histograms over the shared index: counted in PostgreSQL by the numbers of words, named here. */
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { reviewFields, wordFields } from '../search/fields.ts';
import type { WordField } from '../search/fields.ts';
import type { FacetField, FacetRequest, HistogramRequest } from '../search/query.ts';
import type { Bucket, Facets, Histogram } from '../search/counts.ts';
import { type FacetValue, sortValues } from '../search/review-counts.ts';
import { noReview, valuesOf } from '../search/reviews.ts';
import type { CodedField, SharedDictionaries } from './shared-words.ts';
import { lastReviews, toWhere, type Where } from './where.ts';

const number = z.coerce.number();
const totalRows = z.array(z.object({ field: z.int(), code: z.int().nullable(), total: number }));
const reviewRows = z.array(
  z.object({ w_review: z.int(), w_assignee: z.int(), w_review_tag: z.int(), total: number }),
);
const bucketRows = z.array(z.object({ bucket: number, code: z.int(), total: number }));
const spanRows = z.tuple([
  z.object({ from_us: number.nullable().catch(null), to_us: number.nullable().catch(null) }),
]);

type Totals = Map<string, number>;

export async function countShared(
  client: ClientBase,
  dictionaries: SharedDictionaries,
  { filter, fields: asked, values: valuesMax }: FacetRequest,
): Promise<Facets> {
  const where = await toWhere(client, filter, dictionaries);
  const words = wordFields.filter((field) => asked.includes(field));
  const { total, counted } = await countWords(client, dictionaries, where, words);
  const reviews = reviewFields.filter((field) => asked.includes(field));
  const said = reviews.length === 0 ? [] : await countReviews(client, where);
  const fields: Partial<Record<FacetField, readonly FacetValue[]>> = {};
  for (const [field, totals] of counted) fields[field] = sortValues(totals).slice(0, valuesMax);
  for (const field of reviews) {
    const totals: Totals = new Map();
    let others = total;
    for (const row of said) {
      others -= row.total;
      addAll(totals, dictionaries[field].decode(row[`w_${field}`]), row.total);
    }
    addAll(totals, valuesOf(noReview, field), others);
    fields[field] = sortValues(totals).slice(0, valuesMax);
  }
  return { total, fields };
}

/** Grouped by all fields at once first, which leaves few rows to be grouped by each of them. */
async function countWords(
  client: ClientBase,
  dictionaries: SharedDictionaries,
  { sql, values }: Where,
  words: readonly WordField[],
) {
  const columns = words.map((field) => `w_${field}`);
  const inner = ['count(*) AS total', ...columns].join(', ');
  const group = columns.length === 0 ? '' : `GROUP BY ${columns.join(', ')}`;
  const each = columns.map(
    (column, index) =>
      `UNION ALL SELECT ${index}, ${column}, sum(total) FROM found GROUP BY ${column}`,
  );
  const { rows } = await client.query(
    `WITH found AS MATERIALIZED (SELECT ${inner} FROM gateway_audit_rows AS rows WHERE ${sql} ${group})
     SELECT -1 AS field, NULL::int AS code, coalesce(sum(total), 0) AS total FROM found ${each.join(' ')}`,
    [...values],
  );
  let total = 0;
  const counted = new Map<WordField, Totals>(words.map((field) => [field, new Map()]));
  for (const row of totalRows.parse(rows)) {
    const field = words[row.field];
    if (field === undefined) total = row.total;
    else addAll(counted.get(field), dictionaries[field].decode(row.code ?? 0), row.total);
  }
  return { total, counted };
}

async function countReviews(client: ClientBase, { sql, values }: Where) {
  const columns = reviewFields.map((field) => `said.w_${field}`).join(', ');
  const { rows } = await client.query(
    `SELECT ${columns}, count(*) AS total FROM gateway_audit_rows AS rows
     JOIN ${lastReviews} AS said ON said.about = rows.id WHERE ${sql} GROUP BY ${columns}`,
    [...values],
  );
  return reviewRows.parse(rows);
}

/** Sets of values are counted under each of their values. */
function addAll(totals: Totals | undefined, values: readonly string[], more: number): void {
  for (const value of values) totals?.set(value, (totals.get(value) ?? 0) + more);
}

export async function drawShared(
  client: ClientBase,
  dictionaries: SharedDictionaries,
  { filter, buckets }: HistogramRequest,
): Promise<Histogram> {
  const span = await client.query(
    'SELECT min(at_us) AS from_us, max(at_us) AS to_us FROM gateway_audit_rows',
  );
  const [{ from_us: first, to_us: last }] = spanRows.parse(span.rows);
  const fromUs = filter.fromUs ?? first;
  const toUs = filter.toUs ?? last;
  if (first === null || fromUs === null || toUs === null || toUs < fromUs)
    return { widthUs: 0, buckets: [] };
  const widthUs = Math.floor((toUs - fromUs) / buckets) + 1;
  const where = await toWhere(client, { ...filter, fromUs, toUs }, dictionaries);
  const { sql, values, bind } = where;
  const bucket = `(rows.at_us - ${bind(fromUs)}::bigint) / ${bind(widthUs)}::bigint`;
  const { rows } = await client.query(
    `SELECT ${bucket} AS bucket, rows.w_decision AS code, count(*) AS total
     FROM gateway_audit_rows AS rows WHERE ${sql} GROUP BY 1, 2`,
    [...values],
  );
  return {
    widthUs,
    buckets: toBuckets(bucketRows.parse(rows), fromUs, widthUs, buckets, dictionaries),
  };
}

function toBuckets(
  rows: z.output<typeof bucketRows>,
  fromUs: number,
  widthUs: number,
  buckets: number,
  dictionaries: Pick<Readonly<Record<CodedField, SharedDictionaries['decision']>>, 'decision'>,
): readonly Bucket[] {
  const counts = Array.from({ length: buckets }, () => ({
    count: 0,
    decisions: new Map() as Totals,
  }));
  for (const { bucket, code, total } of rows) {
    const found = counts[bucket];
    if (found === undefined) continue;
    found.count += total;
    addAll(found.decisions, dictionaries.decision.decode(code), total);
  }
  return counts.map(({ count, decisions }, index) => ({
    fromUs: fromUs + index * widthUs,
    count,
    decisions: Object.fromEntries(sortValues(decisions).map((each) => [each.value, each.count])),
  }));
}
