import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgresLedger } from '../../src/budgets/ledger-postgres.ts';
import { call, type Answered } from '../support/call.ts';
import { answerInKind, dialectCalls, type DialectCall } from '../support/dialect-answers.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { readEntries, readMetric } from '../support/journal.ts';
import { openPostgres, type Postgres } from '../support/postgres.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { type OwnRedis, redisMissing, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** It is said again each third of it: the machine may stand still for a while. */
const leaseMs = 3_000;
const chat = dialectCalls[0] as DialectCall;

/** A machine that others keep busy is no store that is down. */
const storeTimeoutMs = 5_000;

function writeConfig(url: string): string {
  return `
upstreams: { openai: { dialect: openai, baseUrl: ${url}/v1 } }
rateLimit: { replicas: 3, requestsPerMinute: 0, storeTimeoutMs: ${storeTimeoutMs} }
limits: { budgetLeaseMs: ${leaseMs} }
budgets:
  - { name: calls, teams: [calls], per: [key], window: month, measure: requests, hard: 30 }
  - { name: tokens, teams: [tokens], per: [key], window: month, measure: tokens, hard: 1200 }
concurrency:
  - { name: at-once, teams: [at-once], per: [key], exchangesMax: 3 }
`;
}

const listening = await openPostgres();
const missing = redisMissing ?? ('missing' in listening ? listening.missing : undefined);
if (missing !== undefined) process.stdout.write(`${missing}\n`);

(missing === undefined ? describe : describe.skip)('three replicas', () => {
  const postgres = listening as Postgres;
  let redis: OwnRedis;
  let upstream: Upstream;
  let folder: string;
  let replicas: RunningGateway[] = [];
  let environment: Record<string, string>;
  beforeAll(async () => {
    [redis, upstream] = await Promise.all([startRedis(), startUpstream(answerInKind)]);
    folder = await mkdtemp(join(tmpdir(), 'governance-budget-replicas-'));
    const file = join(folder, 'gateway.yaml');
    await writeFile(file, writeConfig(upstream.url));
    environment = {
      ...quickPolicy,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      GATEWAY_CONFIG: file,
    };
    replicas = await Promise.all([1, 2, 3].map(() => startGateway({ environment })));
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await redis.stop();
    await upstream.close();
    await postgres.close();
    await rm(folder, { recursive: true });
  });

  const first = (): RunningGateway => replicas[0] as RunningGateway;

  async function createKey(team: string): Promise<{ readonly id: string; readonly key: string }> {
    const body = { owner: 'replicas', team, scopes: ['proxy'] };
    const { json } = await call(`${first().url}/v1/keys`, { key: first().key, body });
    return { id: String(json['id']), key: String(json['key']) };
  }

  function ask(replica: RunningGateway, key: string): Promise<Answered> {
    return call(`${replica.url}${chat.path}`, { key, body: chat.body });
  }

  /** So many calls at every replica at the same time; how many passed, by replica. */
  async function countPassed(key: string, calls: number): Promise<readonly number[]> {
    return Promise.all(
      replicas.map(async (replica) => {
        const all = await Promise.all(Array.from({ length: calls }, () => ask(replica, key)));
        expect(all.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
        return all.filter(({ status }) => status === 200).length;
      }),
    );
  }

  /** Each replica tells what ended there before it answers, so all of them are asked. */
  async function readAccount(name: string, id: string): Promise<Record<string, unknown>> {
    let found: Record<string, unknown> = {};
    for (const replica of [...replicas, first()]) {
      const { status, json } = await call(`${replica.url}/v1/budgets`, { key: replica.key });
      expect(status).toBe(200);
      type Listed = { name: string; accounts: readonly Record<string, unknown>[] };
      const budgets = json['budgets'] as readonly Listed[];
      const accounts = budgets.find((budget) => budget.name === name)?.accounts ?? [];
      found = accounts.find(({ key }) => key === id) ?? {};
    }
    return found;
  }

  /** A store that is back is connected to again after a while, and asked by the next call or by the clock. */
  async function whenWell(those: readonly RunningGateway[] = replicas): Promise<void> {
    for (const replica of those)
      await until(async () => {
        const { status } = await call(`${replica.url}/v1/budgets`, { key: replica.key });
        const degraded = await readMetric(replica, 'governance_budget_store_degraded');
        return status === 200 && degraded === '0';
      });
  }

  const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);

  test('share a budget to the last call', async () => {
    const { id, key } = await createKey('calls');
    expect(sum(await countPassed(key, 20))).toBe(30);
    expect(await readAccount('calls', id)).toMatchObject({ used: 30, reserved: 0, remaining: 0 });
  });

  test('overrun a budget of tokens by no more than calls under way use beyond their reservation', async () => {
    const { id, key } = await createKey('tokens');
    const passed = sum(await countPassed(key, 20));
    const { used } = await readAccount('tokens', id);
    expect(used).toBe(passed * 120);
    // 53 are set aside for each, so at most 22 can be under way; one more than 10 has to have been among them.
    expect(passed).toBeGreaterThanOrEqual(10);
    expect(passed).toBeLessThanOrEqual(22);
  });

  test('with Redis down let a third through each of what they have not used, say so, and tell it when it is back', async () => {
    const { id, key } = await createKey('calls');
    expect(sum(await countPassed(key, 2))).toBe(6);
    await redis.stop();
    expect(await countPassed(key, 12)).toEqual([8, 8, 8]);
    for (const replica of replicas) {
      expect(await readMetric(replica, 'governance_budget_store_degraded')).toBe('1');
      const entries = (await readEntries(replica.data)).filter(
        ({ actor }) => (actor as { key?: string } | undefined)?.key === id,
      );
      const denied = entries.filter(({ type }) => type === 'denied');
      expect(denied).toHaveLength(4);
      for (const { actor, budgets } of denied)
        expect([actor, budgets]).toMatchObject([
          { degraded: ['budgets'] },
          [{ mark: 'hard', name: 'calls' }],
        ]);
    }
    // It has lost all that it knew.
    await redis.start();
    await whenWell();
    for (const replica of replicas) expect((await ask(replica, key)).status).toBe(429);
    expect(await readAccount('calls', id)).toMatchObject({ used: 30, reserved: 0 });
  });

  test('remember in PostgreSQL what Redis forgets, also of replicas that are gone', async () => {
    const { id, key } = await createKey('calls');
    const gone = await startGateway({ environment });
    for (let round = 0; round < 10; round += 1) expect((await ask(gone, key)).status).toBe(200);
    expect(await gone.stop()).toBe(0);
    await redis.stop();
    await redis.start();
    await whenWell();
    expect(sum(await countPassed(key, 10))).toBe(20);
    expect(await readAccount('calls', id)).toMatchObject({ used: 30 });
  });

  test('remember in PostgreSQL what was used while Redis was down, by a replica that ends before it is back', async () => {
    const { id, key } = await createKey('calls');
    const gone = await startGateway({ environment });
    await redis.stop();
    for (let round = 0; round < 10; round += 1) expect((await ask(gone, key)).status).toBe(200);
    expect((await ask(gone, key)).status).toBe(429);
    expect(await gone.stop()).toBe(0);
    await redis.start();
    await whenWell();
    expect(sum(await countPassed(key, 10))).toBe(20);
    expect(await readAccount('calls', id)).toMatchObject({ used: 30 });
  });

  test('with Redis down share what PostgreSQL says is left, where they had no call of the key before', async () => {
    const { id, key } = await createKey('calls');
    const gone = await startGateway({ environment });
    for (let round = 0; round < 18; round += 1) expect((await ask(gone, key)).status).toBe(200);
    expect(await gone.stop()).toBe(0);
    await redis.stop();
    expect(await countPassed(key, 12)).toEqual([4, 4, 4]);
    const kept = await openPostgresLedger(postgres.url);
    await until(async () =>
      (await kept.list()).some(({ account, used }) => account.includes(id) && used === 30),
    );
    await kept.close();
    const late = await startGateway({ environment });
    const { status, json } = await ask(late, key);
    await redis.start();
    await whenWell();
    expect([status, JSON.stringify(json)]).toEqual([429, expect.stringContaining('is used up')]);
    expect(await readAccount('calls', id)).toMatchObject({ used: 30 });
    await late.stop();
  });

  test('share a cap, and get back what a process held that was killed', async () => {
    const { id, key } = await createKey('at-once');
    const doomed = await startGateway({ environment });
    // On its own it would let through no more than its share.
    await whenWell([doomed]);
    let arrived = 0;
    let full = (): void => undefined;
    const allThere = new Promise<void>((resolve) => (full = resolve));
    upstream.script = () => {
      arrived += 1;
      if (arrived === 3) full();
    };
    const hanging = [1, 2, 3].map(() => ask(doomed, key).catch(() => undefined));
    await allThere;
    upstream.script = answerInKind;
    for (const replica of replicas) {
      const { status, json } = await ask(replica, key);
      expect([status, json]).toMatchObject([429, { error: { code: 'concurrency_limited' } }]);
    }
    // For longer than a lease: what is held is said again in time.
    await sleep(leaseMs * 1.5);
    expect((await ask(first(), key)).status).toBe(429);
    expect(await readAccount('at-once', id)).toMatchObject({ used: 0, reserved: 3 });
    await doomed.stop('SIGKILL');
    await doomed.remove();
    await Promise.all(hanging);
    await until(async () => (await ask(first(), key)).status === 200);
  });
});
