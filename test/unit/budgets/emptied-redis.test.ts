/** A Redis that is emptied while its connections last: what replicas know is told to it again, also by those that ask nothing. */
import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudgets, type Budgets } from '../../../src/budgets/budgets.ts';
import type { Reservation } from '../../../src/governance/spending.ts';
import { redisMissing, startRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

const reach = { keys: [], teams: [], models: [], per: [] };
const hard = 4;

function open(redisUrl: string): Promise<Budgets> {
  return openBudgets({
    limits: {
      budgets: [{ ...reach, name: 'calls', window: 'month', measure: 'requests', hard }],
      concurrency: [{ ...reach, name: 'at-once', exchangesMax: 3 }],
      prices: { currency: 'EUR', unknown: 'free', models: [] },
      estimates: { bytesPerToken: 4, outputTokens: 100, attachmentTokens: 50 },
    },
    ...{ data: '', redisUrl, leaseMs: 60_000, replicas: 2 },
    ...{ storeTimeoutMs: 2_000, storeDown: 'refuse' },
    onDegraded: () => undefined,
  });
}

const more = { textBytes: 0, attachments: 0, outputTokensMax: 0, choices: 1 };

function reserve({ reserve: ask }: Budgets): Promise<Reservation> {
  if (ask === undefined) throw new Error('nothing is kept count of');
  return ask({ key: 'k1', team: '', models: ['m'], ...more });
}

async function standing(budgets: Budgets): Promise<readonly unknown[]> {
  const list = await budgets.list();
  return list.map(({ accounts: [account] }) => [account?.used, account?.reserved]);
}

if (redisMissing !== undefined) process.stdout.write(`${redisMissing}\n`);
const check = redisMissing === undefined ? test : test.skip;

check(
  'grants nothing of what a replica knows others to have used, before it has heard of them again',
  async () => {
    const redis = await startRedis();
    const [mine, theirs] = [await open(redis.url), await open(redis.url)];
    const one = { usage: { input: 1, output: 0 }, textBytes: 0, whole: true };
    for (const budgets of [theirs, theirs, theirs, mine]) {
      const ended = await reserve(budgets);
      ended.settle(ended.toSpent(one));
      // What ended is told before the next one asks.
      await budgets.list();
    }
    const store = new Redis(redis.url);
    await store.flushall();
    store.disconnect();
    await expect(reserve(mine)).rejects.toMatchObject({ code: 'budget_exceeded' });
    await mine.close();
    await theirs.close();
    await redis.stop();
  },
);

check('counts on with what was used, and with what is under way', async () => {
  const redis = await startRedis();
  const [busy, idle] = [await open(redis.url), await open(redis.url)];
  const ended = await reserve(idle);
  ended.settle(ended.toSpent({ usage: { input: 1, output: 0 }, textBytes: 0, whole: true }));
  await reserve(idle);
  await reserve(busy);
  const before = [
    [1, 2],
    [0, 2],
  ];
  expect(await standing(idle)).toEqual(before);
  // Both have looked at the store once.
  await sleep(1_200);
  const store = new Redis(redis.url);
  await store.flushall();
  store.disconnect();
  let now: readonly unknown[] = [];
  await until(
    async () => {
      // Of the store alone: nobody is made to tell anything by being asked for it.
      now = await standing(busy);
      return JSON.stringify(now) === JSON.stringify(before);
    },
    () => JSON.stringify(now),
  );
  expect(now).toEqual(before);
  await reserve(busy);
  await expect(reserve(busy)).rejects.toMatchObject({ code: 'budget_exceeded' });
  await busy.close();
  await idle.close();
  await redis.stop();
});
