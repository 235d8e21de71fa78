import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { GatewayError } from '../../src/errors.ts';
import { readFacetQuery, readListQuery } from '../../src/audit/search/query.ts';
import type { Actor } from '../../src/governance/event.ts';
import { systemActor } from '../../src/audit/system-actor.ts';
import {
  answerTo,
  blockedBy,
  decisionEvent,
  deniedEvent,
  requestEvent,
  sampleActor,
  sampleCall,
} from '../support/audit-samples.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import {
  type Replica,
  askAll,
  dropSharedIndex,
  joinReplicas,
  list,
  listIds,
  openReplica,
  untilIndexed,
} from '../support/replicas.ts';
import { cleanTrails, readEntries, spoilLine } from '../support/trail-directory.ts';

let postgres: Postgres;
const opened: Replica[] = [];

beforeAll(async () => {
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  postgres = found;
});
afterAll(() => postgres.close());

/** A database of the test's own: the tables of the one before are thrown away. */
async function open(
  origin: string,
  options: Parameters<typeof openReplica>[2] = {},
): Promise<Replica> {
  const replica = await openReplica(postgres.url, origin, options);
  opened.push(replica);
  return replica;
}

afterEach(async () => {
  for (const replica of opened.splice(0)) await replica.close();
  await cleanTrails();
  await dropSharedIndex(postgres.url);
});

async function refusalOf(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof GatewayError ? `${error.code}: ${error.message}` : String(error);
}

/** The same numbers for the same seed. */
function createLot(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const models = ['gpt-4o', 'gpt-4o-mini', 'claude-x', 'llama3', 'Größe-1'];
const teams = ['search', 'ads', 'Legal', ''];
const people = ['alice@example.com', 'bob', 'carol', ''];
const tags = [[], ['billing'], ['billing', 'eu'], ['\u0000odd']];

async function fill({ trail }: Replica, count: number, seed: number): Promise<void> {
  const lot = createLot(seed);
  const pick = <Each>(from: readonly Each[]): Each => from[lot(from.length)] as Each;
  for (let index = 0; index < count; index += 1) {
    const actor: Actor = { ...sampleActor, team: pick(teams), subject: pick(people) };
    const session = pick(['s1', 's2', '']);
    const call = { ...sampleCall, model: pick(models), session, tags: pick(tags) };
    const ruling = blockedBy(
      pick(['pii', 'secrets']),
      pick(['card', 'key']),
      pick(['pii/card', 'x/y']),
    );
    const request = requestEvent({ actor, call });
    const elapsedUs = lot(1_000_000);
    const acts = [
      () => trail.record(decisionEvent({ actor, ruling, elapsedUs })),
      () => trail.record(deniedEvent()),
      async () => {
        await trail.record(request);
        await trail.record(answerTo(request, { elapsedUs }));
      },
      async () => {
        await trail.record(request);
        await trail.record(answerTo(request, { type: 'blocked', status: 400, ruling, elapsedUs }));
      },
    ];
    await pick(acts)();
  }
}

async function reviewSome(replica: Replica, seed: number): Promise<void> {
  const lot = createLot(seed);
  const ids = await listIds(replica.trail, 'type=decision,blocked&limit=60');
  for (const id of ids.filter(() => lot(3) === 0))
    await replica.trail.review(
      id,
      {
        status: lot(2) === 0 ? 'confirmed' : 'open',
        assignee: ['Ada', 'Bert', ''][lot(3)] ?? '',
        tags: lot(2) === 0 ? ['later'] : ['later', 'odd'],
      },
      systemActor,
    );
}

const terms = [
  'decision:block',
  'decision:allow,denied',
  '-decision:block',
  'type:answered,blocked',
  'policy:pii',
  'rule:pii/*',
  'rule:*/KEY',
  '-rule:pii-*',
  'category:pii/card',
  'severity:critical',
  'model:gpt-*',
  '-model:gpt-*',
  'model:größe-1',
  'team:legal',
  'tag:billing',
  '-tag:*',
  'tag:eu,nothing',
  'status:400',
  'status:>=400',
  'status:200..399',
  'latency:>500',
  'latency:<=250.5',
  '-latency:100..300',
  'tokens_out:>=20',
  'bytes_in:<1000',
  'subject:bob',
  'subject:bob,carol',
  '-subject:bob',
  'session:s1',
  '-session:s1,s2',
  'coverage:full',
  'origin:north',
  'review:none',
  'review:open,confirmed',
  '-review:none',
  'assignee:ada',
  '-assignee:a*',
  'review_tag:odd',
  'act:review',
  'key:key1',
  'model:nothing',
];

describe('two replicas on one database', () => {
  test('answer the same as their own indices together, for 50 random filters and at both', async () => {
    const north = await open('north');
    const south = await open('south');
    await Promise.all([fill(north, 60, 1), fill(south, 60, 2)]);
    await reviewSome(north, 3);
    await reviewSome(south, 4);
    await untilIndexed(north, south);
    const oracle = joinReplicas([north, south]);
    // So that heartbeats do not come in between.
    const bound = `to=${new Date().toISOString()}`;
    const lot = createLot(5);
    let found = 0;
    for (let round = 0; round < 50; round += 1) {
      const picked = Array.from({ length: 1 + lot(3) }, () => terms[lot(terms.length)] ?? '');
      const query = `q=${encodeURIComponent(picked.join(' '))}&${bound}&direction=${['older', 'newer'][lot(2)] ?? ''}`;
      const direct = query.replace(/&direction=\w+/, '');
      const expected = await askAll(oracle, direct);
      expect([picked, await askAll(north.all, direct)]).toEqual([picked, expected]);
      expect([picked, await askAll(south.all, direct)]).toEqual([picked, expected]);
      found += (expected as { rows: readonly unknown[] }).rows.length > 0 ? 1 : 0;
    }
    expect(found).toBeGreaterThan(20);
  });

  test('page through the entries of both in one order, either way, without a gap', async () => {
    const north = await open('north');
    const south = await open('south');
    for (let round = 0; round < 5; round += 1) {
      await fill(north, 3, round);
      await fill(south, 3, round + 10);
    }
    const bound = `to=${new Date().toISOString()}`;
    await untilIndexed(north, south);
    const older = await listIds(south.all, `${bound}&limit=500`);
    expect(older).toEqual(older.toSorted().reverse());
    expect(await listIds(north.all, `${bound}&limit=500`)).toEqual(older);
    expect(await listIds(joinReplicas([north, south]), `${bound}&limit=500`)).toEqual(older);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { answer } = await list(north.all, `${bound}&limit=7&direction=newer${from}`);
      paged.push(...answer.entries.map(({ id }) => id));
      cursor = answer.next;
    }
    expect(paged).toEqual(older.toReversed());
  });

  test('show a review that was made at the other one, and say who keeps a text', async () => {
    const north = await open('north');
    const south = await open('south');
    const said = Buffer.from('what was said');
    const received = { raw: said, redacted: () => said };
    const event = decisionEvent({ contents: { received } });
    const { id } = await north.trail.record(event);
    await untilIndexed(north);
    await south.all.review(id, { status: 'confirmed', assignee: 'ada', tags: ['x'] }, sampleActor);
    await untilIndexed(south);
    for (const { all } of [north, south]) {
      const { answer } = await list(all, 'review=confirmed');
      expect(answer.entries.map((entry) => entry.id)).toEqual([id]);
      expect(answer.reviews[id]).toEqual({
        ...{ status: 'confirmed', assignee: 'ada', tags: ['x'], revision: 1 },
      });
    }
    // Free text is searched here alone, what was said of it is not.
    expect((await list(north.all, 'q=what+was+said')).answer.reviews[id]).toMatchObject({
      ...{ status: 'confirmed', assignee: 'ada' },
    });
    await north.all.review(id, { status: 'closed' }, sampleActor);
    await untilIndexed(north);
    expect(await listIds(south.all, 'review=confirmed')).toEqual([]);
    expect(await listIds(south.all, 'review=closed')).toEqual([id]);
    expect(await south.all.findEntry(id)).toEqual(await north.all.findEntry(id));
    expect(await south.all.readContent(id)).toMatchObject([
      { leg: 'received', missing: 'kept by another replica', log: 'north' },
    ]);
    expect(await north.all.readContent(id)).toMatchObject([{ text: 'what was said' }]);
    for (const act of [
      () => south.all.proveEntry(id),
      () => south.all.reveal(id, 'to see', sampleActor),
    ])
      expect(await refusalOf(act())).toMatch(/^elsewhere: .*`north`/);
  });

  test('is shown by the index where its line is damaged, and all that the journal alone has is refused', async () => {
    const [north, south] = [await open('north'), await open('south')];
    const asked = requestEvent();
    const { exchange } = asked;
    const { id, seq } = await north.trail.record(asked);
    await north.trail.record(answerTo(asked));
    await untilIndexed(north, south);
    expect((await list(north.trail, '')).behind).toBe(0);
    spoilLine(north.directory, seq);
    for (const { all } of [north, south])
      expect(await all.findEntry(id)).toMatchObject({ id, seq });
    for (const act of [
      () => north.all.proveEntry(id),
      () => north.all.readContent(id),
      () => north.all.reveal(id, 'to see', sampleActor),
    ])
      expect(await refusalOf(act())).toMatch(/^not_ready: .* damaged place of the log north/);
    const { entries, partial } = await north.all.readExchange(exchange);
    expect([entries.length, partial]).toEqual([1, expect.stringContaining(`number ${seq}`)]);
  });
});

/** What a statement finds, one row of it a line. */
async function query(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the shared index', () => {
  test('is made once by replicas that start together', async () => {
    const replicas = await Promise.all(['a', 'b', 'c', 'd'].map((origin) => open(origin)));
    await Promise.all(replicas.map((replica, seed) => fill(replica, 5, seed)));
    await untilIndexed(...replicas);
    const expected = await listIds(joinReplicas(replicas), 'limit=500');
    for (const { all, alarms } of replicas) {
      expect(await listIds(all, 'limit=500')).toEqual(expected);
      expect(alarms).toEqual([]);
    }
  });

  test('goes on where it was after a restart, and is built anew when it is thrown away', async () => {
    const first = await open('north');
    await fill(first, 10, 1);
    await untilIndexed(first);
    await first.close();
    const again = await open('north', { directory: first.directory });
    await fill(again, 10, 2);
    await untilIndexed(again);
    const expected = await listIds(again.trail, 'limit=500');
    expect(await listIds(again.all, 'limit=500')).toEqual(expected);
    const logs = await query('SELECT log FROM gateway_audit_logs');
    expect(logs).toHaveLength(1);
    await runSql(postgres.url, 'TRUNCATE gateway_audit_rows, gateway_audit_lines');
    again.trail.reindex();
    await untilIndexed(again);
    expect(await listIds(again.all, 'limit=500')).toEqual(expected);
  });

  test('does not find an erased subject in any log, whenever that is indexed', async () => {
    const north = await open('north');
    const south = await open('south');
    const actor = { ...sampleActor, subject: 'carol' };
    for (const { trail } of [north, south]) await trail.record(decisionEvent({ actor }));
    await untilIndexed(north, south);
    expect(await listIds(south.all, 'subject=carol')).toHaveLength(2);
    await north.all.eraseSubject({ subject: 'carol' }, sampleActor);
    const { id } = await south.trail.record(decisionEvent({ actor }));
    await untilIndexed(north, south);
    for (const { all } of [north, south]) expect(await listIds(all, 'subject=carol')).toEqual([id]);
    south.trail.reindex();
    await untilIndexed(south);
    expect(await listIds(north.all, 'subject=carol')).toEqual([id]);
  });

  test('forgets whole months when their time is over', async () => {
    const old = await open('old');
    await fill(old, 5, 1);
    await untilIndexed(old);
    await old.close();
    await moveRowsTo('202601');
    const { directory } = old;
    const now = await open('old', { directory, retentionDays: 60 });
    await untilIndexed(now);
    expect(await query(`SELECT to_regclass('gateway_audit_rows_202601') AS name`)).toEqual([
      { name: null },
    ]);
    const left = await query('SELECT count(*)::int AS left FROM gateway_audit_lines');
    expect(left).toEqual([{ left: (await listIds(now.all, 'limit=500')).length }]);
    expect(now.alarms).toEqual([expect.stringContaining('202601')]);
  });

  test.each([
    ['line', `UPDATE gateway_audit_lines SET line = replace(line, 'a valid key', 'no key')`],
    ['line that is gone', 'DELETE FROM gateway_audit_lines'],
    ['column', 'UPDATE gateway_audit_rows SET w_decision = w_decision + 1'],
    ['log', `UPDATE gateway_audit_logs SET first_id = gen_random_uuid()`],
  ])('is not believed with an altered %s', async (_, change) => {
    const north = await open('north');
    await north.trail.record(deniedEvent());
    await untilIndexed(north);
    expect(await listIds(north.all, 'type=denied')).toHaveLength(1);
    await runSql(postgres.url, change);
    expect(await refusalOf(list(north.all, 'type=denied'))).toMatch(/^not_ready: .*altered/);
  });

  test('lists by words that came when no more are told apart, and says that counts are too high', async () => {
    const north = await open('north');
    await fill(north, 3, 1);
    await untilIndexed(north);
    await runSql(
      postgres.url,
      `INSERT INTO gateway_audit_words SELECT 'model', code, to_json('before-' || code)::text
       FROM generate_series((SELECT max(code) + 1 FROM gateway_audit_words WHERE field = 'model'), 50000) AS code`,
    );
    await north.close();
    const { directory } = north;
    const south = await open('north', { directory });
    const late = ['late-one', 'late-two', 'late-one'];
    const ids: string[] = [];
    for (const model of late)
      ids.push((await south.trail.record(decisionEvent({ call: { ...sampleCall, model } }))).id);
    await untilIndexed(south);
    expect(await listIds(south.all, 'model=late-one')).toEqual([ids[2], ids[0]]);
    expect(await listIds(south.all, 'q=-model:late-one&type=decision&limit=1')).toEqual([ids[1]]);
    expect(await listIds(south.all, 'model=(other)')).toEqual(ids.toReversed());
    for (const [query, total, partial] of [
      ['model=late-one', 3, expect.stringContaining('too high: too many values of model')],
      ['model=(other)', 3, undefined],
    ] as const) {
      const asked = readFacetQuery(new URLSearchParams(query), Date.now());
      const { answer, ...state } = await south.all.countFacets(asked);
      expect([answer.total, state.partial]).toEqual([total, partial]);
    }
  });

  test('tells how far it is behind a journal, and that it has caught up', async () => {
    const north = await open('north');
    await fill(north, 3, 1);
    await untilIndexed(north);
    await untilAge(north, (ageMs) => ageMs === 0);
    await runSql(postgres.url, 'ALTER TABLE gateway_audit_logs RENAME TO gateway_audit_away');
    await north.trail.record(decisionEvent());
    await untilAge(north, (ageMs) => ageMs > 500);
    await runSql(postgres.url, 'ALTER TABLE gateway_audit_away RENAME TO gateway_audit_logs');
    await untilAge(north, (ageMs) => ageMs === 0);
  });

  test('is refused to a replica with another master key', async () => {
    const north = await open('north');
    await fill(north, 3, 1);
    await untilIndexed(north);
    const other = await open('other', { masterKey: Buffer.alloc(32, 8) });
    expect(await refusalOf(list(other.all, ''))).toMatch(/^not_ready: .*GATEWAY_MASTER_KEY/);
    await other.trail.record(decisionEvent());
    expect(await other.trail.settle()).toBeGreaterThan(0);
    expect(other.alarms).toEqual([expect.stringContaining('another master key')]);
  });

  test('says which replica is not heard of, and that free text is searched at home', async () => {
    const north = await open('north');
    await north.trail.record(decisionEvent());
    await untilIndexed(north);
    expect((await list(north.all, '')).partial).toBeUndefined();
    await runSql(
      postgres.url,
      `INSERT INTO gateway_audit_logs (first_id, origin, seq, segment, line_offset, prev, durable, heard_at, closed)
       VALUES (gen_random_uuid(), 'lost', 0, 1, 0, '', 0, now() - interval '1 hour', false)`,
    );
    expect((await list(north.all, '')).partial).toBe('not heard of: lost');
    const { filter } = readListQuery(new URLSearchParams(), Date.now());
    const pieces = north.all.exportEntries({ filter, format: 'jsonl' }, systemActor);
    while ((await pieces.next()).done !== true);
    expect(readEntries(north.directory).find(({ act }) => act === 'finished')).toMatchObject({
      detail: { partial: 'not heard of: lost' },
    });
    expect((await list(north.all, 'q=word')).partial).toContain('this replica alone');
  });
});

async function untilAge({ trail }: Replica, holds: (ageMs: number) => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!holds(trail.gauges().sharedIndexAgeMs)) {
    if (performance.now() > deadline) throw new Error(String(trail.gauges().sharedIndexAgeMs));
    await sleep(20);
  }
}

/** As if what is indexed had been written in that month. */
async function moveRowsTo(month: string): Promise<void> {
  const begin = `${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00Z`;
  const toId = (at: string): string => {
    const hex = Date.parse(at).toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}`;
  };
  const zeros = '0000-0000-000000000000';
  const end = new Date(Date.parse(begin) + 31 * 86_400_000).toISOString();
  for (const table of ['gateway_audit_rows', 'gateway_audit_lines'])
    await runSql(
      postgres.url,
      `CREATE TABLE ${table}_${month} (LIKE ${table} INCLUDING ALL);
       ALTER TABLE ${table} ATTACH PARTITION ${table}_${month}
         FOR VALUES FROM ('${toId(begin)}-${zeros}') TO ('${toId(end)}-${zeros}');
       UPDATE ${table} SET id = ('${toId(begin)}' || substr(id::text, 14))::uuid
         WHERE id IN (SELECT id FROM ${table} ORDER BY id LIMIT 5)`,
    );
}
