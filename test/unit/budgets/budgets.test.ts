/** Budgets through their door: what a call sets aside and is charged with, what is said at a mark, and what outlives a restart. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Budget, Limits } from '../../../src/budgets/budget.ts';
import { openBudgets, type Budgets, type BudgetsOptions } from '../../../src/budgets/budgets.ts';
import { costOf, writeNanos } from '../../../src/budgets/cost.ts';
import { matches } from '../../../src/budgets/pattern.ts';
import { windowAt } from '../../../src/budgets/windows.ts';
import type { Reservation, Used, Want } from '../../../src/governance/spending.ts';
import { openPostgres, type Postgres } from '../../support/postgres.ts';
import { startRelay } from '../../support/relay.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'governance-budgets-'));
  folders.push(folder);
  return folder;
}

const reach = { keys: [], teams: [], models: [], per: [] };

function toBudget(more: Partial<Budget>): Budget {
  return { ...reach, name: 'budget', window: 'day', measure: 'tokens', ...more };
}

function toLimits(budgets: readonly Budget[], more: Partial<Limits> = {}): Limits {
  return {
    budgets,
    concurrency: [],
    prices: {
      currency: 'EUR',
      unknown: 'refuse',
      models: [{ model: 'gpt-*', input: 2, cachedInput: 0.5, output: 8 }],
    },
    estimates: { bytesPerToken: 4, outputTokens: 100, attachmentTokens: 50 },
    ...more,
  };
}

function open(limits: Limits, more: Partial<BudgetsOptions> = {}): Promise<Budgets> {
  return openBudgets({
    limits,
    data: makeFolder(),
    leaseMs: 30_000,
    replicas: 1,
    storeTimeoutMs: 250,
    storeDown: 'share',
    onDegraded: () => undefined,
    ...more,
  });
}

const want: Want = {
  key: 'k1',
  team: 'core',
  models: ['gpt-1'],
  textBytes: 40,
  attachments: 0,
  outputTokensMax: undefined,
  choices: 1,
};

function reserve(budgets: Budgets, more: Partial<Want> = {}): Promise<Reservation> {
  if (budgets.reserve === undefined) throw new Error('nothing is kept count of');
  return budgets.reserve({ ...want, ...more });
}

async function reservedBy(more: Partial<Want>, budget: Partial<Budget> = {}): Promise<number> {
  const budgets = await open(toLimits([toBudget({ hard: 1_000_000, ...budget })]));
  await reserve(budgets, more);
  const [standing] = await budgets.list();
  await budgets.close();
  return standing?.accounts[0]?.reserved ?? 0;
}

describe('a call sets aside', () => {
  test.each([
    ['its text and the guess of an answer', {}, {}, 110],
    ['the most that it asks for', { outputTokensMax: 7 }, {}, 17],
    ['as much for each choice', { outputTokensMax: 7, choices: 3 }, {}, 31],
    ['nothing for an answer that has no tokens', { outputTokensMax: 0 }, {}, 10],
    ['something for what is no text', { outputTokensMax: 0, attachments: 2 }, {}, 110],
    ['one of requests, whatever it says', { textBytes: 4e6 }, { measure: 'requests' }, 1],
    ['money', { outputTokensMax: 10 }, { measure: 'cost' }, 0.0001],
    ['no more than stays exact', { outputTokensMax: 9e15 }, { hard: 2e9 }, 1_000_000_010],
  ] as const)('%s', async (_, more, budget, amount) => {
    expect(await reservedBy(more, budget)).toBe(amount);
  });
});

describe('a budget is about', () => {
  const cases: readonly [string, Partial<Budget>, Partial<Want>, boolean][] = [
    ['all calls', {}, {}, true],
    ['a key', { keys: ['k1'] }, {}, true],
    ['another key', { keys: ['k2'] }, {}, false],
    ['a team', { teams: ['co*'] }, {}, true],
    ['another team', { teams: ['sales'] }, {}, false],
    ['a model', { models: ['gpt-*'] }, {}, true],
    ['a model in other letters', { models: ['GPT-*'] }, { models: ['Gpt-1'] }, true],
    ['another model', { models: ['claude-*'] }, {}, false],
    ['a model on which the call may run', { models: ['big'] }, { models: ['gpt-1', 'big'] }, true],
  ];
  test.each(cases)('%s', async (_, budget, more, isAbout) => {
    const budgets = await open(toLimits([toBudget({ hard: 1, ...budget })]));
    const asked = reserve(budgets, more);
    if (isAbout) await expect(asked).rejects.toMatchObject({ code: 'budget_exceeded' });
    else expect((await asked).marks).toEqual([]);
    await budgets.close();
  });

  test('each key, team or model apart, where it says so', async () => {
    const limits = toLimits([toBudget({ measure: 'requests', hard: 1, per: ['team', 'model'] })]);
    const budgets = await open(limits);
    await reserve(budgets);
    await reserve(budgets, { team: 'sales' });
    await reserve(budgets, { models: ['gpt-2'] });
    await expect(reserve(budgets, { key: 'k2', models: ['GPT-1'] })).rejects.toThrow();
    expect((await budgets.list())[0]?.accounts).toHaveLength(3);
    await budgets.close();
  });
});

describe('what a call is charged with', () => {
  const told: Used = { usage: { input: 30, output: 5, cached: 10 }, textBytes: 400, whole: true };
  const silent: Used = { usage: { input: 0, output: 0 }, textBytes: 0, whole: true };
  const cases: readonly [string, Used, object][] = [
    ['what the upstream counted', told, { input: 30, cached: 10, output: 5, estimated: false }],
    [
      'a guess where it says nothing',
      { ...silent, textBytes: 41 },
      { input: 10, output: 11, estimated: true },
    ],
    ['what was set aside where nothing is seen either', silent, { output: 100, estimated: true }],
    [
      'what came of an answer that broke off, where less was told',
      { ...told, whole: false },
      { input: 30, output: 100, estimated: true },
    ],
    [
      'what was told of it, where that is more',
      { ...told, textBytes: 4, whole: false },
      { output: 5, estimated: false },
    ],
    [
      'the input of what nobody waited for',
      { ...silent, whole: false },
      { input: 10, output: 0, estimated: true },
    ],
    [
      'a guess of the input where only the output is told',
      { ...told, usage: { input: 0, output: 5 } },
      { input: 10, output: 5, estimated: true },
    ],
    [
      'what came where only the input is told',
      { ...told, usage: { input: 30, output: 0 } },
      { input: 30, output: 100, estimated: true },
    ],
    [
      'no more than a model comes to, whatever it says',
      { ...told, usage: { input: 9e15, output: 9e15 } },
      { input: 1e9, output: 1e9, estimated: true },
    ],
    [
      'no more from a cache than it read',
      { usage: { input: 3, output: 1, cached: 99 }, textBytes: 0, whole: true },
      { cached: 3 },
    ],
  ];
  test.each(cases)('%s', async (_, used, spent) => {
    const budgets = await open(toLimits([]));
    const reservation = await reserve(budgets);
    expect(reservation.toSpent(used)).toMatchObject({ ...spent, currency: 'EUR' });
    await budgets.close();
  });

  test('counts once, however often it is settled', async () => {
    const budgets = await open(toLimits([toBudget({ hard: 1_000 })]));
    const reservation = await reserve(budgets);
    const spent = reservation.toSpent(told);
    reservation.settle(spent);
    reservation.settle(spent);
    reservation.settle();
    await reserve(budgets);
    expect((await budgets.list())[0]?.accounts).toMatchObject([{ used: 35, reserved: 110 }]);
    await budgets.close();
  });

  test('has a price by the first pattern, the dearest of several models, and no end in fractions', () => {
    const { prices } = toLimits([]);
    const tokens = { input: 30, cached: 10, output: 5 };
    // 20 at 2, 10 at 0.5 and 5 at 8 for a million: 85 millionths.
    expect(costOf(tokens, ['gpt-1'], prices)).toBe(85_000);
    expect(costOf(tokens, ['nobody'], prices)).toBeUndefined();
    expect(costOf(tokens, ['nobody'], { ...prices, unknown: 'free' })).toBe(0);
    const tiny = { model: 'tiny', input: 0.0000001, output: 0 };
    const more = { ...prices, models: [...prices.models, tiny] };
    expect(costOf(tokens, ['tiny'], more)).toBe(1);
    expect(costOf(tokens, ['tiny', 'gpt-1'], more)).toBe(85_000);
    expect(writeNanos(85_000)).toBe('0.000085000');
    expect(writeNanos(12_345_678_901)).toBe('12.345678901');
    expect(writeNanos(0)).toBe('0.000000000');
  });
});

describe('an upstream that counts more than there is', () => {
  test('uses a budget up, and leaves the ledger well', async () => {
    const prices = { currency: 'EUR', unknown: 'free', models: [] } as const;
    const dear = { ...prices, models: [{ model: '*', input: 1e6, output: 1e6 }] };
    const soft = toBudget({ name: 'money', measure: 'cost', soft: 1e6 });
    const limits = toLimits([soft, toBudget({ hard: 1e12, per: ['key'] })], { prices: dear });
    const degraded: boolean[] = [];
    const budgets = await open(limits, { onDegraded: (now) => degraded.push(now) });
    for (let call = 0; call < 20; call += 1) {
      const reservation = await reserve(budgets);
      const usage = { input: Number.MAX_SAFE_INTEGER, output: Number.MAX_SAFE_INTEGER };
      reservation.settle(reservation.toSpent({ usage, textBytes: 0, whole: true }));
    }
    const { degraded: alone, marks } = await reserve(budgets, { key: 'k2' });
    expect([alone, marks, degraded]).toEqual([false, [{ name: 'money', mark: 'soft' }], []]);
    const [money, tokens] = await budgets.list();
    expect(money?.accounts[0]?.used).toBeGreaterThan(9e6);
    expect(tokens?.accounts).toContainEqual(expect.objectContaining({ key: 'k1', used: 4e10 }));
    await budgets.close();
  });
});

describe('at a mark', () => {
  const atNoon = Date.UTC(2026, 0, 31, 12);
  const clock = { now: () => atNoon, monotonicNow: () => 0 };

  test('a budget that is used up says when it begins anew, one that is set aside asks for a moment', async () => {
    const budgets = await open(toLimits([toBudget({ hard: 200 })]), clock);
    const first = await reserve(budgets);
    await expect(reserve(budgets)).rejects.toMatchObject({
      code: 'budget_exceeded',
      status: 429,
      headers: { 'retry-after': '1' },
      budget: { name: 'budget', degraded: false },
    });
    first.settle(first.toSpent({ usage: { input: 90, output: 90 }, textBytes: 0, whole: true }));
    await expect(reserve(budgets)).rejects.toMatchObject({
      headers: { 'retry-after': '43200', 'x-should-retry': 'false' },
    });
    await budgets.close();
  });

  test('a call that never fits is told so', async () => {
    const budgets = await open(toLimits([toBudget({ hard: 100 })]), clock);
    await expect(reserve(budgets)).rejects.toThrow(/this call alone may use more than the budget/);
    await budgets.close();
  });

  test('a soft mark says how much is used, and until when', async () => {
    const limits = toLimits([toBudget({ soft: 150, hard: 400 }), toBudget({ name: 'b', soft: 1 })]);
    const budgets = await open(limits, clock);
    const first = await reserve(budgets);
    expect([first.marks, first.header]).toEqual([
      [{ name: 'b', mark: 'soft' }],
      '"b";u=11000;t=43200',
    ]);
    const second = await reserve(budgets);
    expect(second.header).toBe('"budget";u=55;t=43200, "b";u=22000;t=43200');
    await budgets.close();
  });

  test('money cannot be counted without a price', async () => {
    const budgets = await open(toLimits([toBudget({ measure: 'cost', hard: 5 })]));
    await expect(reserve(budgets, { models: ['nobody'] })).rejects.toMatchObject({
      code: 'forbidden',
      budget: { name: 'budget' },
    });
    await budgets.close();
  });
});

describe('windows', () => {
  test.each([
    ['minute', '2026-01-31T23:59:59.999Z', '2026-01-31T23:59:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['hour', '2026-01-31T23:59:59.999Z', '2026-01-31T23:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['day', '2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['month', '2028-02-29T12:00:00.000Z', '2028-02-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ] as const)('the %s of %s', (name, at, startsAt, endsAt) => {
    expect(windowAt(name, Date.parse(at))).toEqual({
      startsAt: Date.parse(startsAt),
      endsAt: Date.parse(endsAt),
    });
  });

  test('begin anew with nothing used, and an answer is counted in the one that its call began in', async () => {
    let now = Date.UTC(2026, 0, 31, 23, 59);
    const limits = toLimits([toBudget({ measure: 'requests', hard: 1 })]);
    const clock = { now: () => now, monotonicNow: () => now };
    const budgets = await open(limits, clock);
    const late = await reserve(budgets);
    now = Date.UTC(2026, 1, 1);
    (await reserve(budgets)).settle();
    late.settle(late.toSpent({ usage: { input: 1, output: 1 }, textBytes: 0, whole: true }));
    await reserve(budgets);
    expect((await budgets.list())[0]?.accounts).toMatchObject([{ used: 0, reserved: 1 }]);
    await budgets.close();
  });
});

describe('what was used', () => {
  test('outlives the process', async () => {
    const data = makeFolder();
    const limits = toLimits([toBudget({ measure: 'requests', hard: 3 })]);
    const used: Used = { usage: { input: 1, output: 1 }, textBytes: 0, whole: true };
    for (let start = 0; start < 3; start += 1) {
      const budgets = await open(limits, { data });
      const reservation = await reserve(budgets);
      reservation.settle(reservation.toSpent(used));
      await budgets.close();
    }
    const budgets = await open(limits, { data });
    await expect(reserve(budgets)).rejects.toMatchObject({ code: 'budget_exceeded' });
    await budgets.close();
  });

  test('is nobody’s business where nothing is limited and nothing has a price', async () => {
    const { prices } = toLimits([]);
    const budgets = await open(toLimits([], { prices: { ...prices, models: [] } }));
    expect(budgets.reserve).toBeUndefined();
    expect(await budgets.list()).toEqual([]);
    await budgets.close();
  });
});

describe('a pattern', () => {
  test.each([
    ['gpt-*', 'gpt-4o', true],
    ['gpt-*', 'GPT-4o', true],
    ['*-mini', 'gpt-4o-mini', true],
    ['a*a', 'a', false],
    ['a*b*c', 'a-b-b-c', true],
    ['gpt-4', 'gpt-4o', false],
    ['', '', true],
  ])('%s and %s', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });
});

const listening = await openPostgres();
if ('missing' in listening) process.stdout.write(`${listening.missing}\n`);

('missing' in listening ? describe.skip : describe)('with PostgreSQL cut off', () => {
  const postgres = listening as Postgres;
  afterAll(() => postgres.close());

  test.each([
    ['a replica allows its share, and is well again when the database is', 'share'],
    ['in strict mode calls get 503', 'refuse'],
  ] as const)('%s', async (_, storeDown) => {
    const relay = await startRelay(postgres.url);
    const degraded: boolean[] = [];
    const limits = toLimits([toBudget({ name: storeDown, measure: 'requests', hard: 4 })]);
    const budgets = await open(limits, {
      ...{ databaseUrl: relay.url, replicas: 2, storeDown },
      onDegraded: (now) => degraded.push(now),
    });
    await reserve(budgets);
    relay.cut();
    if (storeDown === 'refuse')
      await expect(reserve(budgets)).rejects.toMatchObject({ code: 'not_ready', status: 503 });
    else {
      expect((await reserve(budgets)).degraded).toBe(true);
      await expect(reserve(budgets)).rejects.toMatchObject({ budget: { degraded: true } });
    }
    await expect(budgets.list()).rejects.toThrow();
    relay.mend();
    for (let round = 0; round < 100 && degraded.at(-1) === true; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await reserve(budgets).then(
        ({ settle }) => settle(),
        () => undefined,
      );
    }
    expect(degraded).toEqual([true, false]);
    await budgets.close();
    await relay.close();
  });
});
