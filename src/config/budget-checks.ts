/** What no field of a budget can know alone: names of its own, marks that belong together, prices where money is counted. */
import { z } from 'zod';
import type { Placed } from './fault.ts';

const looseLimit = z
  .looseObject({
    name: z.string().catch(''),
    measure: z.string().catch(''),
    soft: z.number().optional().catch(undefined),
    hard: z.number().optional().catch(undefined),
  })
  .catch({ name: '', measure: '', soft: undefined, hard: undefined });

/** Only as much as is looked at, and nothing of it refused: what is wrong by itself has its own fault. */
const looseSchema = z.looseObject({
  budgets: z.array(looseLimit).catch([]),
  concurrency: z.array(looseLimit).catch([]),
  prices: z
    .looseObject({ unknown: z.string().catch(''), models: z.array(z.unknown()).catch([]) })
    .catch({ unknown: '', models: [] }),
});

export function* checkBudgets(tree: unknown): Generator<Placed> {
  const { budgets, concurrency, prices } = looseSchema.parse(tree);
  const taken = new Set<string>();
  const places = [
    ...budgets.map(({ name }, at) => ({ name, list: 'budgets', at })),
    ...concurrency.map(({ name }, at) => ({ name, list: 'concurrency', at })),
  ];
  for (const { name, list, at } of places) {
    if (name !== '' && taken.has(name))
      yield {
        path: [list, at, 'name'],
        of: 'value',
        message: `${list}[${at}].name: expected a name of its own, but \`${name}\` is taken`,
      };
    taken.add(name);
  }
  for (const [at, { measure, soft, hard }] of budgets.entries()) {
    const fault = (key: string, expected: string): Placed => ({
      path: ['budgets', at, key],
      of: 'value',
      message: `budgets[${at}].${key}: expected ${expected}`,
    });
    if (soft === undefined && hard === undefined)
      yield fault('hard', 'a `soft` or a `hard` mark, or both');
    if (soft !== undefined && hard !== undefined && soft >= hard)
      yield fault('soft', 'a `soft` mark below the `hard` one');
    if (measure === 'cost') {
      for (const [key, mark] of Object.entries({ soft, hard }))
        if ((mark ?? 0) > costMax) yield fault(key, `at most ${costMax} units of the currency`);
      if (prices.models.length === 0 && prices.unknown !== 'free')
        yield fault('measure', '`prices.models`, without which no call has a cost');
    } else {
      for (const [key, mark] of Object.entries({ soft, hard }))
        if (!isWhole(mark)) yield fault(key, `whole numbers of ${measure}`);
    }
  }
}

/** Sums of billionths of a unit stay exact up to here. */
const costMax = 1_000_000;

function isWhole(mark: number | undefined): boolean {
  return mark === undefined || Number.isSafeInteger(mark);
}
