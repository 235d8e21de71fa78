/** Compiles one rule: its condition, what it does, and what it would cut out. */
import type { Step } from '../interaction.ts';
import { compileCondition, type Condition, type Surroundings } from './expression/condition.ts';
import { context } from './expression/context.ts';
import type { Resolve } from './expression/signal.ts';
import { bool } from './expression/type.ts';
import type { Faults } from './faults.ts';
import type { Redaction, Rule } from './policy.ts';
import type { Query } from './query.ts';
import type { PolicyDocument, RuleDocument } from './schema.ts';
import { isCondition, tellFlaws } from './surroundings.ts';

/** Undefined where its condition has a fault, which has been told. */
export function compileRule(
  rule: RuleDocument,
  path: readonly Step[],
  document: PolicyDocument,
  surroundings: Surroundings,
  faults: Faults,
): Rule | undefined {
  const condition = compileCondition(rule.when, surroundings, bool);
  if (!isCondition(condition)) {
    tellFlaws(condition, [...path, 'when'], faults);
    return undefined;
  }
  return {
    id: rule.id,
    action: rule.action,
    message: rule.message ?? document.metadata.title,
    severity: rule.severity ?? document.metadata.severity,
    condition,
    perCall: [...condition.fields].some((field) => context[field]?.perCall === true),
    redaction: toRedaction(rule, condition, surroundings.resolve, path, faults),
  };
}

function toRedaction(
  rule: RuleDocument,
  condition: Condition,
  resolve: Resolve,
  path: readonly Step[],
  faults: Faults,
): Redaction {
  const { redact } = rule;
  const targets: Query[] = [];
  const target = (name: string, form: 'pattern' | 'category', step: number): void => {
    const query = resolve(name, form);
    const list = form === 'pattern' ? 'patterns' : 'categories';
    if (typeof query === 'string') faults.error([...path, 'redact', list, step], query);
    else targets.push(query);
  };
  redact?.patterns?.forEach((name, step) => target(name, 'pattern', step));
  redact?.categories?.forEach((name, step) => target(name, 'category', step));
  const chosen = redact?.patterns !== undefined || redact?.categories !== undefined;
  if (redact !== undefined && rule.action !== 'redact' && rule.action !== 'block') {
    faults.error(
      [...path, 'redact'],
      `a rule with the action \`${rule.action}\` redacts nothing`,
      'key',
    );
  }
  if (rule.action === 'redact' && !chosen && condition.queries.length === 0) {
    faults.error(
      [...path, 'action'],
      'this rule names nothing to cut out: use `hit` or `found` in its condition, or list it under `redact`',
    );
  }
  return {
    operator: redact?.operator ?? 'replace',
    with: redact?.with,
    keep: redact?.keep ?? 4,
    targets: chosen ? targets : condition.queries,
  };
}
