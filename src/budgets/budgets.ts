/** The door of the budgets: sets aside what a call may use, counts what it used, and tells what is left of each. */
import { mkdirSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { OnDegraded } from '../database/why.ts';
import { GatewayError } from '../errors.ts';
import type { Reservation, Reserve, Spent, Used, Want } from '../governance/spending.ts';
import type { Limits } from './budget.ts';
import { amountOf, chargesOf, type Charge } from './charge.ts';
import { costOf, writeNanos } from './cost.ts';
import { guessTokens, settleTokens, type Guess } from './estimate.ts';
import type { Ledger } from './ledger.ts';
import { headerOf, marksMet, refuseBy } from './mark.ts';
import { listStanding, type Standing } from './standing.ts';
import { Teller, type Taken } from './teller.ts';
import { always } from './windows.ts';

export type BudgetsOptions = {
  readonly limits: Limits;
  /** The state directory; the ledger lies in it unless there is a database or a Redis. */
  readonly data: string;
  readonly databaseUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  readonly leaseMs: number;
  readonly replicas: number;
  readonly storeTimeoutMs: number;
  readonly storeDown: 'share' | 'refuse';
  readonly onDegraded: OnDegraded;
  /** Where Redis decides: the database cannot be told what was used, and can again. */
  readonly onUntold?: OnDegraded;
  readonly now?: () => number;
  readonly monotonicNow?: () => number;
};

export type Budgets = {
  /** Undefined where nothing is limited and nothing has a price, so that nobody takes the measure of calls for nothing. */
  readonly reserve: Reserve | undefined;
  /** Each budget and cap with all that is counted in it now. Rejects where the store is down. */
  readonly list: () => Promise<readonly Standing[]>;
  readonly close: () => Promise<void>;
};

export async function openBudgets(options: BudgetsOptions): Promise<Budgets> {
  const { limits } = options;
  if (limits.budgets.length + limits.concurrency.length === 0) return withoutLimits(limits);
  const { now = Date.now, monotonicNow = () => performance.now() } = options;
  let lost = (): void => undefined;
  const ledger = await openLedger(options, now, () => lost());
  const process = randomUUID();
  const told = { process, now, monotonicNow, ledgerMs: await askTime(ledger, process) };
  const teller = new Teller(ledger, { ...options, ...told });
  lost = () => teller.forgetTold();
  return {
    reserve: (want) => reserve(limits, teller, want),
    list: async () => {
      await teller.flush();
      return listStanding(limits, await ledger.list(), teller.nowMs());
    },
    close: () => teller.close(),
  };
}

/** Else the first calls would be charged to the window that the clock of this machine is in, however wrong that is. */
async function askTime(ledger: Ledger, process: string): Promise<number | undefined> {
  const nothing = { account: JSON.stringify(['', null, null, null]), ...always, used: 0, held: 0 };
  return ledger.take({ process, leaseMs: 0, lines: [nothing], asks: [] }).then(
    ({ nowMs }) => nowMs,
    () => undefined,
  );
}

/** Redis decides where there is one; a database keeps. */
async function openLedger(
  options: BudgetsOptions,
  now: () => number,
  onLost: () => void,
): Promise<Ledger> {
  const { data, databaseUrl, redisUrl, storeTimeoutMs, onUntold = () => undefined } = options;
  const behind = databaseUrl === undefined ? undefined : await openDatabase(databaseUrl);
  if (redisUrl !== undefined) {
    const { openRedisLedger } = await import('./ledger-redis.ts');
    const bounds = { url: redisUrl, timeoutMs: storeTimeoutMs };
    return openRedisLedger({ ...bounds, behind, onLost, onUntold });
  }
  if (behind !== undefined) return behind;
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const { openSqliteLedger } = await import('./ledger-sqlite.ts');
  return openSqliteLedger(join(data, 'budgets.sqlite'), now);
}

async function openDatabase(url: string) {
  const { openPostgresLedger } = await import('./ledger-postgres.ts');
  return openPostgresLedger(url);
}

function withoutLimits(limits: Limits): Budgets {
  return {
    reserve:
      limits.prices.models.length === 0
        ? undefined
        : (want) => Promise.resolve(createPriced(limits, want)),
    list: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  };
}

function createPriced(limits: Limits, want: Want): Reservation {
  const guess = guessTokens(want, limits.estimates);
  return {
    marks: [],
    header: undefined,
    degraded: false,
    toSpent: (used) => toSpent(limits, want, guess, used),
    settle: () => undefined,
  };
}

async function reserve(limits: Limits, teller: Teller, want: Want): Promise<Reservation> {
  const guess = guessTokens(want, limits.estimates);
  const nowMs = teller.nowMs();
  const charged = chargesOf(limits, want, guess, nowMs);
  if (charged.kind === 'unpriced')
    throw new GatewayError(
      'forbidden',
      `the budget \`${charged.name}\` is kept in money, and no price of this model is configured`,
      { budget: { name: charged.name, degraded: false } },
    );
  const { charges } = charged;
  const nothing: Taken = { refused: -1, totals: [], degraded: false };
  const taken = charges.length === 0 ? nothing : await teller.take(charges);
  const without = charges[taken.refused];
  if (without !== undefined)
    throw refuseBy(without, taken.totals[taken.refused], taken.degraded, nowMs);
  const marks = marksMet(charges, taken.totals);
  return {
    marks: marks.map(({ charge }) => ({ name: charge.name, mark: 'soft' })),
    header: headerOf(marks, nowMs),
    degraded: taken.degraded,
    toSpent: (used) => toSpent(limits, want, guess, used),
    settle: createSettle(limits, teller, charges, want),
  };
}

function createSettle(
  limits: Limits,
  teller: Teller,
  charges: readonly Charge[],
  { models }: Want,
): Reservation['settle'] {
  let settled = false;
  return (spent) => {
    if (settled || charges.length === 0) return;
    settled = true;
    const amounts = charges.map(({ measure }) =>
      spent === undefined ? 0 : (amountOf(measure, spent, models, limits) ?? 0),
    );
    teller.settle(charges, amounts);
  };
}

function toSpent({ estimates, prices }: Limits, want: Want, guess: Guess, used: Used): Spent {
  const tokens = settleTokens(guess, used, estimates);
  const known = prices.models.length > 0;
  const cost = known ? costOf(tokens, want.models, { ...prices, unknown: 'refuse' }) : undefined;
  return cost === undefined
    ? tokens
    : { ...tokens, cost: writeNanos(cost), currency: prices.currency };
}
