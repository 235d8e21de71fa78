/** What a run of `policy test` came to. */
import type { ReachedRule, Thresholds } from './policy-coverage.ts';
import type { Mutant } from './policy-mutants.ts';
import type { Outcome } from './policy-outcome.ts';

export type Report = {
  readonly outcomes: readonly Outcome[];
  readonly coverage:
    | {
        readonly rules: readonly ReachedRule[];
        readonly rulesPercent: number;
        readonly operandsPercent: number;
        readonly thresholds: Thresholds;
      }
    | undefined;
  readonly mutants: readonly Mutant[] | undefined;
};
