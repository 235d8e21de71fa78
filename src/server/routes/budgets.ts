/** Budgets over HTTP: what each allows, what is used and set aside, and when it begins anew. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import type { Budgets } from '../../budgets/budgets.ts';
import { dividers, measures, windowNames } from '../../budgets/budget.ts';
import type { Standing, StandingAccount } from '../../budgets/standing.ts';
import type { Identity } from '../../keys/authenticate.ts';
import type { Route } from '../route.ts';

export type BudgetKeeper = Pick<Budgets, 'list'>;

const amount = z.number();
const account = z.object({
  key: z.string().nullable(),
  team: z.string().nullable(),
  model: z.string().nullable(),
  used: amount,
  reserved: amount.describe('Set aside for calls under way.'),
  remaining: amount.nullable().describe('Null where there is no hard mark.'),
  mark: z.enum(['soft', 'hard']).nullable().describe('The mark that is reached.'),
});
const standing = z.object({
  name: z.string(),
  measure: z
    .enum([...measures, 'exchanges'])
    .describe('`exchanges`: a cap on calls at the same time.'),
  window: z.enum(windowNames).nullable(),
  per: z.array(z.enum(dividers)),
  soft: amount.nullable(),
  hard: amount.nullable(),
  currency: z.string().nullable(),
  resets_at: z.string().nullable(),
  accounts: z.array(account),
});
export const budgetsAnswer = z.object({ budgets: z.array(standing) });

export function createBudgetRoute(keeper: BudgetKeeper): Route {
  return {
    method: 'get',
    path: '/v1/budgets',
    operation: 'listBudgets',
    scope: 'any',
    summary:
      'Budgets and caps: all that is counted, with `admin` or `audit:read`; else what is counted for the key that calls',
    answer: budgetsAnswer,
    errors: ['not_ready'],
    async handle({ context }) {
      const { identity } = context;
      if (identity === undefined) throw new Error('the route was reached without an identity');
      const budgets = await readAll(keeper);
      return { status: 200, body: { budgets: budgets.flatMap(toShown(identity)) } };
    },
  };
}

async function readAll(keeper: BudgetKeeper): Promise<readonly Standing[]> {
  try {
    return await keeper.list();
  } catch (error) {
    throw new GatewayError('not_ready', 'the store of the budgets cannot be asked now', {
      cause: error,
      headers: { 'retry-after': '1' },
    });
  }
}

/** A key without the scope sees what is counted for itself or its team, and of other limits not even the names. */
function toShown(identity: Identity): (standing: Standing) => z.input<typeof standing>[] {
  const { caller, scopes } = identity;
  const all = scopes.includes('admin') || scopes.includes('audit:read');
  const isOwn = ({ key, team }: StandingAccount): boolean =>
    key === null ? team !== null && team === caller.team : key === caller.id;
  return ({ accounts, resetsAt, ...told }) => {
    const shown = all ? accounts : accounts.filter(isOwn);
    if (!all && shown.length === 0) return [];
    return [
      {
        ...told,
        per: [...told.per],
        window: told.window ?? null,
        soft: told.soft ?? null,
        hard: told.hard ?? null,
        currency: told.currency ?? null,
        resets_at: resetsAt === undefined ? null : new Date(resetsAt).toISOString(),
        accounts: shown.map((one) => ({
          ...one,
          remaining: one.remaining ?? null,
          mark: one.mark ?? null,
        })),
      },
    ];
  };
}
