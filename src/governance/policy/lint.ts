/** What a policy's author ought to know though the policy compiles, and rules that compile and can never fire. */
import type { Faults } from './faults.ts';
import { findSlips } from './patterns/slips.ts';
import { context } from './expression/context.ts';
import type { NamedPattern, Policy, Rule } from './policy.ts';
import { matchesCategory, type Query } from './query.ts';
import { queriesOf } from './assemble.ts';
import { expiryOf } from './schema.ts';

export function lintPolicy(
  policy: Policy,
  patterns: ReadonlyMap<string, NamedPattern | undefined>,
  faults: Faults,
  now?: number,
): void {
  const { metadata, spec, tests } = policy.document;
  const queries = policy.rules.flatMap(queriesOf);
  lintPatterns(policy, patterns, queries, faults);
  for (const selector of Object.keys(spec.detect ?? {})) {
    const used = queries.some(
      (query) =>
        query.kind === 'category' &&
        (matchesCategory(selector, query.selector) || matchesCategory(query.selector, selector)),
    );
    const message = `no rule asks for \`${selector}\``;
    if (!used) faults.warning(['spec', 'detect', selector], message, 'key');
  }
  for (const name of Object.keys(spec.variables ?? {})) {
    const word = new RegExp(`\\b${name}\\b`);
    const texts = [...spec.rules.map((rule) => rule.when), ...Object.values(spec.variables ?? {})];
    const message = `no rule uses the variable \`${name}\``;
    if (!texts.some((text) => word.test(text))) {
      faults.warning(['spec', 'variables', name], message, 'key');
    }
  }
  lintRules(policy, faults);
  if (tests === undefined || tests.length === 0) {
    faults.warning(['metadata', 'id'], `the policy \`${metadata.id}\` has no tests`);
  }
  spec.exemptions?.forEach((exemption, index) => {
    if (now === undefined || (expiryOf(exemption.expires) ?? 0) >= now) return;
    const message = 'this exemption has expired and has no effect';
    faults.warning(['spec', 'exemptions', index, 'expires'], message);
  });
}

function lintPatterns(
  policy: Policy,
  patterns: ReadonlyMap<string, NamedPattern | undefined>,
  queries: readonly Query[],
  faults: Faults,
): void {
  const documents = policy.document.spec.patterns ?? {};
  for (const [name, pattern] of patterns) {
    const document = documents[name];
    if (pattern === undefined || document === undefined) continue;
    const path = ['spec', 'patterns', name];
    const used = queries.some(
      (query) =>
        (query.kind === 'pattern' && query.pattern === pattern.number) ||
        (query.kind === 'category' && matchesCategory(query.selector, pattern.category)),
    );
    // Another file may ask for a category that is named on purpose.
    if (!used && document.category === undefined) {
      faults.warning(path, `no rule uses the pattern \`${name}\``, 'key');
    }
    if (!('regex' in document)) continue;
    for (const slip of findSlips(document.regex)) {
      faults.hint([...path, 'regex'], slip.offset, slip.message);
    }
  }
}

function lintRules(policy: Policy, faults: Faults): void {
  const { spec, tests } = policy.document;
  const expected = new Set((tests ?? []).flatMap((test) => test.expect.rules ?? []));
  spec.rules.forEach((document, index) => {
    const rule = policy.rules.find((one) => one.id === document.id);
    if (rule === undefined) return;
    const path = ['spec', 'rules', index];
    const { id, action } = rule;
    if (document.message === undefined && (action === 'block' || action === 'redact')) {
      faults.warning([...path, 'id'], `the rule \`${id}\` has no message that says what to do`);
    }
    if (tests !== undefined && !expected.has(id)) {
      const where = `name it under \`expect.rules\` of a test`;
      faults.warning([...path, 'id'], `no test expects the rule \`${id}\` to fire; ${where}`);
    }
    const never = whyNever(policy, rule);
    if (never !== undefined) faults.error([...path, 'when'], `this rule can never fire: ${never}`);
    const same = spec.rules.findIndex(
      (other) => other.when === document.when && other.action === action,
    );
    if (same < index) {
      const other = spec.rules[same]?.id ?? '';
      const message = `the rule \`${other}\` has the same condition and action`;
      faults.warning([...path, 'when'], message);
    }
    const said = callerFields.filter((field) => rule.condition.fields.has(field));
    if (said.length > 0 && (action === 'block' || action === 'redact')) {
      const message = `\`${said.join('`, `')}\` is whatever the caller sends; make sure that it cannot switch this rule off`;
      faults.warning([...path, 'when'], message);
    }
  });
}

const callerFields = Object.entries(context)
  .filter(([, field]) => field.caller === true)
  .map(([name]) => name);

function whyNever(policy: Policy, { perCall, condition }: Rule): string | undefined {
  if (perCall && !policy.parts.has('tool_call')) {
    return 'it reads `tool`, and `parts` leaves out `tool_call`';
  }
  return condition.never ? 'its condition is always false' : undefined;
}
