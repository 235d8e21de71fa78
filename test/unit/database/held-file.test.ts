/** Files that another program holds: whoever asks for something in them waits a while, and the thread serves others meanwhile. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteLedger } from '../../../src/budgets/ledger-sqlite.ts';
import { whyDown } from '../../../src/database/why.ts';
import { digestOf, mintKey } from '../../../src/keys/key.ts';
import { profileSchema } from '../../../src/keys/record.ts';
import { openSqliteStore } from '../../../src/keys/store-sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'governance-held-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Turns of the thread until it is settled; a thread that waits makes none. */
async function countTurns(asked: Promise<unknown>): Promise<number> {
  let turns = 0;
  let waits = true;
  const turn = (): void => {
    turns += 1;
    if (waits) setImmediate(turn);
  };
  setImmediate(turn);
  await asked.catch(() => undefined);
  waits = false;
  return turns;
}

function openKeys(file: string) {
  const store = openSqliteStore(file);
  const by = { key: '', owner: 'ada', agent: 'test' };
  const change = async (): Promise<unknown> => {
    const { id, key } = mintKey();
    const profile = profileSchema.parse({ owner: 'ada', scopes: ['govern'] });
    const ends = { expiresAt: undefined, revokedAt: undefined, lastSeenAt: undefined };
    const record = { id, digest: digestOf(key), profile, createdAt: 1, ...ends };
    await store.create(record, {
      id: randomUUID(),
      at: 1,
      act: 'created',
      key: id,
      by,
      detail: {},
    });
    return store.list();
  };
  return { change, read: () => store.list(), close: store.close };
}

function openBudgets(file: string) {
  const ledger = openSqliteLedger(file);
  const line = { account: randomUUID(), startsAt: 0, endsAt: Number.MAX_SAFE_INTEGER };
  const lines = [{ ...line, used: 1, held: 0 }];
  const change = () => ledger.take({ process: 'a', leaseMs: 60_000, lines, asks: [] });
  return { change, read: ledger.list, close: ledger.close };
}

describe.each([
  ['keys', openKeys],
  ['budgets', openBudgets],
] as const)('a file of %s that another program holds', (name, open) => {
  const file = join(folder, `${name}.sqlite`);

  test('costs the thread no time, says why, and is used again when it is let go of', async () => {
    const store = open(file);
    const holder = new DatabaseSync(file);
    holder.exec('BEGIN IMMEDIATE');
    const asked = store.change();
    expect(await countTurns(asked)).toBeGreaterThan(10);
    expect(whyDown(await asked.catch((error: unknown) => error))).toBe('database is locked');
    // It was waited for already.
    await expect(store.change()).rejects.toThrow();
    // What only reads is not held up.
    expect(await store.read()).toEqual([]);
    holder.exec('ROLLBACK');
    await store.change();
    expect(await store.read()).toHaveLength(1);
    holder.close();
    await store.close();
  });

  test('is waited for where it is let go of soon', async () => {
    const store = open(file);
    const holder = new DatabaseSync(file);
    holder.exec('BEGIN IMMEDIATE');
    const asked = store.change();
    await new Promise((resolve) => setTimeout(resolve, 100));
    holder.exec('ROLLBACK');
    await asked;
    holder.close();
    await store.close();
  });
});
