/** How often each rule fired since the start, shadow rules included: what enforcing them would have done. */
import type { Ruling } from '../governance/decision.ts';
import type { GovernanceEvent } from '../governance/event.ts';

export type RuleCounts = {
  readonly observe: (event: GovernanceEvent) => void;
  readonly of: (policy: string, rule: string) => number;
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
    of: (policy, rule) => counts.get(`${policy}/${rule}`) ?? 0,
  };
}
