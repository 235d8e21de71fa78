/** How often each rule fired since the start, shadow rules included: what enforcing them would have done. */
import type { Ruling } from '../governance/decision.ts';
import type { GovernanceEvent } from '../governance/event.ts';

/** By `policy/rule`. */
export type FiredCounts = ReadonlyMap<string, number>;

export type RuleCounts = {
  readonly observe: (event: GovernanceEvent) => void;
  readonly read: () => FiredCounts;
};

export function createRuleCounts(): RuleCounts {
  const counts = new Map<string, number>();
  const count = (ruling: Ruling | undefined): void => {
    for (const { policy, rule } of ruling?.fired ?? []) {
      const name = `${policy}/${rule}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  };
  return {
    observe(event) {
      if ('ruling' in event) count(event.ruling);
    },
    read: () => counts,
  };
}

export function addCounts(all: readonly FiredCounts[]): FiredCounts {
  const sums = new Map<string, number>();
  for (const [name, count] of all.flatMap((each) => [...each]))
    sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}
