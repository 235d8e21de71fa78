/** What is said of a budget whose mark a call meets: flagged past the soft one, refused at the hard one. */
import { GatewayError } from '../errors.ts';
import type { Charge } from './charge.ts';
import type { Total } from './ledger.ts';

export type Met = { readonly charge: Charge; readonly total: Total };

/** Charges whose account has reached its soft mark, with this call. */
export function marksMet(charges: readonly Charge[], totals: readonly Total[]): readonly Met[] {
  return charges.flatMap((charge, at) => {
    const total = totals[at];
    const met = total !== undefined && total.used + total.held >= (charge.soft ?? Infinity);
    return met ? [{ charge, total }] : [];
  });
}

/** A list as RFC 9651 writes it: each budget, how many percent of its hard mark are used or set aside, seconds to its reset. */
export function headerOf(met: readonly Met[], nowMs: number): string | undefined {
  if (met.length === 0) return undefined;
  return met
    .map(({ charge, total }) => {
      const whole = charge.hard ?? charge.soft ?? 1;
      const percent = Math.floor((100 * (total.used + total.held)) / whole);
      return `"${charge.name}";u=${percent};t=${secondsTo(charge, nowMs)}`;
    })
    .join(', ');
}

/** Whoever waits for calls that are under way may come again at once; a budget that is used up comes back with its window. */
export function refuseBy(
  charge: Charge,
  total: Total | undefined,
  degraded: boolean,
  nowMs: number,
): GatewayError {
  const { name, measure, amount, hard = 0 } = charge;
  const budget = { name, degraded };
  if (measure === 'exchanges')
    return new GatewayError(
      'concurrency_limited',
      degraded
        ? tellPart(name)
        : `as many calls as \`${name}\` allows (${hard}) are under way; try again when one has ended`,
      { budget, headers: { 'retry-after': '1' } },
    );
  if (amount > hard)
    return new GatewayError(
      'budget_exceeded',
      `this call alone may use more than the budget \`${name}\` has in all; ask for fewer tokens`,
      { budget, headers: retryAfter(secondsTo(charge, nowMs)) },
    );
  const usedUp = (total?.used ?? hard) + amount > hard;
  const seconds = usedUp ? secondsTo(charge, nowMs) : 1;
  const why = usedUp
    ? `the budget \`${name}\` is used up or has no room for this call; it begins anew in ${seconds} s`
    : degraded
      ? tellPart(name)
      : `what is left of the budget \`${name}\` is set aside for calls under way; try again in ${seconds} s`;
  return new GatewayError('budget_exceeded', why, { budget, headers: retryAfter(seconds) });
}

/** Nobody knows then what others have under way. */
function tellPart(name: string): string {
  return `the store of the budgets cannot be asked now, and the part of \`${name}\` that one replica may use meanwhile has no room for this call; try again in 1 s`;
}

/** Libraries that try again by themselves would only be refused again. */
const worthWaitingS = 60;

function retryAfter(seconds: number): Readonly<Record<string, string>> {
  return {
    'retry-after': String(seconds),
    ...(seconds > worthWaitingS && { 'x-should-retry': 'false' }),
  };
}

function secondsTo({ window }: Charge, nowMs: number): number {
  return Math.max(1, Math.ceil((window.endsAt - nowMs) / 1_000));
}
