/** Trails of replicas that share one index in PostgreSQL, each with a directory of its own, and what is asked of them. */
import { joinLogs } from '../../src/audit/joined/joined-trail.ts';
import { createPrivacy } from '../../src/audit/privacy.ts';
import { readFacetQuery, readHistogramQuery, readListQuery } from '../../src/audit/search/query.ts';
import type { Answered } from '../../src/audit/search/question.ts';
import type { Page } from '../../src/audit/search/reader.ts';
import { SharedIndex } from '../../src/audit/shared/shared-index.ts';
import { shareTrail } from '../../src/audit/shared/shared-trail.ts';
import type { Trail } from '../../src/audit/trail.ts';
import type { TrailOptions } from '../../src/audit/trail-options.ts';
import type { TrailReading } from '../../src/audit/trail-reading.ts';
import { runSql } from './postgres-server.ts';
import { newDirectory, openIn } from './trail-directory.ts';

export const masterKey = Buffer.alloc(32, 7);

export type Replica = {
  readonly directory: string;
  readonly trail: Trail;
  /** The trails of all replicas, as this one reads them. */
  readonly all: TrailReading;
  readonly index: SharedIndex;
  readonly alarms: readonly string[];
  readonly close: () => Promise<void>;
};

export async function openReplica(
  databaseUrl: string,
  origin: string,
  options: Partial<TrailOptions> & { readonly retentionDays?: number } = {},
): Promise<Replica> {
  const { directory = newDirectory(), retentionDays = 0, ...rest } = options;
  const shared = { databaseUrl, retentionDays };
  const key = rest.masterKey ?? masterKey;
  const alarms: string[] = [];
  const onAlarm = (message: string, fields: object): void => {
    alarms.push(`${message} ${JSON.stringify(fields)}`);
  };
  const { trail } = await openIn(directory, { origin, masterKey: key, shared, onAlarm, ...rest });
  const index = new SharedIndex(shared, key);
  const { toPseudonym } = createPrivacy(key);
  const all = shareTrail({ index, own: trail, first: trail, toPseudonym });
  return {
    ...{ directory, trail, all, index, alarms },
    async close() {
      await index.close();
      await trail.close();
    },
  };
}

/** So that the next test finds a database without an index. */
export async function dropSharedIndex(databaseUrl: string): Promise<void> {
  await runSql(
    databaseUrl,
    `DROP TABLE IF EXISTS gateway_versions, gateway_audit_facts, gateway_audit_logs, gateway_audit_words,
     gateway_audit_rows, gateway_audit_lines, gateway_audit_reviews, gateway_audit_erased`,
  );
}

/** Until all that was recorded stands in the shared index; by itself that takes a second or so. */
export async function untilIndexed(...replicas: readonly Replica[]): Promise<void> {
  for (const { trail } of replicas) while ((await trail.settle()) > 0);
}

/** What the replicas' own indices say together. */
export function joinReplicas(replicas: readonly Replica[]): TrailReading {
  const [first, ...others] = replicas.map(({ directory, trail }, log) => ({
    ...{ log, directory, reading: trail },
  }));
  if (first === undefined) throw new Error('at least one replica is needed');
  const { record } = first.reading;
  return joinLogs({ first, others, record, toPseudonym: createPrivacy(masterKey).toPseudonym });
}

function toQuery(query: string): URLSearchParams {
  return new URLSearchParams(query);
}

export function list(reading: TrailReading, query: string): Promise<Answered<Page>> {
  return reading.listEntries(readListQuery(toQuery(query), Date.now()));
}

export async function listIds(reading: TrailReading, query: string): Promise<readonly string[]> {
  return (await list(reading, query)).answer.entries.map(({ id }) => id);
}

/** Everything that one filter can be asked for; pages are followed to their end. */
export async function askAll(reading: TrailReading, query: string): Promise<unknown> {
  const pages: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { answer } = await list(reading, `${query}&limit=100${from}`);
    pages.push(answer.entries.map(({ id }) => [id, answer.reviews[id]]));
    cursor = answer.next;
  }
  const fields =
    'decision,type,policy,rule,category,severity,model,team,tag,status,coverage,origin,review,assignee,review_tag';
  const facets = await reading.countFacets(
    readFacetQuery(toQuery(`${query}&fields=${fields}&values=50`), Date.now()),
  );
  const histogram = await reading.drawHistogram(
    readHistogramQuery(toQuery(`${query}&buckets=7`), Date.now()),
  );
  return { rows: pages.flat(), facets: facets.answer, histogram: histogram.answer };
}
