/** Turns what was seen into what is done: every rule that applies is judged, and the strongest action wins. */
import { actions, type Action, type Firing } from './decision.ts';
import type { Inspection, Miss, Seen } from './inspect.ts';
import type { Interaction, ToolCall } from './interaction.ts';
import { isAnswer, sizesOf, toAnswers, toFields } from './policy/answers.ts';
import { categoryKey, fieldKey, patternKey, queriesOf } from './policy/assemble.ts';
import { stepsMax } from './policy/expression/cost.ts';
import { quietFields } from './policy/expression/quiet.ts';
import {
  matchesCategory,
  type Policy,
  type Rule,
  type RuleAt,
  type Watch,
} from './policy/policy.ts';

/** One rule that fired, and what it wants cut out where its action is to redact. */
export type Fired = {
  readonly firing: Firing;
  readonly at: RuleAt;
  readonly targets: readonly Seen[];
};

export type Decision = { readonly fired: readonly Fired[]; readonly misses: readonly Miss[] };

/** What one rule looks at: the whole call, or one tool call of it. */
type Scope = { readonly tool?: ToolCall; readonly part?: number };

export function decide(watch: Watch, interaction: Interaction, inspection: Inspection): Decision {
  const fired: Fired[] = [];
  const misses: Miss[] = [...inspection.misses];
  const applies = new Map<Policy, boolean>();
  for (const at of awake(watch, interaction, inspection.seen)) {
    if (!isFor(at, interaction, applies)) continue;
    for (const scope of scopesOf(at, interaction)) {
      judge(at, interaction, inspection.seen, scope, fired, misses);
    }
  }
  for (const at of missedBy(watch, interaction, inspection.misses)) {
    if (isFor(at, interaction, applies)) fired.push(failed(at, []));
  }
  return { fired: fired.sort(byStrength), misses };
}

/** Rules that could be true: those that always may, and those whose pattern, category or field has something. */
function awake(watch: Watch, interaction: Interaction, seen: readonly Seen[]): Iterable<RuleAt> {
  if (watch.waiting.size === 0) return watch.always;
  const keys = new Set<string>();
  for (const one of seen) {
    if (one.pattern >= 0) keys.add(patternKey(one.pattern));
    keys.add(categoryKey(one.category));
    for (let at = one.category.indexOf('/'); at >= 0; at = one.category.indexOf('/', at + 1)) {
      keys.add(categoryKey(`${one.category.slice(0, at)}/*`));
    }
  }
  for (const field of quietFields) {
    const empty =
      field === 'findings'
        ? seen.length === 0
        : interaction[field === 'unjudged' ? 'unjudged' : 'references'].length === 0;
    if (!empty) keys.add(fieldKey(field));
  }
  const rules = new Set(watch.always);
  for (const key of keys) for (const at of watch.waiting.get(key) ?? []) rules.add(at);
  return rules;
}

function isFor(
  { policy, rule }: RuleAt,
  interaction: Interaction,
  known: Map<Policy, boolean>,
): boolean {
  let applies = known.get(policy);
  if (applies === undefined) {
    applies = policy.applies(interaction);
    known.set(policy, applies);
  }
  if (!applies) return false;
  return !policy.exemptions.some(
    (exemption) =>
      interaction.at <= exemption.expiresAt &&
      (exemption.rules === undefined || exemption.rules.includes(rule.id)) &&
      exemption.matches(interaction),
  );
}

function scopesOf({ policy, rule }: RuleAt, interaction: Interaction): readonly Scope[] {
  if (!rule.perCall) return [{}];
  return interaction.parts.flatMap((part, index) =>
    part.tool !== undefined && policy.parts.has(part.kind)
      ? [{ tool: part.tool, part: index }]
      : [],
  );
}

function judge(
  at: RuleAt,
  interaction: Interaction,
  seen: readonly Seen[],
  scope: Scope,
  fired: Fired[],
  misses: Miss[],
): void {
  const { policy, rule } = at;
  const visible = seen.filter((one) => isVisible(one, policy, scope));
  const past = (one: Seen): boolean =>
    one.spans.length > 0 && one.spans.every((span) => interaction.parts[span.part]?.past ?? false);
  const present = visible.filter((one) => !past(one));
  const inPast = scope.part !== undefined && (interaction.parts[scope.part]?.past ?? false);
  const now = inPast ? false : holds(at, interaction, present, scope);
  if (now !== false) return tell(at, now, present, scope, fired, misses);
  if (policy.history === 'ignore' || (!inPast && present.length === visible.length)) return;
  const ever = holds(at, interaction, visible, scope);
  if (ever === false) return;
  // A match that reaches into the last turn is the last turn's own.
  const touches = !inPast && targetsOf(rule, present).length > 0;
  const action = touches ? rule.action : pastAction(policy, rule.action);
  tell(at, ever, visible, scope, fired, misses, action);
}

function isVisible(one: Seen, policy: Policy, scope: Scope): boolean {
  if (!policy.parts.has(one.kind)) return false;
  return scope.part === undefined || one.spans.some((span) => span.part === scope.part);
}

function pastAction(policy: Policy, action: Action): Action {
  return action === 'block' && policy.history === 'redact' ? 'redact' : action;
}

/** True, false, or the sentence that says why it could not be told. */
function holds(
  { policy, rule }: RuleAt,
  interaction: Interaction,
  seen: readonly Seen[],
  scope: Scope,
): boolean | string {
  const { condition } = rule;
  const sizes = sizesOf(interaction, seen, scope.tool);
  if (condition.steps !== undefined && condition.steps(sizes) > stepsMax) {
    return 'the condition would take too many steps on a call of this size';
  }
  const fields = toFields(interaction, seen, policy.zone, scope.tool);
  const outcome = condition.run(fields, toAnswers(condition.queries, seen));
  if ('error' in outcome) return 'the condition could not be evaluated';
  return typeof outcome.value === 'boolean' ? outcome.value : 'the condition gave no bool';
}

function tell(
  at: RuleAt,
  outcome: true | string,
  seen: readonly Seen[],
  scope: Scope,
  fired: Fired[],
  misses: Miss[],
  action: Action = at.rule.action,
): void {
  const own = scope.part === undefined ? [] : [scope.part];
  if (outcome !== true) {
    const check = `${at.policy.id}/${at.rule.id}`;
    misses.push({ check, reason: outcome, part: scope.part, categories: undefined });
    fired.push(failed(at, own));
    return;
  }
  const asked = seen.filter((one) =>
    at.rule.condition.queries.some((query) => isAnswer(query, one)),
  );
  const parts = new Set([...own, ...asked.flatMap((one) => one.spans.map((span) => span.part))]);
  const firing: Firing = {
    policy: at.policy.id,
    rule: at.rule.id,
    action,
    mode: at.policy.mode === 'shadow' ? 'shadow' : 'enforce',
    severity: at.rule.severity,
    message: at.rule.message,
    parts: [...parts].sort((left, right) => left - right),
    failed: false,
  };
  fired.push({ firing, at, targets: targetsOf(at.rule, seen) });
}

function targetsOf(rule: Rule, seen: readonly Seen[]): readonly Seen[] {
  return seen.filter((one) => rule.redaction.targets.some((query) => isAnswer(query, one)));
}

function failed({ policy, rule }: RuleAt, parts: readonly number[]): Fired {
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

/** The rules that cannot be told to have been judged, because something they need could not be looked at. */
function missedBy(
  watch: Watch,
  interaction: Interaction,
  misses: readonly Miss[],
): readonly RuleAt[] {
  const missed: RuleAt[] = [];
  for (const policy of watch.policies) {
    const reached = misses.filter((miss) => {
      const kind = miss.part === undefined ? undefined : interaction.parts[miss.part]?.kind;
      return kind === undefined || policy.parts.has(kind);
    });
    const whole = isTooLarge(policy, interaction);
    for (const rule of policy.rules) {
      const queries = queriesOf(rule);
      const blind = (miss: Miss): boolean =>
        queries.some(
          (query) =>
            miss.categories === undefined ||
            (query.kind === 'category' &&
              miss.categories.some((one) => matchesCategory(query.selector, one))),
        ) || rule.condition.fields.has('findings');
      if (whole || reached.some(blind)) missed.push({ policy, rule });
    }
  }
  return missed;
}

function isTooLarge(policy: Policy, interaction: Interaction): boolean {
  const parts = interaction.parts.filter((part) => policy.parts.has(part.kind));
  if (parts.length > policy.partsMax) return true;
  return parts.some((part) => part.text.length > policy.charactersMax);
}

function byStrength(left: Fired, right: Fired): number {
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
