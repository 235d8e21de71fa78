/** What every store of the budgets promises, told once and asked of each of them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, Ledger } from '../../../src/budgets/ledger.ts';
import { until } from '../../support/until.ts';
import { nameAccount, stores, type RunningStore } from './stores.ts';

const day = 86_400_000;
/** One window for all batches, so that a turn of the clock between two of them is no part of any test. */
const startsAt = Math.floor(Date.now() / day) * day - day;
const endsAt = startsAt + 3 * day;

type Said = { readonly used?: number; readonly held?: number; readonly others?: number };

function toBatch(
  process: string,
  account: string,
  said: Said,
  amounts: readonly number[],
  hard = 10,
  leaseMs = 60_000,
): Batch {
  const line = { account, startsAt, endsAt, used: 0, held: 0, ...said };
  return {
    process,
    leaseMs,
    lines: [line],
    asks: amounts.map((amount) => [{ line: 0, amount, hard }]),
  };
}

/** What a store that was restarted answers: it is connected to again after a while. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 30_000; ;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

describe.each(stores)('the ledger in $name', ({ missing, start }) => {
  const check = missing === undefined ? test : test.skip;
  let store: RunningStore | undefined;
  let ledgers: readonly Ledger[] = [];
  beforeAll(async () => {
    if (missing !== undefined) return;
    const started = await start();
    store = started;
    // One after the other: the first of them makes the tables.
    ledgers = [await started.open(), ...(await Promise.all([started.open(), started.open()]))];
  });
  afterAll(async () => {
    await Promise.all(ledgers.map((ledger) => ledger.close()));
    await store?.close();
  });
  const one = (): Ledger => ledgers[0] as Ledger;
  const other = (): Ledger => ledgers[1] as Ledger;

  check('grants what fits and nothing of what does not', async () => {
    const account = nameAccount();
    const reply = await one().take(toBatch('a', account, {}, [4, 5, 3, 1, 1]));
    expect(reply.refused).toEqual([-1, -1, 0, -1, 0]);
    expect(reply.totals).toEqual([{ used: 0, held: 10 }]);
    expect(Math.abs(reply.nowMs - Date.now())).toBeLessThan(60_000);
  });

  check('sets aside all that a wish names, or nothing', async () => {
    const [wide, narrow] = [nameAccount(), nameAccount()];
    const { lines } = toBatch('a', wide, {}, []);
    const both = [...lines, ...toBatch('a', narrow, {}, []).lines];
    const wish = [
      { line: 0, amount: 1, hard: 10 },
      { line: 1, amount: 6, hard: 10 },
    ];
    const batch = { process: 'a', leaseMs: 60_000, lines: both, asks: [wish, wish] };
    const { refused, totals } = await one().take(batch);
    expect(refused).toEqual([-1, 1]);
    expect(totals).toEqual([
      { used: 0, held: 1 },
      { used: 0, held: 6 },
    ]);
  });

  check('tells sums that are more than a number holds as the most that one does', async () => {
    const account = nameAccount();
    const used = Number.MAX_SAFE_INTEGER;
    for (const process of ['a', 'b'])
      await one().take({ ...toBatch(process, account, { used }, []), asks: [] });
    const { refused, totals } = await other().take(toBatch('c', account, {}, [1], 1e15));
    expect(refused).toEqual([0]);
    expect(totals[0]?.used).toBeGreaterThanOrEqual(used);
    const listed = await one().list();
    expect(listed.find((each) => each.account === account)?.used).toBeGreaterThanOrEqual(used);
  });

  check('grants processes that ask at the same time no more than there is', async () => {
    const account = nameAccount();
    const processes = ledgers.map((ledger) => ({ ledger, process: randomUUID(), held: 0 }));
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        processes.map(async (each) => {
          const batch = toBatch(each.process, account, { held: each.held }, [1, 1], 25);
          const { refused } = await each.ledger.take(batch);
          each.held += refused.filter((index) => index === -1).length;
        }),
      );
    expect(processes.reduce((sum, { held }) => sum + held, 0)).toBe(25);
  });

  check('counts what was used once, however often and in whatever order it is told', async () => {
    const account = nameAccount();
    for (const used of [3, 7, 7, 3]) await one().take(toBatch('a', account, { used }, []));
    const { totals } = await other().take(toBatch('b', account, { used: 2 }, []));
    expect(totals).toEqual([{ used: 9, held: 0 }]);
  });

  check('takes what a process says of itself for all that it holds', async () => {
    const account = nameAccount();
    await one().take(toBatch('a', account, {}, [8]));
    expect((await other().take(toBatch('b', account, {}, [3]))).refused).toEqual([0]);
    await one().take(toBatch('a', account, { used: 2, held: 0 }, []));
    expect((await other().take(toBatch('b', account, {}, [8]))).refused).toEqual([-1]);
  });

  check(
    'lets go of what a process held that is not heard of any more, and keeps what it used',
    async () => {
      const account = nameAccount();
      await one().take(toBatch('dead', account, { used: 1 }, [9], 10, 1_500));
      expect((await other().take(toBatch('b', account, {}, [1]))).refused).toEqual([0]);
      let told: unknown;
      await until(async () => {
        const { refused, totals } = await other().take(toBatch('b', account, {}, [9]));
        told = [refused, totals];
        return refused[0] === -1;
      });
      expect(told).toEqual([[-1], [{ used: 1, held: 9 }]]);
    },
  );

  check('keeps holding what is said again in time', async () => {
    const account = nameAccount();
    const leaseMs = 2_000;
    await one().take(toBatch('a', account, {}, [9], 10, leaseMs));
    for (let round = 0; round < 5; round += 1) {
      await sleep(leaseMs / 4);
      await one().take(toBatch('a', account, { held: 9 }, [], 10, leaseMs));
    }
    expect((await other().take(toBatch('b', account, {}, [2]))).refused).toEqual([0]);
  });

  check('lists accounts with something in them, and no others', async () => {
    const [busy, idle] = [nameAccount(), nameAccount()];
    await one().take(toBatch('a', busy, { used: 5 }, [2]));
    await one().take(toBatch('a', idle, {}, [2]));
    await one().take(toBatch('a', idle, {}, []));
    const { lines } = toBatch('a', busy, { used: 5 }, []);
    await one().take({
      process: 'a',
      leaseMs: 1,
      lines: lines.map((line) => ({ ...line, startsAt: 0, endsAt: 3_600_000 })),
      asks: [],
    });
    const listed = await other().list();
    expect(listed.filter(({ account }) => account === busy)).toEqual([
      { ...lines[0], used: 5, held: 2 },
    ]);
    expect(listed.filter(({ account }) => account === idle)).toEqual([]);
  });

  check('counts sums of money to the last billionth', async () => {
    const account = nameAccount();
    const used = 999_999_999_999_999;
    const { totals } = await one().take(toBatch('a', account, { used }, [1, 1], used + 1));
    expect(totals).toEqual([{ used, held: 1 }]);
    const [listed] = (await one().list()).filter((each) => each.account === account);
    expect(listed).toMatchObject({ used, held: 1 });
  });

  check('asks the ledger behind it for what it has forgotten', async () => {
    if (store?.forget === undefined) return;
    const account = nameAccount();
    const gone = await store.open();
    await gone.take(toBatch('gone', account, { used: 7 }, []));
    await gone.close();
    await store.forget();
    const asked = toBatch('b', account, {}, [4, 3]);
    const reply = await again(() => other().take(asked));
    // The tests after this one find all of them connected.
    await Promise.all(ledgers.map((ledger) => again(() => ledger.list())));
    expect(reply).toMatchObject({ refused: [0, -1], totals: [{ used: 7, held: 3 }] });
  });

  check('counts no less of others than a process has heard of them', async () => {
    const account = nameAccount();
    await one().take(toBatch('a', account, { used: 3 }, []));
    // Of a store that has lost what somebody else told it.
    const { refused, totals } = await other().take(toBatch('b', account, { others: 7 }, [4, 3]));
    expect([refused, totals]).toEqual([[0, -1], [{ used: 7, held: 3 }]]);
    await one().take(toBatch('a', account, { used: 8 }, []));
    const later = await other().take(toBatch('b', account, { held: 1, others: 7 }, []));
    expect(later.totals).toEqual([{ used: 8, held: 1 }]);
  });

  check('takes any name for an account', async () => {
    const account = JSON.stringify(['a', 'k:1', 't\u0000\ud800', 'ü{}*?:"\n']);
    await one().take(toBatch('a', account, { used: 1 }, []));
    expect((await one().list()).map((each) => each.account)).toContain(account);
  });
});
