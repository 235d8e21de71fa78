/** Compiles one policy document, telling every fault in it at once. */
import { partKinds, stages, type Stage } from '../interaction.ts';
import { context } from './expression/context.ts';
import { compileCondition, type Condition, type Variable } from './expression/condition.ts';
import type { Names } from './expression/check.ts';
import type { Resolve } from './expression/signal.ts';
import { matchesCategory, type Query } from './query.ts';
import type { Flaw } from './expression/syntax.ts';
import { bool, type Type } from './expression/type.ts';
import type { Faults } from './faults.ts';
import { compileMatch } from './match.ts';
import type { NamedPattern, Policy, Redaction, Rule } from './policy.ts';
import { expiryOf, type PolicyDocument, type RuleDocument } from './schema.ts';
import { suggestion } from './suggest.ts';

export type Known = {
  /** Patterns of this policy, by name. */
  readonly patterns: ReadonlyMap<string, NamedPattern>;
  /** Every category that a detector or a pattern of the bundle can report. */
  readonly categories: readonly string[];
};

const confidenceDefault = 0.5;
const charactersDefault = 2_000_000;
const partsDefault = 20_000;

export function compilePolicy(
  document: PolicyDocument,
  file: string,
  known: Known,
  faults: Faults,
): Policy {
  const { metadata, spec } = document;
  const at = new Set(spec.stages ?? stages);
  const resolve = resolveNames(document, known);
  const names = namesAt(at);
  const variables = compileVariables(document, names, resolve, faults);
  const inside = {
    names: { ...names, types: withVariables(names.types, variables) },
    variables,
    resolve,
  };
  const rules: Rule[] = [];
  spec.rules.forEach((rule, index) => {
    const path = ['spec', 'rules', index];
    if (spec.rules.findIndex((other) => other.id === rule.id) < index) {
      faults.error([...path, 'id'], `another rule of this policy is called \`${rule.id}\``);
    }
    const when = compileCondition(rule.when, inside, bool);
    if (!isCondition(when)) tellFlaws(when, [...path, 'when'], faults);
    else rules.push(toRule(rule, when, document, resolve, index, faults));
  });
  const match = compileMatch(spec.match ?? {}, spec.floor ?? false);
  for (const { field, message } of match.faults) {
    faults.error(['spec', 'match', field], message, 'key');
  }
  if (spec.zone !== undefined && !isZone(spec.zone)) {
    faults.error(
      ['spec', 'zone'],
      `\`${spec.zone}\` is not a time zone; write one such as \`Europe/Berlin\``,
    );
  }
  if (spec.floor === true) checkFloor(document, rules, faults);
  return {
    id: metadata.id,
    mode: spec.mode,
    stages: at,
    parts: new Set(spec.parts ?? partKinds),
    everyPart: new Set(spec.parts ?? partKinds).size === partKinds.length,
    onError: spec.onError,
    onBlock: spec.onBlock ?? 'error',
    history: spec.history ?? 'redact',
    severity: metadata.severity,
    zone: spec.zone ?? 'UTC',
    charactersMax: spec.limits?.charactersMax ?? charactersDefault,
    partsMax: spec.limits?.partsMax ?? partsDefault,
    applies: match.matches,
    exemptions: compileExemptions(document, faults),
    rules,
    file,
    document,
  };
}

function namesAt(at: ReadonlySet<Stage>): Names {
  const types = new Map<string, Type>();
  const refused = new Map<string, string>();
  for (const [name, field] of Object.entries(context)) {
    const lacking = [...at].filter((stage) => !field.stages.includes(stage));
    if (lacking.length === 0) types.set(name, field.type);
    else {
      refused.set(
        name,
        `\`${name}\` does not exist in a ${lacking.join(' or ')}, and this policy is judged there; set \`stages: [${field.stages.join(', ')}]\``,
      );
    }
  }
  return { types, refused };
}

function withVariables(
  types: ReadonlyMap<string, Type>,
  variables: ReadonlyMap<string, Variable>,
): ReadonlyMap<string, Type> {
  return new Map([...types, ...[...variables].map(([name, one]) => [name, one.type] as const)]);
}

/** A variable may use those before it. */
function compileVariables(
  document: PolicyDocument,
  names: Names,
  resolve: Resolve,
  faults: Faults,
): ReadonlyMap<string, Variable> {
  const variables = new Map<string, Variable>();
  for (const [name, text] of Object.entries(document.spec.variables ?? {})) {
    const path = ['spec', 'variables', name];
    if (!/^[A-Za-z_]\w{0,62}$/.test(name)) {
      faults.error(
        path,
        `\`${name.slice(0, 60)}\` is not a name for a variable; use letters, digits and \`_\``,
        'key',
      );
      continue;
    }
    if (Object.hasOwn(context, name)) {
      faults.error(
        path,
        `\`${name}\` is a field of the context; give the variable another name`,
        'key',
      );
      continue;
    }
    const types = withVariables(names.types, variables);
    const compiled = compileCondition(text, { names: { ...names, types }, variables, resolve });
    if (isCondition(compiled)) variables.set(name, { type: compiled.type, root: compiled.root });
    else tellFlaws(compiled, path, faults);
  }
  return variables;
}

function resolveNames(document: PolicyDocument, known: Known): Resolve {
  const detect = Object.entries(document.spec.detect ?? {});
  return (name, form, confidence) => {
    const pattern = form === 'category' ? undefined : known.patterns.get(name);
    if (pattern !== undefined) return { kind: 'pattern', name, pattern: pattern.number };
    if (form === 'pattern' || (form === 'any' && !name.includes('/'))) {
      const among = [...known.patterns.keys()];
      return `this policy has no pattern \`${name}\`${suggestion(name, among)}`;
    }
    const problem = checkSelector(name, known.categories);
    if (problem !== undefined) return problem;
    const set = detect
      .filter(([selector]) => matchesCategory(selector, name) || selector === name)
      .sort(([left], [right]) => right.length - left.length)
      .find(([, options]) => options.confidence !== undefined);
    return {
      kind: 'category',
      selector: name,
      confidence: confidence ?? set?.[1].confidence ?? confidenceDefault,
    };
  };
}

export function checkSelector(selector: string, categories: readonly string[]): string | undefined {
  if (categories.some((category) => matchesCategory(selector, category))) return undefined;
  const families = new Set(categories.map((one) => `${one.slice(0, one.lastIndexOf('/'))}/*`));
  return `nothing detects \`${selector}\`${suggestion(selector, [...categories, ...families])}`;
}

function toRule(
  rule: RuleDocument,
  condition: Condition,
  document: PolicyDocument,
  resolve: Resolve,
  index: number,
  faults: Faults,
): Rule {
  const perCall = [...condition.fields].some((field) => context[field]?.perCall === true);
  return {
    id: rule.id,
    action: rule.action,
    message: rule.message ?? document.metadata.title,
    severity: rule.severity ?? document.metadata.severity,
    condition,
    perCall,
    redaction: toRedaction(rule, condition, resolve, ['spec', 'rules', index], faults),
  };
}

function toRedaction(
  rule: RuleDocument,
  condition: Condition,
  resolve: Resolve,
  path: readonly (string | number)[],
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

function compileExemptions(document: PolicyDocument, faults: Faults): Policy['exemptions'] {
  const { spec } = document;
  return (spec.exemptions ?? []).map((exemption, index) => {
    const path = ['spec', 'exemptions', index];
    const match = compileMatch(exemption.match, false);
    for (const { field, message } of match.faults) {
      faults.error([...path, 'match', field], message, 'key');
    }
    if (Object.keys(exemption.match).length === 0) {
      faults.error([...path, 'match'], 'an exemption has to say for whom it is');
    }
    exemption.rules?.forEach((id, step) => {
      if (spec.rules.some((rule) => rule.id === id)) return;
      const near = suggestion(
        id,
        spec.rules.map((rule) => rule.id),
      );
      faults.error([...path, 'rules', step], `this policy has no rule \`${id}\`${near}`);
    });
    const expiresAt = expiryOf(exemption.expires) ?? 0;
    return { rules: exemption.rules, matches: match.matches, expiresAt };
  });
}

/** Nothing weakens a floor: not its own exemptions, not its mode, not who calls. */
function checkFloor(document: PolicyDocument, rules: readonly Rule[], faults: Faults): void {
  const { spec } = document;
  if (spec.mode !== 'enforce') {
    faults.error(['spec', 'mode'], `a floor is enforced, so its mode cannot be \`${spec.mode}\``);
  }
  if (spec.exemptions !== undefined) {
    faults.error(['spec', 'exemptions'], 'a floor has no exemptions', 'key');
  }
  for (const rule of rules) {
    const said = ['key', 'user', 'session', 'tags'].filter((name) =>
      rule.condition.fields.has(name),
    );
    if (said.length === 0) continue;
    const index = spec.rules.findIndex((one) => one.id === rule.id);
    const message = `a floor holds whoever calls, so its conditions may not read \`${said.join('`, `')}\``;
    faults.error(['spec', 'rules', index, 'when'], message);
  }
}

function isCondition(value: Condition | readonly Flaw[]): value is Condition {
  return 'root' in value;
}

function tellFlaws(
  flaws: readonly Flaw[],
  path: readonly (string | number)[],
  faults: Faults,
): void {
  for (const { offset, message } of flaws) faults.inside(path, offset, message);
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
