/** Budgets as calls meet them: whatever is reserved, settled, forgotten or cut off, no mark is overrun and nothing leaks. */
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Charge } from '../../../src/budgets/charge.ts';
import type { Batch, Ledger, Recall } from '../../../src/budgets/ledger.ts';
import { openSqliteLedger } from '../../../src/budgets/ledger-sqlite.ts';
import { Teller, type TellerOptions } from '../../../src/budgets/teller.ts';
import { draws } from '../../support/draws.ts';
import { until } from '../../support/until.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const hard = 20;
const leaseMs = 30_000;
const window = { startsAt: 3_600_000, endsAt: 7_200_000 };

function toCharge(amount: number, name = 'budget'): Charge {
  const account = JSON.stringify([name, null, null, null]);
  return { name, measure: 'tokens', account, window, amount, soft: undefined, hard };
}

/** Some processes on one store, under a clock that only the test moves. */
class Scene {
  readonly file: string;
  readonly replicas: number;
  clockMs = window.startsAt;
  down = false;
  /** The store does what it is told, and the answer is lost. */
  deaf = false;
  /** How often the store has done what it was told. */
  told = 0;
  readonly #opened: Ledger[] = [];

  constructor(replicas = 1) {
    const folder = mkdtempSync(join(tmpdir(), 'governance-teller-'));
    folders.push(folder);
    this.file = join(folder, 'budgets.sqlite');
    this.replicas = replicas;
  }

  open(process: string, more: Partial<TellerOptions> = {}, recall?: Recall): Teller {
    const ledger = openSqliteLedger(this.file, () => this.clockMs);
    this.#opened.push(ledger);
    const breaking: Ledger = {
      ...{ ...ledger, ...(recall !== undefined && { recall }) },
      take: async (batch: Batch) => {
        if (this.down) throw new Error('down');
        const reply = await ledger.take(batch);
        this.told += 1;
        if (this.deaf) throw new Error('the answer is lost');
        return reply;
      },
    };
    return new Teller(breaking, {
      process,
      leaseMs,
      replicas: this.replicas,
      storeDown: 'share',
      onDegraded: () => undefined,
      monotonicNow: () => this.clockMs,
      now: () => this.clockMs,
      ...more,
    });
  }

  /** What the store says, as somebody new to it would read it. */
  async read(): Promise<{ used: number; held: number }> {
    const ledger = openSqliteLedger(this.file, () => this.clockMs);
    const [account = { used: 0, held: 0 }] = await ledger.list();
    await ledger.close();
    return { used: account.used, held: account.held };
  }

  async close(): Promise<void> {
    for (const ledger of this.#opened) await ledger.close().catch(() => undefined);
  }
}

/** What was settled is told in the next turn; then nothing is under way any more. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a budget', () => {
  test('gives back what was set aside and counts what was used', async () => {
    const scene = new Scene();
    const teller = scene.open('a');
    expect(await teller.take([toCharge(15)])).toMatchObject({ refused: -1, degraded: false });
    expect(await teller.take([toCharge(6)])).toMatchObject({ refused: 0 });
    teller.settle([toCharge(15)], [4]);
    expect(await teller.take([toCharge(16)])).toMatchObject({ refused: -1 });
    teller.settle([toCharge(16)], [0]);
    await settle();
    expect(await scene.read()).toEqual({ used: 4, held: 0 });
    await scene.close();
  });

  test('asks the store once for all calls that come together', async () => {
    const scene = new Scene();
    const batches: number[] = [];
    const ledger = openSqliteLedger(scene.file, () => scene.clockMs);
    const counting: Ledger = {
      ...ledger,
      take: (batch) => {
        batches.push(batch.asks.length);
        return ledger.take(batch);
      },
    };
    const teller = new Teller(counting, {
      ...{ process: 'a', leaseMs, replicas: 1, storeDown: 'share' },
      ...{ onDegraded: () => undefined, now: () => 0, monotonicNow: () => 0 },
    });
    const taken = await Promise.all(Array.from({ length: 50 }, () => teller.take([toCharge(1)])));
    expect(taken.filter(({ refused }) => refused === -1)).toHaveLength(hard);
    expect(batches.length).toBeLessThan(4);
    await teller.close();
  });

  test('with the store down allows this replica its part of what it has not used yet, and tells all of it later', async () => {
    const scene = new Scene(4);
    const degraded: boolean[] = [];
    const teller = scene.open('a', { onDegraded: (now) => degraded.push(now) });
    await teller.take([toCharge(2)]);
    teller.settle([toCharge(2)], [2]);
    await settle();
    scene.down = true;
    expect(await teller.take([toCharge(3)])).toMatchObject({ refused: -1, degraded: true });
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: 0, degraded: true });
    teller.settle([toCharge(3)], [3]);
    scene.down = false;
    scene.clockMs += 1_000;
    expect(await teller.take([toCharge(15)])).toMatchObject({ refused: -1, degraded: false });
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: 0 });
    expect(degraded).toEqual([true, false]);
    expect(await scene.read()).toEqual({ used: 5, held: 15 });
    await scene.close();
  });

  test('that others have used up is used up also with the store down, as far as this replica has heard', async () => {
    const scene = new Scene(2);
    const [teller, other] = [scene.open('a'), scene.open('b')];
    await other.take([toCharge(17)]);
    other.settle([toCharge(17)], [17]);
    await settle();
    await teller.take([toCharge(1)]);
    teller.settle([toCharge(1)], [1]);
    await settle();
    scene.down = true;
    // Its part would be ten, of which it has used one; two are left, for both.
    expect(await teller.take([toCharge(2)])).toMatchObject({
      refused: 0,
      degraded: true,
      totals: [{ used: 18, held: 0 }],
    });
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: -1, degraded: true });
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: 0, degraded: true });
    await scene.close();
  });

  test('that others have set aside is not granted a second time with the store down', async () => {
    const scene = new Scene(2);
    const [teller, other] = [scene.open('a'), scene.open('b')];
    await other.take([toCharge(18)]);
    await teller.take([toCharge(1)]);
    scene.down = true;
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: 0, degraded: true });
    teller.settle([toCharge(1)], [0]);
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: -1, degraded: true });
    await scene.close();
  });

  test('is not overrun with the store down by replicas that heard how it stood, however unevenly they used it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ used: fc.nat(9), held: fc.nat(9) }), { minLength: 1, maxLength: 4 }),
        async (before) => {
          const scene = new Scene(before.length);
          const tellers = before.map((_, at) => scene.open(`p${at}`));
          let all = 0;
          const use = async (teller: Teller | undefined, amount: number): Promise<boolean> => {
            const { refused } = (await teller?.take([toCharge(amount)])) ?? {};
            if (refused === -1) all += amount;
            return refused === -1;
          };
          for (const [at, { used, held }] of before.entries()) {
            if (await use(tellers[at], used)) tellers[at]?.settle([toCharge(used)], [used]);
            await use(tellers[at], held);
          }
          await settle();
          // Each hears what became of it.
          for (const teller of tellers) await teller.take([toCharge(0)]);
          scene.down = true;
          for (const teller of tellers) while (await use(teller, 1));
          expect(all).toBeLessThanOrEqual(hard);
          await scene.close();
        },
      ),
      draws(60),
    );
  });

  test.each([
    ['of which it never heard', 17, 1],
    ['that others had used up', 20, 0],
  ])(
    'is asked for behind the store that is down where it is one %s',
    async (_, usedBefore, part) => {
      const scene = new Scene(2);
      const asked: number[] = [];
      const teller = scene.open('a', {}, (_process, lines) => {
        asked.push(lines.length);
        return Promise.resolve(lines.map(() => usedBefore));
      });
      scene.down = true;
      const all = await Promise.all([1, 2, 3].map(() => teller.take([toCharge(1)])));
      expect(all.filter(({ refused }) => refused === -1)).toHaveLength(part);
      expect(asked).toEqual([1]);
      await scene.close();
    },
  );

  test('has its even part where what stands behind a store that is down cannot be asked either, and nobody waits', async () => {
    const scene = new Scene(2);
    let asked = 0;
    const teller = scene.open('a', {}, () => {
      asked += 1;
      return new Promise(() => undefined);
    });
    scene.down = true;
    for (let call = 0; call < 10; call += 1)
      expect(await teller.take([toCharge(1)])).toMatchObject({ refused: -1, degraded: true });
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: 0, degraded: true });
    expect(asked).toBe(1);
    await scene.close();
  });

  test('is not forgotten as used up by others because this replica had nothing to do with it for long', async () => {
    const scene = new Scene(2);
    const [teller, other] = [scene.open('a'), scene.open('b')];
    await other.take([toCharge(20)]);
    other.settle([toCharge(20)], [20]);
    await settle();
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: 0, degraded: false });
    for (let minute = 0; minute < 2; minute += 1) {
      scene.clockMs += 61_000;
      await teller.take([toCharge(1, 'another')]);
    }
    scene.down = true;
    expect(await teller.take([toCharge(1)])).toMatchObject({ refused: 0, degraded: true });
    await scene.close();
  });

  test('in strict mode refuses while the store is down', async () => {
    const scene = new Scene();
    const teller = scene.open('a', { storeDown: 'refuse' });
    scene.down = true;
    await expect(teller.take([toCharge(1)])).rejects.toMatchObject({ code: 'not_ready' });
    await scene.close();
  });

  test('of a store that hangs holds calls up for a moment once, is told nothing behind a late word, and counts on', async () => {
    const scene = new Scene(2);
    const ledger = openSqliteLedger(scene.file, () => scene.clockMs);
    let asked = 0;
    let go = (): void => undefined;
    let hanging: Promise<void> | undefined = new Promise((resolve) => (go = resolve));
    const hangs: Ledger = {
      ...ledger,
      take: async (batch) => {
        asked += 1;
        await hanging;
        return ledger.take(batch);
      },
    };
    const degraded: boolean[] = [];
    const teller = new Teller(hangs, {
      ...{ process: 'a', leaseMs, replicas: 2, storeDown: 'share' },
      ...{ now: () => scene.clockMs, monotonicNow: () => scene.clockMs },
      onDegraded: (down) => degraded.push(down),
    });
    const timed = async (amount: number, refused: number): Promise<number> => {
      const startMs = performance.now();
      expect(await teller.take([toCharge(amount)])).toMatchObject({ refused, degraded: true });
      return performance.now() - startMs;
    };
    const heldUpMs = await timed(6, -1);
    expect(heldUpMs).toBeLessThan(30_000);
    const again: number[] = [];
    for (let call = 0; call < 4; call += 1) {
      scene.clockMs += 1_000;
      again.push(await timed(1, -1));
    }
    again.push(await timed(1, 0));
    // Most of them: the machine may stand still during one.
    expect(again.sort((left, right) => left - right)[3]).toBeLessThan(heldUpMs / 2);
    expect(asked).toBe(1);
    hanging = undefined;
    go();
    await settle();
    scene.clockMs += 1_000;
    expect(await teller.take([toCharge(10)])).toMatchObject({ refused: -1, degraded: false });
    expect(await scene.read()).toEqual({ used: 0, held: 20 });
    expect(degraded).toEqual([true, false]);
    await teller.close();
    await scene.close();
  });

  test('takes back what the store granted and could not say', async () => {
    const scene = new Scene(20);
    const teller = scene.open('a');
    scene.deaf = true;
    expect(await teller.take([toCharge(15)])).toMatchObject({ refused: 0, degraded: true });
    expect((await scene.read()).held).toBe(15);
    scene.deaf = false;
    scene.clockMs += 1_000;
    expect(await teller.take([toCharge(20)])).toMatchObject({ refused: -1 });
    await scene.close();
  });

  test('takes it back by itself, so that others need not wait for the lease', async () => {
    const scene = new Scene(20);
    // The timer comes round every 100 ms; the clock that leases go by stands still.
    const teller = scene.open('a', { leaseMs: 600 });
    scene.deaf = true;
    await teller.take([toCharge(15)]);
    scene.deaf = false;
    scene.clockMs += 500;
    await until(async () => (await scene.read()).held === 0);
    expect(await scene.read()).toEqual({ used: 0, held: 0 });
    await teller.close();
    await scene.close();
  });

  test('says again what is held for long, so that it stays held', async () => {
    const scene = new Scene();
    const teller = scene.open('a', { leaseMs: 60 });
    await teller.take([toCharge(hard)]);
    for (let round = 0; round < 10; round += 1) {
      const told = scene.told;
      scene.clockMs += 30;
      // The timer is a real one.
      await until(() => scene.told > told);
    }
    expect((await scene.read()).held).toBe(hard);
    await teller.close();
    await scene.close();
  });
});

type Step =
  | { readonly kind: 'take'; readonly process: number; readonly amount: number }
  | { readonly kind: 'settle'; readonly process: number; readonly part: number }
  | { readonly kind: 'kill' | 'settleAll'; readonly process: number }
  | { readonly kind: 'expire' | 'down' | 'up' | 'deaf' };

const process = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      process,
      amount: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      process,
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('kill' as const, 'settleAll' as const), process }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('expire' as const, 'down' as const, 'up' as const, 'deaf' as const),
    }),
  },
);

type Runner = { teller: Teller; open: Charge[]; used: number };

describe('any course of reserving, settling, dying and losing the store', () => {
  test('overruns no mark, and leaks nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const scene = new Scene(3);
        let born = 0;
        const begin = (): Runner => ({
          teller: scene.open(`process-${(born += 1)}`),
          open: [],
          used: 0,
        });
        const runners = [begin(), begin(), begin()];
        /** Used by processes that live; what one that died had not told is lost with it. */
        const underWay = (): number =>
          runners.flatMap(({ open }) => open).reduce((sum, { amount }) => sum + amount, 0);
        let lastTold = 0;
        /** True where each of them could only decide for itself: then each has its part beside what was used before. */
        let alone = 0;
        for (const each of steps) {
          if (each.kind === 'expire') scene.clockMs += leaseMs;
          if (each.kind === 'down') scene.down = true;
          if (each.kind === 'deaf') scene.deaf = true;
          if (each.kind === 'up') {
            [scene.down, scene.deaf] = [false, false];
            scene.clockMs += 500;
          }
          if ('process' in each) {
            const runner = runners[each.process] as Runner;
            if (each.kind === 'take') {
              const { refused, degraded } = await runner.teller.take([toCharge(each.amount)]);
              if (refused === -1) runner.open.push(toCharge(each.amount));
              if (refused === -1 && degraded) alone += each.amount;
              // The law: what the store grants, it grants within the mark.
              if (refused === -1 && !degraded) {
                const { used, held } = await scene.read();
                expect(used + held).toBeLessThanOrEqual(hard + alone);
              }
              const own = runner.used + runner.open.reduce((sum, { amount }) => sum + amount, 0);
              if (refused === -1 && degraded) expect(own).toBeLessThanOrEqual(Math.floor(hard / 3));
            }
            if (each.kind === 'settle') {
              const charge = runner.open.pop();
              if (charge !== undefined) {
                const used = Math.floor(charge.amount * each.part);
                runner.teller.settle([charge], [used]);
                runner.used += used;
              }
            }
            if (each.kind === 'settleAll')
              for (const charge of runner.open.splice(0)) runner.teller.settle([charge], [0]);
            if (each.kind === 'kill') runners[each.process] = begin();
          }
          await settle();
          const told = await scene.read();
          // Used never shrinks, whoever dies or is told twice.
          expect(told.used).toBeGreaterThanOrEqual(lastTold);
          lastTold = told.used;
        }
        // Faults end, and what the dead held expires: what is left is exactly what the living use and hold.
        [scene.down, scene.deaf] = [false, false];
        scene.clockMs += leaseMs;
        const living = underWay();
        for (const { teller } of runners) await teller.take([toCharge(1_000, 'nothing')]);
        await settle();
        const before = await scene.read();
        expect(before.held).toBeLessThanOrEqual(living);
        for (const { teller, open } of runners)
          for (const charge of open.splice(0)) teller.settle([charge], [0]);
        await settle();
        const after = await scene.read();
        expect(after.held).toBe(0);
        expect(after.used).toBeGreaterThanOrEqual(runners.reduce((sum, { used }) => sum + used, 0));
        await scene.close();
      }),
      draws(60),
    );
  });
});

describe('a limit, with the store down', () => {
  const limits = [1, 2, 3, 4, 5, 7, 10, 100];
  test.each([1, 2, 3, 4, 6])(
    'lets each of %i replicas have its whole part and no more, and all together never more than it',
    async (replicas) => {
      const scene = new Scene(replicas);
      scene.down = true;
      const tellers = Array.from({ length: replicas }, (_, at) => scene.open(`p${at}`));
      for (const limit of limits) {
        const granted = await Promise.all(
          tellers.map(async (teller) => {
            let own = 0;
            for (let ask = 0; ask <= limit; ask += 1) {
              const charge = { ...toCharge(1, `limit-${limit}`), hard: limit };
              if ((await teller.take([charge])).refused === -1) own += 1;
            }
            return own;
          }),
        );
        const part = Math.floor(limit / replicas);
        expect([limit, granted]).toEqual([limit, Array.from({ length: replicas }, () => part)]);
        // Whom a part of one is due has it; where there are fewer than replicas nobody can tell whose it would be.
        expect(part >= 1 || limit < replicas).toBe(true);
      }
      for (const teller of tellers) await teller.close();
      await scene.close();
    },
  );
});
