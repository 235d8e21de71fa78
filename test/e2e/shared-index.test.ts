import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { runSql } from '../support/postgres-server.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { findIn } from '../support/raw-search.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { untilLogged } from '../support/workers.ts';

const folder = mkdtempSync(join(tmpdir(), 'governance-shared-'));
const waitMsMax = 30_000;
let postgres: Postgres;
let relay: Relay;
let north: RunningGateway;
let south: RunningGateway;

beforeAll(async () => {
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  postgres = found;
  relay = await startRelay(postgres.url);
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, 'audit:\n  index:\n    shared: true\n');
  const start = (workers: string): Promise<RunningGateway> =>
    startGateway({
      environment: {
        ...quickPolicy,
        GATEWAY_CONFIG: file,
        GATEWAY_WORKERS: workers,
        GATEWAY_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
        DATABASE_URL: relay.url,
        GATEWAY_RATE_LIMIT: '0',
      },
    });
  [north, south] = [await start('2'), await start('1')];
});
afterAll(async () => {
  for (const gateway of [north, south]) await gateway.stop();
  await relay.close();
  await postgres.close();
  rmSync(folder, { recursive: true });
});

function ask(gateway: RunningGateway, path: string, body?: object) {
  return call(gateway.url + path, {
    key: gateway.key,
    ...(body && { body }),
    // So that any of the workers may have it.
    headers: { connection: 'close' },
  });
}

async function decide(gateway: RunningGateway, prompt: string, user = 'alice'): Promise<string> {
  const { status, json } = await ask(gateway, '/v1/validate', { prompt, user });
  expect(status).toBe(200);
  return String(json['decision_id']);
}

async function listIds(gateway: RunningGateway, query: string): Promise<readonly string[]> {
  const { status, json, text } = await ask(gateway, `/v1/audit/entries?limit=200&${query}`);
  if (status !== 200) throw new Error(text);
  return (json['entries'] as { id: string }[]).map(({ id }) => id);
}

/** What replicas write is found at the others a moment later. */
async function untilListed(gateway: RunningGateway, query: string, ids: readonly string[]) {
  const deadline = Date.now() + waitMsMax;
  const wanted = ids.toSorted().reverse();
  for (;;) {
    const found = await listIds(gateway, query).catch(() => []);
    if (found.length === wanted.length || Date.now() > deadline) {
      expect(found).toEqual(wanted);
      return;
    }
    await sleep(100);
  }
}

async function dumpTables(): Promise<string> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const names = ['facts', 'logs', 'words', 'rows', 'lines', 'reviews', 'erased'];
    const dumps: unknown[] = [];
    for (const name of names) {
      const table = `gateway_audit_${name}`;
      dumps.push((await client.query(`SELECT ${table}::text AS row FROM ${table}`)).rows);
    }
    return JSON.stringify(dumps);
  } finally {
    await client.end();
  }
}

describe('two gateways with one shared index', () => {
  test('find the entries of both at both, and count and review them together', async () => {
    const ids = [
      ...(await Promise.all([1, 2, 3, 4].map((each) => decide(north, `good day ${each}`)))),
      ...(await Promise.all([1, 2, 3].map((each) => decide(south, `good night ${each}`)))),
    ];
    for (const gateway of [north, south]) {
      await untilListed(gateway, 'type=decision', ids);
      const { json } = await ask(gateway, '/v1/audit/facets?type=decision&fields=decision');
      expect(json['total']).toBe(7);
      const histogram = await ask(gateway, '/v1/audit/histogram?type=decision&buckets=1');
      expect((histogram.json['buckets'] as { count: number }[])[0]?.count).toBe(7);
    }
    const [first = ''] = ids;
    const reviewed = await ask(south, `/v1/audit/entries/${first}/review`, { status: 'open' });
    expect(reviewed.status).toBe(200);
    await untilListed(north, 'review=open', [first]);
    const content = await ask(south, `/v1/audit/entries/${first}/content`);
    expect(content.json['contents']).toMatchObject([{ missing: 'kept by another replica' }]);
    const proof = await ask(south, `/v1/audit/proof?entry=${first}`);
    expect([proof.status, proof.json['code']]).toEqual([421, 'elsewhere']);
  });

  test('keep nothing that was said, no key and no name in the database', async () => {
    const canaries = ['canary-of-the-prompt', 'canary.person@example.com'];
    const [prompt = '', user = ''] = canaries;
    const id = await decide(north, `the ${prompt} sings, 4111 1111 1111 1111`, user);
    await untilListed(south, `subject=${user}`, [id]);
    const dump = await dumpTables();
    expect(dump).toContain(id);
    expect(findIn(dump, [...canaries, '4111 1111', north.key])).toEqual([]);
  });

  test('govern on while PostgreSQL is away, say so where it is asked, and catch up', async () => {
    relay.cut();
    const ids = [await decide(north, 'while it is away', 'bob')];
    const began = performance.now();
    for (let count = 0; count < 20; count += 1)
      ids.push(await decide(south, 'while it is away', 'bob'));
    // None of them waits for a database that is not there.
    expect(performance.now() - began).toBeLessThan(waitMsMax);
    for (const path of ['/v1/audit/entries', '/v1/audit/facets', '/v1/audit/histogram']) {
      const { status, json } = await ask(south, path);
      expect([path, status, json['code'], json['detail']]).toEqual([
        ...[path, 503, 'not_ready'],
        'the shared index cannot be asked: the database does not answer',
      ]);
    }
    const own = await ask(south, `/v1/audit/entries/${ids.at(-1) ?? ''}`);
    expect(own.status).toBe(200);
    await untilLogged(south, ({ msg }) => String(msg).includes('the shared index is not written'));
    // What is said of it at the other one cannot be known.
    const review = `/v1/audit/entries/${ids.at(-1)}/review`;
    const refused = await ask(south, review, { status: 'open' });
    expect([refused.status, refused.json['code']]).toEqual([503, 'not_ready']);
    relay.mend();
    for (const gateway of [north, south]) await untilListed(gateway, 'subject=bob', ids);
    expect(await listIds(south, `q=act:review+about:${ids.at(-1)}`)).toEqual([]);
    await untilLogged(south, ({ msg }) =>
      String(msg).includes('the shared index is written again'),
    );
  });

  test('say at the head of a list and of an export which replica was not heard of', async () => {
    await runSql(
      postgres.url,
      `INSERT INTO gateway_audit_logs (first_id, origin, seq, segment, line_offset, prev, durable, heard_at, closed)
       VALUES (gen_random_uuid(), 'lost', 0, 1, 0, '', 0, now() - interval '1 hour', false)`,
    );
    for (const path of ['/v1/audit/entries', '/v1/audit/export']) {
      const { status, headers } = await ask(south, path);
      expect([path, status, headers.get('x-governance-index-partial')]).toEqual([
        ...[path, 200],
        expect.stringContaining('lost'),
      ]);
    }
  });

  test('name it until somebody who may says that it is gone for good, at whichever replica', async () => {
    const { json } = await ask(north, '/v1/audit/logs');
    expect(json['logs']).toContainEqual(
      expect.objectContaining({ origin: 'lost', entries: 0, state: 'unheard' }),
    );
    const body = { owner: 'reader', scopes: ['audit:read'] };
    const reader = String((await ask(north, '/v1/keys', body)).json['key']);
    const act = { origin: 'lost', reason: 'the machine burned' };
    const url = `${north.url}/v1/audit/logs/retire`;
    expect((await call(url, { key: reader, body: act })).status).toBe(403);
    const retired = await ask(north, '/v1/audit/logs/retire', act);
    expect([retired.status, retired.json]).toMatchObject([
      200,
      { entry: expect.any(String), logs: [{ origin: 'lost', entries: 0 }] },
    ]);
    const told = await ask(north, `/v1/audit/entries/${String(retired.json['entry'])}`);
    expect(told.json).toMatchObject({
      ...{ type: 'admin', act: 'log-retired' },
      detail: { origin: 'lost', reason: 'the machine burned', logs: 1 },
    });
    for (const gateway of [north, south]) {
      const { headers } = await ask(gateway, '/v1/audit/entries');
      expect(headers.get('x-governance-index-partial')).toBeNull();
    }
    expect((await ask(south, '/v1/audit/logs/retire', act)).status).toBe(404);
  });
});
