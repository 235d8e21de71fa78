/** Searching the index that replicas share in PostgreSQL, and how fast a journal is taken into it. */
import { createPrivacy } from '../src/audit/privacy.ts';
import { findMasterKey } from '../src/audit/master-key.ts';
import { SharedIndex } from '../src/audit/shared/shared-index.ts';
import { shareTrail } from '../src/audit/shared/shared-trail.ts';
import { openTrail } from '../src/audit/trail.ts';
import { openPostgres } from '../test/support/postgres.ts';
import { indexed, measureQueries } from './audit-search.ts';
import type { Effort, Measured, Row } from './row.ts';
import { withSeededTrail } from './seeded-trail.ts';
import { percentile } from './statistics.ts';

const entriesMax = 120_000;
const columns = ['entries', 'taken in, entries/s', 'searches', 'p50 ms', 'p95 ms', 'longest ms'];

async function measure({ rounds, entries }: Effort): Promise<Measured> {
  const postgres = await openPostgres();
  if ('missing' in postgres)
    return { columns, lines: [[postgres.missing, '', '', '', '', '']], figures: {} };
  const seeded = { entries: Math.min(entries, entriesMax), content: false, index: true };
  try {
    return await withSeededTrail(seeded, (directory) => search(directory, postgres.url, rounds));
  } finally {
    await postgres.close();
  }
}

async function search(directory: string, databaseUrl: string, rounds: number): Promise<Measured> {
  const masterKey = findMasterKey(directory, () => undefined);
  const shared = { databaseUrl, retentionDays: 0 };
  const options = { directory, masterKey, shared, origin: 'bench', durability: 'os' } as const;
  const trail = await openTrail(options);
  const index = new SharedIndex(shared, masterKey);
  const { toPseudonym } = createPrivacy(masterKey);
  const all = shareTrail({ index, own: trail, first: trail, toPseudonym });
  try {
    const beganMs = performance.now();
    while ((await trail.settle()) > 0);
    const tookMs = performance.now() - beganMs;
    const { total } = await index.count({ filter: { terms: [] }, fields: [], values: 1 });
    const perSecond = (total / tookMs) * 1000;
    const times = await measureQueries(all, indexed, rounds);
    const figure = (share: number): string => percentile(times, share).toFixed(0);
    const line = [String(total), perSecond.toFixed(0), String(times.length)];
    return {
      columns,
      lines: [[...line, figure(0.5), figure(0.95), figure(1)]],
      figures: { 'p95 ms': percentile(times, 0.95), 'entries/s': perSecond },
    };
  } finally {
    await index.close();
    await trail.close();
  }
}

export const auditShared: Row = {
  name: 'audit-shared',
  claim: 'Searching the index that replicas share',
  bounds: [
    {
      work: 'shared index, filter with facets, p95',
      figure: 'p95 ms',
      unit: 'ms',
      digits: 0,
      most: 1000,
    },
  ],
  setting:
    'a seeded trail without kept texts, taken into PostgreSQL on the same machine; each search asks for the first page of 50 entries and the facets of nine fields, both at once, from the asking until both are there',
  lane: 'second',
  measure,
};
