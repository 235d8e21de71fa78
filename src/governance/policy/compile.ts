/** Compiles one policy document, telling every fault in it at once. */
import { partKinds, stages } from '../interaction.ts';
import { compileRule } from './compile-rule.ts';
import type { Surroundings } from './expression/condition.ts';
import type { Faults } from './faults.ts';
import type { Policy, Rule } from './policy.ts';
import { checkFloor, compileApplies, compileExemptions } from './reach.ts';
import type { Steps } from '../steps.ts';
import type { PolicyDocument } from './schema.ts';
import { suggestion } from './suggest.ts';
import { readSurroundings, type Known } from './surroundings.ts';

const charactersDefault = 2_000_000;
const partsDefault = 20_000;
const findingsDefault = 50_000;

export function* compilePolicy(
  document: PolicyDocument,
  file: string,
  known: Known,
  faults: Faults,
): Steps<Policy> {
  const { metadata, spec } = document;
  const at = new Set(spec.stages ?? stages);
  const parts = new Set(spec.parts ?? partKinds);
  if (spec.zone !== undefined && !isZone(spec.zone)) {
    const message = `\`${spec.zone}\` is not a time zone; write one such as \`Europe/Berlin\``;
    faults.error(['spec', 'zone'], message);
  }
  const surroundings = yield* readSurroundings(document, at, known, faults);
  const rules = yield* compileRules(document, surroundings, faults);
  if (spec.floor === true) checkFloor(document, rules, faults);
  return {
    id: metadata.id,
    mode: spec.mode,
    stages: at,
    parts,
    onError: spec.onError,
    onBlock: spec.onBlock ?? 'error',
    history: spec.history ?? 'redact',
    severity: metadata.severity,
    zone: spec.zone ?? 'UTC',
    charactersMax: spec.limits?.charactersMax ?? charactersDefault,
    partsMax: spec.limits?.partsMax ?? partsDefault,
    findingsMax: spec.limits?.findingsMax ?? findingsDefault,
    applies: compileApplies(document, faults),
    exemptions: compileExemptions(document, faults),
    rules,
    file,
    document,
  };
}

function* compileRules(
  document: PolicyDocument,
  surroundings: Surroundings,
  faults: Faults,
): Steps<readonly Rule[]> {
  const rules: Rule[] = [];
  const ids = new Set<string>();
  for (const [index, rule] of document.spec.rules.entries()) {
    const path = ['spec', 'rules', index];
    if (ids.has(rule.id)) {
      faults.error([...path, 'id'], `another rule of this policy is called \`${rule.id}\``);
    }
    ids.add(rule.id);
    const compiled = compileRule(rule, path, document, surroundings, faults);
    if (compiled !== undefined) rules.push(compiled);
    yield;
  }
  if (ids.size === document.spec.rules.length) checkExpected(document, ids, faults);
  return rules;
}

function checkExpected(
  { tests = [] }: PolicyDocument,
  ids: ReadonlySet<string>,
  faults: Faults,
): void {
  tests.forEach(({ expect }, index) => {
    expect.rules?.forEach((id, step) => {
      if (ids.has(id)) return;
      const message = `this policy has no rule \`${id}\`${suggestion(id, ids)}`;
      faults.error(['tests', index, 'expect', 'rules', step], message);
    });
  });
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
