import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import { Redis } from 'ioredis';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bindContext } from '../../src/server/context.ts';
import type { Counts } from '../../src/server/limit-shared.ts';
import { createCounts } from '../../src/server/limit-store.ts';
import { createLimit } from '../../src/server/limit.ts';
import { type OwnRedis, redisMissing, startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

const perMinute = 10;
/** What a look may find given back already of what was used before. */
const givenBackMs = 60_000 / perMinute;

type Replica = {
  readonly url: string;
  readonly degraded: () => boolean;
  readonly why: () => string | undefined;
  readonly close: () => Promise<void>;
};

/** One replica: the limit as the gateway mounts it, in front of a route that answers 200. */
async function startReplica(
  redisUrl: string | undefined,
  replicas: number,
  storeDown: 'share' | 'refuse' = 'share',
  storeTimeoutMs = 5_000,
): Promise<Replica> {
  let degraded = false;
  let told: string | undefined;
  const counts: Counts = await createCounts({
    redisUrl,
    replicas,
    storeTimeoutMs,
    storeDown,
    onDegraded: (now, why) => {
      degraded = now;
      told = why;
    },
  });
  const app = express();
  app.use((request: Request, _response: Response, next: NextFunction) => {
    const caller = { id: String(request.headers['x-key']), owner: '', team: '', env: '', tags: [] };
    bindContext(request, {
      requestId: '',
      exchange: '',
      receivedAt: 0,
      startedNs: 0n,
      address: '',
      agent: '',
      identity: { caller, scopes: [], models: [], upstreams: [], rate: undefined },
    });
    next();
  });
  app.get('/', createLimit({ defaultPerMinute: perMinute, counts }), (_request, response) => {
    response.json({});
  });
  app.use(
    (
      error: { status: number; headers: Record<string, string> },
      _request: Request,
      response: Response,
      _next: NextFunction,
    ) => {
      response.status(error.status).set(error.headers).end();
    },
  );
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    degraded: () => degraded,
    why: () => told,
    async close() {
      counts.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function countPassed(replica: Replica, key: string, calls: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < calls; i += 1) {
    const { status, headers } = await fetch(replica.url, { headers: { 'x-key': key } });
    if (status === 200) passed += 1;
    else expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  }
  return passed;
}

/** So many, and no more but for what the time since then gave back: nothing where the machine has nothing else to do. */
function expectPassed(passed: number, count: number, sinceMs: number): void {
  const given = Math.floor(((performance.now() - sinceMs) * perMinute) / 60_000);
  expect(passed).toBeGreaterThanOrEqual(count);
  expect(passed).toBeLessThanOrEqual(count + given);
}

async function ask<Told>({ url }: OwnRedis, question: (store: Redis) => Promise<Told>) {
  const store = new Redis(url);
  try {
    return await question(store);
  } finally {
    store.disconnect();
  }
}

/** As if the store's clock had been set by so much: until when a key has paid lies nearer to it, or further ahead. */
function shift(redis: OwnRedis, name: string, byUs: number): Promise<unknown> {
  return ask(redis, async (store) => store.set(name, Number(await store.get(name)) + byUs));
}

describe('the limit in memory', () => {
  test('lets exactly the rate through', async () => {
    const replica = await startReplica(undefined, 1);
    let sinceMs = performance.now();
    expectPassed(await countPassed(replica, 'a', perMinute + 5), perMinute, sinceMs);
    sinceMs = performance.now();
    expect(await countPassed(replica, 'b', 3)).toBe(3);
    const { headers } = await fetch(replica.url, { headers: { 'x-key': 'b' } });
    const passedSeconds = (performance.now() - sinceMs) / 1_000;
    const told = /^"default"; r=(\d+); t=(\d+)$/.exec(headers.get('ratelimit') ?? '');
    expectPassed(Number(told?.[1]), perMinute - 4, sinceMs);
    expect(Number(told?.[2])).toBeLessThanOrEqual(24);
    expect(Number(told?.[2])).toBeGreaterThanOrEqual(Math.floor(24 - passedSeconds));
    expect(headers.get('ratelimit-policy')).toBe('"default"; q=10; w=60; pk=:M2UyM2U4MTYwMDM5:');
    await replica.close();
  });
});

if (redisMissing !== undefined) process.stdout.write(`${redisMissing}\n`);
(redisMissing === undefined ? describe : describe.skip)('the limit shared through Redis', () => {
  let redis: OwnRedis;
  let left: Replica;
  let right: Replica;
  /** When the first call was counted, or before. */
  let beganMs: number;
  beforeAll(async () => {
    beganMs = performance.now();
    redis = await startRedis();
    [left, right] = await Promise.all([startReplica(redis.url, 2), startReplica(redis.url, 2)]);
  });
  afterAll(async () => {
    await Promise.all([left.close(), right.close()]);
    await redis.stop();
  });

  test('counts both replicas together', async () => {
    const passed = (await countPassed(left, 'shared', 7)) + (await countPassed(right, 'shared', 7));
    expectPassed(passed, perMinute, beganMs);
    expect([left.degraded(), right.degraded()]).toEqual([false, false]);
  });

  test('with the store down each replica allows its share, says so, and recovers', async () => {
    await redis.stop();
    const downMs = performance.now();
    expectPassed(await countPassed(left, 'alone', perMinute), perMinute / 2, downMs);
    expectPassed(await countPassed(right, 'alone', perMinute), perMinute / 2, downMs);
    expect([left.degraded(), right.degraded()]).toEqual([true, true]);
    // What was used up before the store went down stays used up, but for what the time since then gives back.
    expectPassed(await countPassed(left, 'shared', perMinute), 0, beganMs - givenBackMs);
    await redis.start();
    let again = 0;
    await until(async () => {
      await countPassed(left, `again-${(again += 1)}`, 1);
      return !left.degraded();
    });
    // The store has forgotten everything; a replica that has not tells it.
    expectPassed(await countPassed(left, 'alone', perMinute), 0, downMs - givenBackMs);
    expectPassed(await countPassed(right, 'alone', perMinute), 0, downMs - givenBackMs);
  });

  test('a store that is back is found out also where nobody calls, and why it was not', async () => {
    // It answers, and writes nothing: there is no memory left.
    await ask(redis, (store) => store.config('SET', 'maxmemory', '1'));
    await countPassed(left, 'full', 1);
    expect([left.degraded(), left.why()]).toEqual([true, 'its memory is full (OOM)']);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(left.degraded()).toBe(true);
    await ask(redis, (store) => store.config('SET', 'maxmemory', '0'));
    await until(() => !left.degraded());
  });

  test('a store that only reads, as one does that was led before, is none to count in: each allows its share, and says why', async () => {
    await ask(redis, (store) => store.call('REPLICAOF', '127.0.0.1', '1'));
    const sinceMs = performance.now();
    expectPassed(await countPassed(left, 'led', perMinute), perMinute / 2, sinceMs);
    expectPassed(await countPassed(right, 'led', perMinute), perMinute / 2, sinceMs);
    expect([left.degraded(), left.why()]).toEqual([true, 'it only reads (READONLY)']);
    await ask(redis, (store) => store.call('REPLICAOF', 'NO', 'ONE'));
    await until(() => !left.degraded() && !right.degraded());
    // What each let through on its own is used, now that they count together again.
    expectPassed(await countPassed(left, 'led', perMinute), 0, sinceMs - givenBackMs);
  });

  test('of a store that was emptied without a word, what was used stays used', async () => {
    const sinceMs = performance.now();
    expectPassed(await countPassed(left, 'emptied', perMinute), perMinute, sinceMs);
    await ask(redis, (store) => store.flushall());
    expectPassed(await countPassed(left, 'emptied', perMinute), 0, sinceMs - givenBackMs);
    expectPassed(await countPassed(right, 'emptied', perMinute), 0, sinceMs - givenBackMs);
  });

  test('of a store whose clock was set forward, what was used stays used', async () => {
    const sinceMs = performance.now();
    expectPassed(await countPassed(left, 'forward', perMinute), perMinute, sinceMs);
    const hourUs = 3_600_000_000;
    await shift(redis, 'governance:rate:60000:forward', -hourUs);
    expectPassed(await countPassed(left, 'forward', perMinute), 0, sinceMs - givenBackMs);
  });

  test('of a store whose clock was set back, a key is shut out for no longer than its window', async () => {
    const name = 'governance:rate:60000:back';
    await countPassed(left, 'back', 5);
    const hourUs = 3_600_000_000;
    await shift(redis, name, hourUs);
    await countPassed(left, 'back', 1);
    const debtUs = await ask(redis, async (store) => {
      const [seconds = 0, microseconds = 0] = (await store.time()).map(Number);
      return Number(await store.get(name)) - (seconds * 1_000_000 + microseconds);
    });
    expect(debtUs).toBeGreaterThan(50_000_000);
    expect(debtUs).toBeLessThanOrEqual(60_000_000);
  });

  test('with the store down a rate below the number of replicas lets nothing through before the time of a share is over', async () => {
    const crowd = await Promise.all(
      Array.from({ length: perMinute + 1 }, () => startReplica(redis.url, perMinute + 1)),
    );
    await redis.stop();
    let passed = 0;
    for (const replica of crowd) passed += await countPassed(replica, 'rare', 2);
    expect(passed).toBe(0);
    expect(crowd.every((replica) => replica.degraded())).toBe(true);
    await Promise.all(crowd.map((replica) => replica.close()));
    await redis.start();
  });

  test('a replica that may not sign in to the store says so when it starts', async () => {
    const url = new URL(redis.url);
    Object.assign(url, { username: 'somebody', password: 'wrong' });
    const replica = await startReplica(url.href, 2);
    expect([replica.degraded(), replica.why()]).toEqual([
      true,
      'the user or the password is wrong (WRONGPASS)',
    ]);
    await replica.close();
  });

  test('a replica that starts while the store is down brings no burst of its own, however often it does', async () => {
    await redis.stop();
    for (let start = 0; start < 3; start += 1) {
      const replica = await startReplica(redis.url, 2);
      expect(await countPassed(replica, 'anew', perMinute)).toBe(0);
      expect(replica.degraded()).toBe(true);
      await replica.close();
    }
    await redis.start();
  });

  test('a store that hangs costs one call in a while its time, and lets through no more than one that is down', async () => {
    const storeTimeoutMs = 500;
    const hasty = await startReplica(redis.url, 2, 'share', storeTimeoutMs);
    await until(async () => (await countPassed(hasty, 'before', 1)) >= 0 && !hasty.degraded());
    redis.pause();
    const sinceMs = performance.now();
    const took: number[] = [];
    let passed = 0;
    for (let call = 0; call < perMinute; call += 1) {
      const beforeMs = performance.now();
      passed += await countPassed(hasty, 'hanging', 1);
      took.push(performance.now() - beforeMs);
    }
    expectPassed(passed, perMinute / 2, sinceMs);
    // Most of them: the machine may stand still during one, and every so often one looks again.
    const usual = took.sort((one, other) => one - other)[perMinute / 2];
    expect(usual).toBeLessThan(storeTimeoutMs / 2);
    redis.resume();
    await hasty.close();
  });

  test('where nothing passes without the store, calls get 503 and are told when to come again', async () => {
    const strict = await startReplica(redis.url, 2, 'refuse');
    expect((await fetch(strict.url, { headers: { 'x-key': 's' } })).status).toBe(200);
    await redis.stop();
    const refused = await fetch(strict.url, { headers: { 'x-key': 's' } });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    await strict.close();
    await redis.start();
  });
});
