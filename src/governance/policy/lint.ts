/** What a policy's author ought to know though the policy compiles, and what makes a whole bundle too slow to load. */
import type { Faults } from './faults.ts';
import { findSlips, gapOf } from './patterns/mistake.ts';
import type { NamedPattern, Policy } from './policy.ts';
import { matchesCategory } from './query.ts';
import { queriesOf } from './assemble.ts';
import { expiryOf } from './schema.ts';

/** Characters that the bounded gaps of all patterns may span together; more makes the automaton slow on hostile text. */
export const gapMax = 1500;

export function lintPolicy(
  policy: Policy,
  patterns: ReadonlyMap<string, NamedPattern>,
  faults: Faults,
  now?: number,
): void {
  const { metadata, spec, tests } = policy.document;
  const queries = policy.rules.flatMap(queriesOf);
  for (const [name, pattern] of patterns) {
    const path = ['spec', 'patterns', name];
    const used = queries.some(
      (query) =>
        (query.kind === 'pattern' && query.pattern === pattern.number) ||
        (query.kind === 'category' && matchesCategory(query.selector, pattern.category)),
    );
    const declared = spec.patterns?.[name]?.category !== undefined;
    if (!used && !declared) faults.warning(path, `no rule uses the pattern \`${name}\``, 'key');
    const document = spec.patterns?.[name];
    if (document === undefined || !('regex' in document)) continue;
    for (const slip of findSlips(document.regex)) {
      faults.hint([...path, 'regex'], slip.offset, slip.message);
    }
  }
  for (const selector of Object.keys(spec.detect ?? {})) {
    const used = queries.some(
      (query) =>
        query.kind === 'category' &&
        (matchesCategory(selector, query.selector) || matchesCategory(query.selector, selector)),
    );
    if (!used)
      faults.warning(['spec', 'detect', selector], `no rule asks for \`${selector}\``, 'key');
  }
  for (const name of Object.keys(spec.variables ?? {})) {
    const word = new RegExp(`\\b${name}\\b`);
    const texts = [...spec.rules.map((rule) => rule.when), ...Object.values(spec.variables ?? {})];
    if (!texts.some((text) => word.test(text))) {
      faults.warning(['spec', 'variables', name], `no rule uses the variable \`${name}\``, 'key');
    }
  }
  lintRules(policy, faults);
  if (tests === undefined || tests.length === 0) {
    faults.warning(['metadata', 'id'], `the policy \`${metadata.id}\` has no tests`);
  }
  spec.exemptions?.forEach((exemption, index) => {
    if (now === undefined || (expiryOf(exemption.expires) ?? 0) >= now) return;
    faults.warning(
      ['spec', 'exemptions', index, 'expires'],
      'this exemption has expired and has no effect',
    );
  });
}

function lintRules(policy: Policy, faults: Faults): void {
  const { spec, tests } = policy.document;
  const expected = new Set((tests ?? []).flatMap((test) => test.expect.rules ?? []));
  for (const rule of policy.rules) {
    const index = spec.rules.findIndex((one) => one.id === rule.id);
    const path = ['spec', 'rules', index];
    const document = spec.rules[index];
    if (document?.message === undefined && rule.action !== 'allow' && rule.action !== 'flag') {
      faults.warning(
        [...path, 'id'],
        `the rule \`${rule.id}\` has no message that says what to do`,
      );
    }
    if (tests !== undefined && !expected.has(rule.id)) {
      faults.warning([...path, 'id'], `no test expects the rule \`${rule.id}\` to fire`);
    }
    if (rule.perCall && !policy.parts.has('tool_call')) {
      faults.error(
        [...path, 'when'],
        'this rule can never fire: it reads `tool`, and `parts` leaves out `tool_call`',
      );
    }
    if (isNever(rule))
      faults.error([...path, 'when'], 'this rule can never fire: its condition is always false');
    const duplicate = policy.rules.find(
      (other) =>
        other !== rule &&
        other.condition.text === rule.condition.text &&
        other.action === rule.action,
    );
    if (duplicate !== undefined && policy.rules.indexOf(duplicate) < policy.rules.indexOf(rule)) {
      faults.warning(
        [...path, 'when'],
        `the rule \`${duplicate.id}\` has the same condition and action`,
      );
    }
  }
}

/** Silent, and nothing there is could wake it. */
function isNever(rule: Policy['rules'][number]): boolean {
  const { condition } = rule;
  return condition.silent && condition.queries.length === 0 && condition.fields.size === 0;
}

export function lintBundle(
  policies: readonly Policy[],
  patterns: readonly NamedPattern[],
  faults: readonly Faults[],
): void {
  const gaps = patterns.map((pattern) => ({ pattern, gap: gapOf(pattern.compiled.source) }));
  const total = gaps.reduce((sum, one) => sum + one.gap, 0);
  if (total <= gapMax) return;
  const widest = gaps.reduce((best, one) => (one.gap > best.gap ? one : best));
  const index = policies.findIndex((policy) => policy.id === widest.pattern.policy);
  faults[index]?.error(
    ['spec', 'patterns', widest.pattern.name],
    `the gaps of all patterns span ${total} characters, more than the ${gapMax} that stay fast on hostile text; \`${widest.pattern.name}\` spans ${widest.gap}: use two patterns and \`near()\``,
    'key',
  );
}
