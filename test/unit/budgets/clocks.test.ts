/** Replicas whose clocks are apart count in the windows of the store from their first call on. */
import { expect, test } from '@jest/globals';
import { type Budgets, openBudgets } from '../../../src/budgets/budgets.ts';
import { openPostgres } from '../../support/postgres.ts';
import { redisMissing, startRedis } from '../../support/redis.ts';

const reach = { keys: [], teams: [], models: [], per: [] };
const hourMs = 3_600_000;
const want = { key: 'k1', team: '', models: ['m'], textBytes: 0, attachments: 0 };

async function reserve(budgets: Budgets): Promise<string> {
  const asked = { ...want, outputTokensMax: 0, choices: 1 };
  return (
    budgets.reserve?.(asked).then(
      () => 'granted',
      () => 'refused',
    ) ?? 'not counted'
  );
}

async function share(store: { readonly redisUrl: string } | { readonly databaseUrl: string }) {
  const open = (offMs: number): Promise<Budgets> =>
    openBudgets({
      limits: {
        budgets: [{ ...reach, name: 'calls', window: 'hour', measure: 'requests', hard: 1 }],
        concurrency: [],
        prices: { currency: 'EUR', unknown: 'free', models: [] },
        estimates: { bytesPerToken: 4, outputTokens: 100, attachmentTokens: 50 },
      },
      ...{ data: '', ...store, leaseMs: 60_000, replicas: 2 },
      ...{ storeTimeoutMs: 2_000, storeDown: 'refuse', onDegraded: () => undefined },
      now: () => Date.now() + offMs,
    });
  const replicas = [await open(0), await open(hourMs), await open(-2 * hourMs)];
  const granted: string[] = [];
  for (const replica of replicas) granted.push(await reserve(replica));
  const listed = await replicas[1]?.list();
  for (const replica of replicas) await replica.close();
  return { granted, accounts: listed?.flatMap(({ accounts }) => accounts).length };
}

const counted = { granted: ['granted', 'refused', 'refused'], accounts: 1 };

(redisMissing === undefined ? test : test.skip)('by Redis', async () => {
  const redis = await startRedis();
  expect(await share({ redisUrl: redis.url })).toEqual(counted);
  await redis.stop();
});

const postgres = await openPostgres();
('missing' in postgres ? test.skip : test)('by PostgreSQL', async () => {
  if ('missing' in postgres) return;
  expect(await share({ databaseUrl: postgres.url })).toEqual(counted);
  await postgres.close();
});
