/** Small changes to a policy that its tests have to notice: each rule removed, and each rule's condition negated. */
import { catalogue } from '../governance/detectors/index.ts';
import type { Condition } from '../governance/policy/expression/condition.ts';
import type { NamedPattern, Policy, Rule } from '../governance/policy/policy.ts';
import { isolate, runTrials } from '../governance/policy/trial.ts';

export type Mutant = {
  readonly policy: string;
  readonly rule: string;
  readonly change: 'removed' | 'negated';
  /** The first test that notices; undefined where none does. */
  readonly caughtBy: string | undefined;
};

export function countMutants(policies: readonly Policy[]): number {
  return policies.reduce((sum, { rules }) => sum + 2 * rules.length, 0);
}

export function* runMutants(
  policy: Policy,
  patterns: readonly NamedPattern[],
): Generator<Mutant, void> {
  for (const rule of policy.rules) {
    const others = policy.rules.filter((other) => other !== rule);
    const negated = policy.rules.map((other) => (other === rule ? negate(rule) : other));
    const own = { policy: policy.id, rule: rule.id };
    yield { ...own, change: 'removed', caughtBy: findCatcher(policy, others, patterns) };
    yield { ...own, change: 'negated', caughtBy: findCatcher(policy, negated, patterns) };
  }
}

function findCatcher(
  policy: Policy,
  rules: readonly Rule[],
  patterns: readonly NamedPattern[],
): string | undefined {
  const bundle = isolate({ ...policy, rules }, patterns, catalogue);
  for (const test of policy.document.tests ?? []) {
    if (test.todo !== undefined) continue;
    const [trial] = runTrials(bundle, [test]);
    if (trial?.passed === false) return test.name;
  }
  return undefined;
}

function negate(rule: Rule): Rule {
  return { ...rule, condition: negateCondition(rule.condition) };
}

function negateCondition(condition: Condition): Condition {
  const { run, holds } = condition;
  return {
    ...condition,
    silent: false,
    never: false,
    run: (subject) => {
      const outcome = run(subject);
      return 'value' in outcome && typeof outcome.value === 'boolean'
        ? { value: !outcome.value }
        : outcome;
    },
    holds: holds === undefined ? undefined : (subject) => !holds(subject),
  };
}
