/** How each limit stands: what it allows, and what is used and set aside in each of its accounts. */
import type { Budget, Cap, Limits } from './budget.ts';
import { marksOf, readAccount, type Holder } from './charge.ts';
import { nanosPerUnit } from './cost.ts';
import type { Account } from './ledger.ts';
import { windowAt } from './windows.ts';

export type StandingAccount = Omit<Holder, 'name'> & {
  readonly used: number;
  readonly reserved: number;
  /** Undefined where there is no hard mark. */
  readonly remaining: number | undefined;
  readonly mark: 'soft' | 'hard' | undefined;
};

export type Standing = {
  readonly name: string;
  readonly measure: Budget['measure'] | 'exchanges';
  readonly window: Budget['window'] | undefined;
  readonly per: Budget['per'];
  readonly soft: number | undefined;
  readonly hard: number | undefined;
  readonly currency: string | undefined;
  /** Milliseconds since the epoch. */
  readonly resetsAt: number | undefined;
  readonly accounts: readonly StandingAccount[];
};

type Marks = { readonly soft: number | undefined; readonly hard: number | undefined };

export function listStanding(
  { budgets, concurrency, prices }: Limits,
  accounts: readonly Account[],
  nowMs: number,
): readonly Standing[] {
  return [
    ...budgets.map((budget) => toBudgetStanding(budget, prices.currency, accounts, nowMs)),
    ...concurrency.map((cap) => toCapStanding(cap, accounts)),
  ];
}

function toBudgetStanding(
  budget: Budget,
  currency: string,
  accounts: readonly Account[],
  nowMs: number,
): Standing {
  const { name, measure, window, per, soft, hard } = budget;
  const { startsAt, endsAt } = windowAt(window, nowMs);
  const unit = measure === 'cost' ? nanosPerUnit : 1;
  const own = accounts.filter((account) => account.startsAt === startsAt);
  return {
    ...{ name, measure, window, per, soft, hard },
    currency: measure === 'cost' ? currency : undefined,
    resetsAt: endsAt,
    accounts: toAccounts(name, per, own, marksOf(budget), unit),
  };
}

function toCapStanding({ name, per, exchangesMax }: Cap, accounts: readonly Account[]): Standing {
  const marks = { soft: undefined, hard: exchangesMax };
  const own = accounts.filter(({ startsAt }) => startsAt === 0);
  return {
    ...{ name, per, ...marks },
    measure: 'exchanges',
    window: undefined,
    currency: undefined,
    resetsAt: undefined,
    accounts: toAccounts(name, per, own, marks, 1),
  };
}

/** What is counted for all together stands there also while nothing is counted. */
function toAccounts(
  name: string,
  per: Budget['per'],
  accounts: readonly Account[],
  marks: Marks,
  unit: number,
): readonly StandingAccount[] {
  const found = accounts.flatMap((account) => {
    const holder = readAccount(account.account);
    return holder?.name === name ? [toAccount(holder, account, marks, unit)] : [];
  });
  if (found.length > 0 || per.length > 0) return found;
  const nobody = { name, key: null, team: null, model: null };
  return [toAccount(nobody, { used: 0, held: 0 }, marks, unit)];
}

function toAccount(
  { key, team, model }: Holder,
  { used, held }: Pick<Account, 'used' | 'held'>,
  { soft, hard }: Marks,
  unit: number,
): StandingAccount {
  const sum = used + held;
  const mark = sum >= (hard ?? Infinity) ? 'hard' : sum >= (soft ?? Infinity) ? 'soft' : undefined;
  return {
    ...{ key, team, model, mark },
    used: used / unit,
    reserved: held / unit,
    remaining: hard === undefined ? undefined : Math.max(0, hard - sum) / unit,
  };
}
