/** A rule that fired: what is told of it, what it wants cut out, and which of two is the stronger. */
import { actions, type Action, type Firing } from './decision.ts';
import type { Rule, RuleAt } from './policy/policy.ts';
import type { Sight } from './policy/sight.ts';
import type { Seen } from './seen.ts';

/** One rule that fired, and what it wants cut out where its action is to redact. */
export type Fired = {
  readonly firing: Firing;
  readonly at: RuleAt;
  readonly targets: readonly Seen[];
};

/** `own` are the parts that the rule was run for, where it is run part by part. */
export function toFired(at: RuleAt, action: Action, sight: Sight, own: readonly number[]): Fired {
  const { policy, rule } = at;
  const firing: Firing = {
    policy: policy.id,
    rule: rule.id,
    action,
    mode: policy.mode === 'shadow' ? 'shadow' : 'enforce',
    severity: rule.severity,
    message: rule.message,
    parts: partsOf(rule, sight, own),
    failed: false,
  };
  return { firing, at, targets: action === 'redact' ? targetsOf(rule, sight) : [] };
}

/** A rule whose check could not run does what its policy says of that. */
export function toFailed({ policy, rule }: RuleAt, parts: readonly number[]): Fired {
  const firing: Firing = {
    policy: policy.id,
    rule: rule.id,
    action: policy.onError,
    mode: policy.mode === 'shadow' ? 'shadow' : 'enforce',
    severity: rule.severity,
    message: 'a check that this rule needs could not run',
    parts,
    failed: true,
  };
  return { firing, at: { policy, rule }, targets: [] };
}

/** Strongest first, then what was judged before what failed, then by name. */
export function byStrength(left: Fired, right: Fired): number {
  const [one, other] = [left.firing, right.firing];
  return (
    actions.indexOf(other.action) - actions.indexOf(one.action) ||
    Number(one.failed) - Number(other.failed) ||
    compareNames(one.policy, other.policy) ||
    compareNames(one.rule, other.rule)
  );
}

function compareNames(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Things seen come in the order of the text, so that most stand in the same part as the one before. */
function partsOf(rule: Rule, sight: Sight, own: readonly number[]): readonly number[] {
  const parts = new Set(own);
  let last = -1;
  for (const query of rule.condition.queries) {
    for (const { spans } of sight.seenBy(query)) {
      for (const { part } of spans) {
        if (part !== last) parts.add(part);
        last = part;
      }
    }
  }
  return [...parts].sort((left, right) => left - right);
}

function targetsOf({ redaction }: Rule, sight: Sight): readonly Seen[] {
  const lists = redaction.targets
    .map((query) => sight.seenBy(query))
    .filter((list) => list.length > 0);
  if (lists.length < 2) return lists[0] ?? [];
  return [...new Set(lists.flat())];
}
