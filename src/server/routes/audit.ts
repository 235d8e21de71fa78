/** The reading side of the audit trail: entries, one entry, facets and a histogram, all from one filter. */
import { z } from 'zod';
import { toTimestamp } from '../../audit/clock.ts';
import {
  facetQuery,
  histogramQuery,
  listQuery,
  readFacetQuery,
  readHistogramQuery,
  readListQuery,
} from '../../audit/search/query.ts';
import { readIdentifier } from '../../audit/identifier.ts';
import type { Answered } from '../../audit/search/question.ts';
import type { Trail } from '../../audit/trail.ts';
import type { Answer, Route } from '../route.ts';

export type AuditReader = Pick<
  Trail,
  'listEntries' | 'findEntry' | 'countFacets' | 'drawHistogram'
>;

const entry = z
  .looseObject({
    v: z.int(),
    id: z.string(),
    seq: z.int(),
    at: z.string(),
    type: z.string(),
    prev: z.string(),
  })
  .describe('One entry as it stands in the journal; docs/AUDIT-FORMAT.md has every field.');

const bucket = z.object({
  from: z.string().describe('Its first microsecond; the last is the one before the next bucket.'),
  count: z.int(),
  decisions: z.record(z.string(), z.int()),
});

const errors = ['invalid_request', 'not_found', 'not_ready'] as const;

/** Entries that are durable but that the index has not taken in yet. */
const behindHeader = 'x-governance-index-behind';

/** Why an answer may lack entries of other replicas. */
export const partialHeader = 'x-governance-index-partial';

function toAnswer(
  body: unknown,
  { behind, partial }: Pick<Answered<unknown>, 'behind' | 'partial'>,
): Answer {
  return {
    status: 200,
    body,
    headers: {
      ...(behind > 0 ? { [behindHeader]: String(behind) } : {}),
      ...(partial === undefined ? {} : { [partialHeader]: partial }),
    },
  };
}

const indexHeaders = [behindHeader, partialHeader] as const;

function createEntryRoutes(trail: AuditReader, now: () => number): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/audit/entries',
      operation: 'listEntries',
      scope: 'audit:read',
      summary: 'List entries, newest first, by one filter',
      query: listQuery,
      answer: z.object({
        entries: z.array(entry),
        next: z.string().nullable(),
        reviews: z
          .record(
            z.string(),
            z.object({
              status: z.string(),
              assignee: z.string(),
              tags: z.array(z.string()),
              revision: z.int(),
            }),
          )
          .describe('What reviewers said last of these entries, by id.'),
      }),
      headers: indexHeaders,
      errors,
      async handle({ query }) {
        const { answer, ...state } = await trail.listEntries(readListQuery(query, now()));
        return toAnswer(answer, state);
      },
    },
    {
      method: 'get',
      path: '/v1/audit/entries/:id',
      operation: 'readEntry',
      scope: 'audit:read',
      summary: 'Read one entry',
      answer: entry,
      errors,
      async handle({ parameters }) {
        return toAnswer(await trail.findEntry(readIdentifier(parameters.id ?? '')), { behind: 0 });
      },
    },
  ];
}

function createSummaryRoutes(trail: AuditReader, now: () => number): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/audit/facets',
      operation: 'countEntriesByField',
      scope: 'audit:read',
      summary: 'Count the values of fields within one filter',
      query: facetQuery,
      answer: z.object({
        total: z.int(),
        fields: z.record(z.string(), z.array(z.object({ value: z.string(), count: z.int() }))),
      }),
      headers: indexHeaders,
      errors,
      async handle({ query }) {
        const { answer, ...state } = await trail.countFacets(readFacetQuery(query, now()));
        return toAnswer(answer, state);
      },
    },
    {
      method: 'get',
      path: '/v1/audit/histogram',
      operation: 'countEntriesOverTime',
      scope: 'audit:read',
      summary: 'Count entries over time by decision within one filter',
      query: histogramQuery,
      answer: z.object({ width_seconds: z.number(), buckets: z.array(bucket) }),
      headers: indexHeaders,
      errors,
      async handle({ query }) {
        const { answer, ...state } = await trail.drawHistogram(readHistogramQuery(query, now()));
        const buckets = answer.buckets.map(({ fromUs, count, decisions }) => ({
          from: toTimestamp(fromUs),
          count,
          decisions,
        }));
        return toAnswer({ width_seconds: answer.widthUs / 1e6, buckets }, state);
      },
    },
  ];
}

export function createAuditRoutes(trail: AuditReader, now: () => number): readonly Route[] {
  return [...createEntryRoutes(trail, now), ...createSummaryRoutes(trail, now)];
}
