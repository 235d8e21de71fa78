/** A database behind Redis that takes nothing any more: calls are decided as ever, it is said, and told later. */
import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedisLedger } from '../../../src/budgets/ledger-redis.ts';
import { openSqliteLedger } from '../../../src/budgets/ledger-sqlite.ts';
import { redisMissing, startRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { nameAccount } from './stores.ts';

const check = redisMissing === undefined ? test : test.skip;

check('is told of once, and when it takes all again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'governance-budgets-'));
  const file = join(folder, 'budgets.sqlite');
  const redis = await startRedis();
  const told: [boolean, string | undefined][] = [];
  const ledger = await openRedisLedger({
    ...{ url: redis.url, timeoutMs: 2_000, behind: openSqliteLedger(file) },
    onLost: () => undefined,
    onUntold: (untold, why) => told.push([untold, why]),
  });
  const account = nameAccount();
  const line = { account, startsAt: 3_600_000, endsAt: Date.now() + 3_600_000, held: 0 };
  const use = (used: number) =>
    ledger.take({ process: 'a', leaseMs: 60_000, lines: [{ ...line, used }], asks: [] });
  await use(1);
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  expect(await use(2)).toMatchObject({ totals: [{ used: 2 }] });
  await until(() => told.length > 0);
  expect(told).toEqual([[true, 'database is locked']]);
  holder.exec('ROLLBACK');
  holder.close();
  await until(() => told.length > 1);
  expect(told[1]).toEqual([false, undefined]);
  await ledger.close();
  const kept = openSqliteLedger(file);
  expect(await kept.parts([line])).toEqual([
    { ...{ account, process: 'a', used: 2 }, startsAt: line.startsAt },
  ]);
  await kept.close();
  await redis.stop();
  rmSync(folder, { recursive: true });
});
