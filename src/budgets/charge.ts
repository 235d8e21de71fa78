/** Which limits a call falls under, in which account of each it is counted, and how much of it is set aside. */
import type { Want } from '../governance/spending.ts';
import type { Budget, Cap, Limits, Measure, Reach } from './budget.ts';
import { costOf, nanosPerUnit, type Tokens } from './cost.ts';
import type { Guess } from './estimate.ts';
import { isOneOf } from './pattern.ts';
import { amountMax } from './sums.ts';
import { always, windowAt, type Window } from './windows.ts';

/** One line of a call's reservation: so much, in this account, for which these marks hold. */
export type Charge = {
  readonly name: string;
  /** `exchanges` are counted by caps: for as long as they are under way. */
  readonly measure: Measure | 'exchanges';
  readonly account: string;
  readonly window: Window;
  readonly amount: number;
  /** In the account's own unit. */
  readonly soft: number | undefined;
  readonly hard: number | undefined;
};

/** The charges of a call, or the name of a budget that cannot tell what the call would cost. */
export type Charged =
  | { readonly kind: 'charges'; readonly charges: readonly Charge[] }
  | { readonly kind: 'unpriced'; readonly name: string };

export function chargesOf(limits: Limits, want: Want, guess: Guess, nowMs: number): Charged {
  const charges: Charge[] = [];
  for (const budget of limits.budgets) {
    const model = modelWithin(budget, want);
    if (model === undefined) continue;
    const amount = amountOf(budget.measure, { ...guess, cached: 0 }, want.models, limits);
    if (amount === undefined) return { kind: 'unpriced', name: budget.name };
    charges.push({
      name: budget.name,
      measure: budget.measure,
      account: accountOf(budget, want, model),
      window: windowAt(budget.window, nowMs),
      amount,
      ...marksOf(budget),
    });
  }
  for (const cap of limits.concurrency) {
    const model = modelWithin(cap, want);
    if (model !== undefined) charges.push(toCapCharge(cap, accountOf(cap, want, model)));
  }
  return { kind: 'charges', charges };
}

/** In the unit that an account of this measure is kept in; undefined where no price is known. */
export function amountOf(
  measure: Charge['measure'],
  tokens: Tokens,
  models: readonly string[],
  limits: Limits,
): number | undefined {
  const amount = exactAmountOf(measure, tokens, models, limits);
  return amount && Math.min(amount, amountMax);
}

function exactAmountOf(
  measure: Charge['measure'],
  tokens: Tokens,
  models: readonly string[],
  limits: Limits,
): number | undefined {
  switch (measure) {
    case 'exchanges':
      return 0;
    case 'requests':
      return 1;
    case 'tokens':
      return tokens.input + tokens.output;
    case 'cost':
      return costOf(tokens, models, limits.prices);
  }
}

export function marksOf({ measure, soft, hard }: Budget): Pick<Charge, 'soft' | 'hard'> {
  const unit = measure === 'cost' ? nanosPerUnit : 1;
  const toWhole = (mark: number | undefined): number | undefined =>
    mark === undefined ? undefined : Math.round(mark * unit);
  return { soft: toWhole(soft), hard: toWhole(hard) };
}

function toCapCharge(cap: Cap, account: string): Charge {
  return {
    name: cap.name,
    measure: 'exchanges',
    account,
    window: always,
    amount: 1,
    soft: undefined,
    hard: cap.exchangesMax,
  };
}

/** The first of a call's models that a limit is about; undefined where it is not about this call. */
function modelWithin(reach: Reach, { key, team, models }: Want): string | undefined {
  if (!isOneOf(reach.keys, key) || !isOneOf(reach.teams, team)) return undefined;
  return models.find((model) => isOneOf(reach.models, model));
}

/** One name for what is counted together, in plain ASCII or not, without a character that a store does not take. */
function accountOf({ name, per }: Reach, { key, team }: Want, model: string): string {
  return JSON.stringify([
    name,
    per.includes('key') ? key : null,
    per.includes('team') ? team : null,
    per.includes('model') ? model.toLowerCase() : null,
  ]);
}

export type Holder = {
  readonly name: string;
  readonly key: string | null;
  readonly team: string | null;
  readonly model: string | null;
};

/** What an account's name says; undefined for a name that is none. */
export function readAccount(account: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(account);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  const [name, key, team, model] = value as readonly unknown[];
  const isWord = (word: unknown): word is string | null =>
    word === null || typeof word === 'string';
  return typeof name === 'string' && isWord(key) && isWord(team) && isWord(model)
    ? { name, key, team, model }
    : undefined;
}
