/** Searching a long trail: the first page and the facets of one filter, indexed and by free text. */
import { findMasterKey } from '../src/audit/master-key.ts';
import { readFacetQuery, readListQuery } from '../src/audit/search/query.ts';
import { openTrail } from '../src/audit/trail.ts';
import type { TrailReading } from '../src/audit/trail-reading.ts';
import type { Effort, Measured, Row } from './row.ts';
import { withSeededTrail } from './seeded-trail.ts';
import { percentile } from './statistics.ts';

/** Filters that the index answers without a word of text. */
export const indexed = [
  'decision=block',
  'decision=block&model=gpt-5*',
  'type=failed&from=7d',
  'team=research&status=400..499',
  'rule=secrets/*',
  'subject=user-17',
  'session=session-500',
  'tag=night&coverage=partial',
  'owner=ada&from=3d',
  'model=no-such-model',
  'q=-decision:allow latency:>500',
  '',
];
const freeText = [
  'q=lighthouse',
  'q="night trains"',
  'q=harbour decision:block',
  'q=invoice -lighthouse',
  'q=payrol*',
  'q="the handbook says otherwise"',
  'q=badobel',
  'q=figures dates',
  'q=ticket 48213',
  'q=nowhere-to-be-found',
];

async function search(trail: TrailReading, query: string): Promise<number> {
  const asked = new URLSearchParams(query.replaceAll(' ', '%20'));
  const startedMs = performance.now();
  const answers = await Promise.all([
    trail.listEntries(readListQuery(asked, Date.now())),
    trail.countFacets(readFacetQuery(asked, Date.now())),
  ]);
  if (answers.some(({ behind }) => behind > 0)) throw new Error('the index is not complete');
  return performance.now() - startedMs;
}

export async function measureQueries(
  trail: TrailReading,
  queries: readonly string[],
  rounds: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const query of queries) times.push(await search(trail, query));
  return times;
}

async function measure({ rounds, entries }: Effort): Promise<Measured> {
  const seeded = { entries, content: true, index: true };
  return await withSeededTrail(seeded, async (directory) => {
    const masterKey = findMasterKey(directory, () => undefined);
    const trail = await openTrail({ directory, masterKey, origin: 'bench', durability: 'os' });
    const lines: (readonly string[])[] = [];
    const figures: Record<string, number> = {};
    try {
      for (const [label, queries] of Object.entries({ indexed, 'free text': freeText })) {
        const times = await measureQueries(trail, queries, rounds);
        const figure = (share: number): string => percentile(times, share).toFixed(0);
        lines.push([label, String(times.length), figure(0.5), figure(0.95), figure(1)]);
        figures[`${label}: p95 ms`] = percentile(times, 0.95);
      }
    } finally {
      await trail.close();
    }
    return { columns: ['filter', 'searches', 'p50 ms', 'p95 ms', 'longest ms'], lines, figures };
  });
}

export const auditSearch: Row = {
  name: 'audit-search',
  claim: 'Searching the audit trail',
  bounds: [
    {
      work: 'indexed filter with facets, p95',
      figure: 'indexed: p95 ms',
      unit: 'ms',
      digits: 0,
      most: 100,
    },
    { work: 'free text, p95', figure: 'free text: p95 ms', unit: 'ms', digits: 0, most: 300 },
  ],
  setting:
    'a seeded trail with kept texts; each search asks for the first page of 50 entries and the facets of nine fields, from the asking until both are there; the first of each kind included, which finds nothing in memory',
  lane: 'second',
  measure,
};
