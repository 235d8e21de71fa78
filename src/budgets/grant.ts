/** Grants what fits, in the order in which it was asked for; the stores that have no words of their own for it use this. */
import type { Ask, Total } from './ledger.ts';

/** Adds to `totals` what it grants; for each ask the index of the first line without room, or -1. */
export function grant(asks: readonly Ask[], totals: { used: number; held: number }[]): number[] {
  return asks.map((ask) => {
    const refused = ask.findIndex(({ line, amount, hard }) => !fits(totals[line], amount, hard));
    if (refused >= 0) return refused;
    for (const { line, amount } of ask) {
      const total = totals[line];
      if (total !== undefined) total.held += amount;
    }
    return -1;
  });
}

// Invariant: what is used and what is set aside never exceed the mark together.
function fits(total: Total | undefined, amount: number, hard: number | undefined): boolean {
  if (total === undefined) return false;
  return hard === undefined || total.used + total.held + amount <= hard;
}
