import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bindContext } from '../../src/server/context.ts';
import { type Counts, createCounts } from '../../src/server/limit-store.ts';
import { createLimit } from '../../src/server/limit.ts';
import { type OwnRedis, redisMissing, startRedis } from '../support/redis.ts';

const perMinute = 10;

type Replica = {
  readonly url: string;
  readonly degraded: () => boolean;
  readonly close: () => Promise<void>;
};

/** One replica: the limit as the gateway mounts it, in front of a route that answers 200. */
async function startReplica(redisUrl: string | undefined, replicas: number): Promise<Replica> {
  let degraded = false;
  const counts: Counts = await createCounts(redisUrl, replicas, (now) => (degraded = now));
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

describe('the limit in memory', () => {
  test('lets exactly the rate through', async () => {
    const replica = await startReplica(undefined, 1);
    expect(await countPassed(replica, 'a', perMinute + 5)).toBe(perMinute);
    expect(await countPassed(replica, 'b', 3)).toBe(3);
    await replica.close();
  });
});

if (redisMissing !== undefined) process.stdout.write(`${redisMissing}\n`);
(redisMissing === undefined ? describe : describe.skip)('the limit shared through Redis', () => {
  let redis: OwnRedis;
  let left: Replica;
  let right: Replica;
  beforeAll(async () => {
    redis = await startRedis();
    [left, right] = await Promise.all([startReplica(redis.url, 2), startReplica(redis.url, 2)]);
    // The first command may come before the connection stands; that is the degraded case, not this one.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  afterAll(async () => {
    await Promise.all([left.close(), right.close()]);
    await redis.stop();
  });

  test('counts both replicas together', async () => {
    const passed = (await countPassed(left, 'shared', 7)) + (await countPassed(right, 'shared', 7));
    expect(passed).toBe(perMinute);
    expect([left.degraded(), right.degraded()]).toEqual([false, false]);
  });

  test('with the store down each replica allows its share, says so, and recovers', async () => {
    await redis.stop();
    expect(await countPassed(left, 'alone', perMinute)).toBe(perMinute / 2);
    expect(await countPassed(right, 'alone', perMinute)).toBe(perMinute / 2);
    expect([left.degraded(), right.degraded()]).toEqual([true, true]);
    await redis.start();
    for (let i = 0; i < 50 && left.degraded(); i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await countPassed(left, `again-${i}`, 1);
    }
    expect(left.degraded()).toBe(false);
  });
});
