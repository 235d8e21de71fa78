/** A file of budgets that another program holds: it is waited for once, and not for each batch of calls. */
import { afterAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '../../../src/budgets/ledger-sqlite.ts';
import { whyDown } from '../../../src/database/why.ts';
import { nameAccount } from './stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'governance-budgets-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('costs calls a moment once, says why, and counts on when it is let go of', async () => {
  const file = join(folder, 'budgets.sqlite');
  const ledger = openSqliteLedger(file);
  const line = { account: nameAccount(), startsAt: 0, endsAt: Number.MAX_SAFE_INTEGER };
  const take = () =>
    ledger.take({
      ...{ process: 'a', leaseMs: 60_000, lines: [{ ...line, used: 1, held: 0 }] },
      asks: [[{ line: 0, amount: 1, hard: 2 }]],
    });
  const holder = new DatabaseSync(file);
  holder.exec('BEGIN IMMEDIATE');
  const fault: unknown = await take().catch((error: unknown) => error);
  expect(whyDown(fault)).toBe('database is locked');
  const startedMs = performance.now();
  for (let round = 0; round < 20; round += 1) await expect(take()).rejects.toThrow(/locked/);
  // It would be waited for a second each time.
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  holder.exec('ROLLBACK');
  holder.close();
  expect(await take()).toMatchObject({ refused: [-1], totals: [{ used: 1, held: 1 }] });
  await ledger.close();
});
