/** What gateway.yaml may say of budgets, caps and prices, and what it is told where that does not hold together. */
import { describe, expect, test } from '@jest/globals';
import { checkBudgets } from '../../../src/config/budget-checks.ts';
import { configSchema } from '../../../src/config/schema.ts';

const fine = { name: 'a', window: 'day', measure: 'tokens', hard: 10 };

function faultsOf(tree: Readonly<Record<string, unknown>>): readonly string[] {
  return [...checkBudgets(tree)].map(({ message }) => message);
}

describe('budgets', () => {
  const prices = { models: [{ model: '*', input: 1, output: 1 }] };
  test.each([
    ['a hard mark', { budgets: [fine] }],
    ['a soft mark alone', { budgets: [{ ...fine, hard: undefined, soft: 5 }] }],
    ['both', { budgets: [{ ...fine, soft: 9.0 }] }],
    ['money in parts', { budgets: [{ ...fine, measure: 'cost', hard: 0.25 }], prices }],
    ['money without prices where all is free', { budgets: [], prices: { unknown: 'free' } }],
    ['a cap', { concurrency: [{ name: 'c', exchangesMax: 1 }] }],
  ])('take %s', (_, tree) => {
    expect(faultsOf(tree)).toEqual([]);
    expect(configSchema.safeParse(tree).error?.issues).toBeUndefined();
  });

  test.each([
    ['no mark', [{ ...fine, hard: undefined }], /expected a `soft` or a `hard` mark, or both/],
    ['marks in the wrong order', [{ ...fine, soft: 10 }], /a `soft` mark below the `hard` one/],
    ['half a request', [{ ...fine, measure: 'requests', hard: 1.5 }], /whole numbers of requests/],
    ['money without prices', [{ ...fine, measure: 'cost' }], /`prices.models`, without which/],
    [
      'more money than is exact',
      [{ ...fine, measure: 'cost', hard: 2e6 }],
      /at most 1000000 units/,
    ],
    ['one name twice', [fine, fine], /budgets\[1\]\.name: expected a name of its own/],
  ])('refuse %s', (_, budgets, expected) => {
    expect(faultsOf({ budgets }).join('\n')).toMatch(expected);
  });

  test('refuse a cap with the name of a budget', () => {
    const concurrency = [{ name: 'a', exchangesMax: 1 }];
    expect(faultsOf({ budgets: [fine], concurrency })).toEqual([
      'concurrency[0].name: expected a name of its own, but `a` is taken',
    ]);
  });

  test.each([
    ['a key that is not known', { ...fine, hardMark: 1 }],
    ['a mark of nothing', { ...fine, hard: 0 }],
    ['a name with spaces', { ...fine, name: 'a b' }],
    ['a window of its own', { ...fine, window: 'week' }],
  ])('refuse %s by their schema', (_, budget) => {
    expect(configSchema.safeParse({ budgets: [budget] }).success).toBe(false);
  });
});
