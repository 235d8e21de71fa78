/** What tokens cost, in whole billionths of a unit of the currency, so that sums are exact in every store. */
import type { Spent } from '../governance/spending.ts';
import type { Price, Prices } from './budget.ts';
import { matches } from './pattern.ts';

export const nanosPerUnit = 1_000_000_000;

/** A price per million tokens, as billionths per token. */
const nanosPerToken = 1_000;

export type Tokens = Pick<Spent, 'input' | 'cached' | 'output'>;

/** Where a call may run on several models, the dearest counts. Undefined where one of them has no price. */
export function costOf(
  tokens: Tokens,
  models: readonly string[],
  prices: Prices,
): number | undefined {
  let dearest = 0;
  for (const model of models) {
    const price = prices.models.find((each) => matches(each.model, model));
    if (price === undefined && prices.unknown === 'refuse') return undefined;
    dearest = Math.max(dearest, price === undefined ? 0 : priced(tokens, price));
  }
  return dearest;
}

/** A part of a billionth counts as a whole one: nothing is for nothing. */
function priced({ input, cached, output }: Tokens, price: Price): number {
  const fresh = Math.max(0, input - cached);
  const perMillion =
    fresh * price.input + cached * (price.cachedInput ?? price.input) + output * price.output;
  return Math.ceil(perMillion * nanosPerToken);
}

/** As it stands in entries: exact, without an exponent. */
export function writeNanos(nanos: number): string {
  const digits = String(nanos).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
