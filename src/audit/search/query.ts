/** What the reading routes take: each query parameter, its meaning, and a fault by pointer for what is not known. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import type { Fault } from '../../errors.ts';
import { tellMisfit } from '../../governance/misfit.ts';
import { suggestion } from '../../governance/policy/suggest.ts';
import { exportFormats } from '../export/formats.ts';
import type { ExportRequest } from '../export/formats.ts';
import { reviewFields, wordFields } from './fields.ts';
import type { ReviewField, WordField } from './fields.ts';
import type { Filter, Term } from './filter.ts';
import {
  allFields,
  describeField,
  queryCharactersMax,
  readSearch,
  toFieldTerm,
} from './language.ts';
import { momentPattern, readMoment } from './moment.ts';
import type { End } from './moment.ts';

export const pageMax = 500;
export const pageDefault = 50;
export const histogramBucketsMax = 500;

const value = z.string().min(1).max(512);
const time = value
  .meta({ pattern: momentPattern })
  .describe('RFC 3339, or an age such as `24h` or `7d`');

const fieldShape = Object.fromEntries(
  allFields().map((field) => [
    field,
    value.describe(`${describeField(field)}; as \`${field}:\` in \`q\``).optional(),
  ]),
);

/** Common to lists, facets, histograms and exports. */
export const filterQuery = z.strictObject({
  from: time.optional(),
  to: time.describe('the same; a day as `2026-01-31` is meant to its end').optional(),
  q: z
    .string()
    .max(queryCharactersMax)
    .describe('the search box: qualifiers and free text over redacted content')
    .optional(),
  ...fieldShape,
});

export const listQuery = filterQuery.extend({
  limit: z.coerce.number().int().min(1).max(pageMax).default(pageDefault),
  cursor: z
    .guid({ error: 'expected `next` of another answer, or the id of an entry' })
    .describe('`next` of another answer, or the id of the entry to read on from')
    .optional(),
  direction: z.enum(['older', 'newer']).describe('`newer` lists the oldest first').default('older'),
});

export const facetQuery = filterQuery.extend({
  fields: value.describe('the fields to count, with commas').optional(),
  values: z.coerce.number().int().min(1).max(200).default(20),
});

export const histogramQuery = filterQuery.extend({
  buckets: z.coerce.number().int().min(1).max(histogramBucketsMax).default(60),
});

export const exportQuery = filterQuery.extend({
  format: z.enum(exportFormats).default('jsonl'),
});

export type FacetField = WordField | ReviewField;

const facetFields: readonly FacetField[] = [...wordFields, ...reviewFields];
const facetFieldsDefault: readonly WordField[] = [
  'decision',
  'type',
  'policy',
  'category',
  'model',
  'upstream',
  'team',
  'status',
  'coverage',
];

export type ListRequest = {
  readonly filter: Filter;
  readonly limit: number;
  readonly cursor?: string;
  readonly direction: 'older' | 'newer';
};
export type FacetRequest = {
  readonly filter: Filter;
  readonly fields: readonly FacetField[];
  readonly values: number;
};
export type HistogramRequest = { readonly filter: Filter; readonly buckets: number };

export function readListQuery(query: URLSearchParams, nowMs: number): ListRequest {
  const parsed = parseQuery(listQuery, query);
  return {
    filter: toFilter(parsed, nowMs),
    limit: parsed.limit,
    direction: parsed.direction,
    // Ids are compared as texts, and stand in small letters.
    ...(parsed.cursor === undefined ? {} : { cursor: parsed.cursor.toLowerCase() }),
  };
}

export function readFacetQuery(query: URLSearchParams, nowMs: number): FacetRequest {
  const parsed = parseQuery(facetQuery, query);
  const named = parsed.fields?.split(',');
  const fields =
    named === undefined ? facetFieldsDefault : facetFields.filter((field) => named.includes(field));
  if (named !== undefined && fields.length !== new Set(named).size) {
    throw toInvalid([{ pointer: '/fields', detail: tellFieldsMisfit(named) }]);
  }
  return { filter: toFilter(parsed, nowMs), fields, values: parsed.values };
}

/** Names the first that is wrong: in a long list nobody sees which one is meant. */
function tellFieldsMisfit(named: readonly string[]): string {
  const strange = named.find((name) => !facetFields.some((field) => field === name)) ?? '';
  const hint = suggestion(strange, facetFields);
  return `\`${strange}\` is no field to count${hint || ';'} fields to count are ${facetFields.join(', ')}`;
}

export function readHistogramQuery(query: URLSearchParams, nowMs: number): HistogramRequest {
  const parsed = parseQuery(histogramQuery, query);
  return { filter: toFilter(parsed, nowMs), buckets: parsed.buckets };
}

export function readExportQuery(query: URLSearchParams, nowMs: number): ExportRequest {
  const parsed = parseQuery(exportQuery, query);
  return { filter: toFilter(parsed, nowMs), format: parsed.format };
}

export function readFilterQuery(query: URLSearchParams, nowMs: number): Filter {
  return toFilter(parseQuery(filterQuery, query), nowMs);
}

function parseQuery<Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const names = [...query.keys()];
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) {
    throw toInvalid(
      twice.map((name) => ({ pointer: `/${name}`, detail: 'this parameter is given twice' })),
    );
  }
  const parsed = schema.safeParse(Object.fromEntries(query));
  if (parsed.success) return parsed.data;
  const known = Object.keys(schema.shape);
  throw toInvalid(
    parsed.error.issues.flatMap((issue): Fault[] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            pointer: `/${key}`,
            detail: `this parameter is not known here${suggestion(key, known)}`,
          }))
        : [{ pointer: `/${issue.path.map(String).join('/')}`, detail: tellMisfit(issue) }],
    ),
  );
}

function toInvalid(faults: readonly Fault[]): GatewayError {
  const places = faults.map(({ pointer }) => `\`${pointer}\``).join(', ');
  return new GatewayError('invalid_request', `the request is not valid at ${places}`, {
    faults,
  });
}

function toFilter(parsed: z.output<typeof filterQuery>, nowMs: number): Filter {
  const faults: Fault[] = [];
  const terms: Term[] = [];
  const reading = readSearch(parsed.q ?? '');
  terms.push(...reading.terms);
  if (reading.misread !== undefined) {
    const { at, detail } = reading.misread;
    faults.push({ pointer: '/q', detail: `at character ${at + 1}: ${detail}` });
  }
  const given = new Map<string, unknown>(Object.entries(parsed));
  for (const field of allFields()) {
    const wanted = given.get(field);
    if (typeof wanted !== 'string') continue;
    const term = toFieldTerm(field, wanted);
    if (typeof term === 'string') faults.push({ pointer: `/${field}`, detail: term });
    else terms.push(term);
  }
  const fromUs = readEnd('from', parsed.from, nowMs, faults);
  const toUs = readEnd('to', parsed.to, nowMs, faults);
  if (fromUs !== undefined && toUs !== undefined && toUs < fromUs)
    faults.push({ pointer: '/to', detail: 'it is before `from`' });
  if (faults.length > 0) throw toInvalid(faults);
  return {
    terms,
    ...(fromUs === undefined ? {} : { fromUs }),
    ...(toUs === undefined ? {} : { toUs }),
  };
}

/** A moment given outside a query: microseconds since the epoch. */
export function readTimeAt(name: string, given: string, nowMs: number): number {
  const us = readMoment(given, 'from', nowMs);
  if (typeof us === 'string') throw toInvalid([{ pointer: `/${name}`, detail: us }]);
  return us;
}

function readEnd(
  end: End,
  given: string | undefined,
  nowMs: number,
  faults: Fault[],
): number | undefined {
  const us = given === undefined ? undefined : readMoment(given, end, nowMs);
  if (typeof us !== 'string') return us;
  faults.push({ pointer: `/${end}`, detail: us });
  return undefined;
}
