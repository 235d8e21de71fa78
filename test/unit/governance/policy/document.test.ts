/** docs/POLICY.md lists the language as it is built: what is there stands in it, and what stands in it is there. */
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { givenFlags } from '../../../../src/cli/policy-given.ts';
import { readYaml } from '../../../../src/config/yaml-document.ts';
import { actions } from '../../../../src/governance/decision.ts';
import { categories } from '../../../../src/governance/detectors/index.ts';
import { partKinds, unjudgedKinds } from '../../../../src/governance/interaction.ts';
import { context, contextVersion } from '../../../../src/governance/policy/expression/context.ts';
import {
  functions,
  signalFunctions,
  valueFunctions,
} from '../../../../src/governance/policy/expression/functions.ts';
import { nameOf } from '../../../../src/governance/policy/expression/type.ts';
import { matchFields } from '../../../../src/governance/policy/match.ts';
import { matchesCategory } from '../../../../src/governance/policy/query.ts';
import { operators, policyJsonSchema } from '../../../../src/governance/policy/schema.ts';
import { listFiles, readSection, readTable, readText } from '../../../support/repository.ts';
import { compileTexts, policyOf, wordFaults } from '../../../support/policy.ts';

const page = 'docs/POLICY.md';

/** First cells of every table in a section, without the marks of code. */
function namesIn(section: string, column = 0): readonly string[] {
  return readTable(readSection(page, section)).map((row) =>
    (row[column] ?? '').replaceAll('`', ''),
  );
}

/** Keys of the JSON Schema below a path. */
function keysAt(...path: readonly string[]): readonly string[] {
  let here: unknown = policyJsonSchema();
  for (const step of [...path, 'properties']) here = memberOf(here, step);
  return Object.keys(z.object({}).loose().parse(here));
}

function memberOf(value: unknown, name: string): unknown {
  return z.object({}).loose().parse(value)[name];
}

describe('docs/POLICY.md', () => {
  test('lists the keys of a policy', () => {
    const inside = (name: string): readonly string[] =>
      keysAt('properties', name).map((key) => `${name}.${key}`);
    const top = keysAt().filter((key) => key !== 'metadata' && key !== 'spec');
    expect([...namesIn('Keys of a policy')].sort()).toEqual(
      [...top, ...inside('metadata'), ...inside('spec')].sort(),
    );
  });

  test('lists the keys of a rule, its actions, its redaction and its operators', () => {
    const rule = ['properties', 'spec', 'properties', 'rules', 'items'];
    expect([...namesIn('Rules')].sort()).toEqual([...keysAt(...rule), ...actions].sort());
    expect([...namesIn('Redaction')].sort()).toEqual(
      [...keysAt(...rule, 'properties', 'redact'), ...operators].sort(),
    );
  });

  test('lists what can be matched on, and how', () => {
    const match = ['properties', 'spec', 'properties', 'match', 'additionalProperties'];
    expect([...namesIn('Whom a policy is about')].sort()).toEqual(
      [...matchFields, ...keysAt(...match)].sort(),
    );
  });

  test('names the flag for each fact of the key, and no other', () => {
    const facts = matchFields.flatMap((field) => /^key\.(.*)/.exec(field)?.[1] ?? []);
    const flags = facts.map((fact) =>
      [`--key-${fact}`, `--${fact}`].find((flag) => flag.slice(2) in givenFlags),
    );
    const named = readSection(page, 'Whom a policy is about').match(/(?<=`)--[a-z-]+/g);
    expect(named).toEqual(flags);
  });

  test('lists the fields of a condition with their types and stages', () => {
    const listed = readTable(readSection(page, 'Fields')).map((row) => row.slice(0, 3).join(' '));
    const fields = Object.entries(context).map(([name, { type, stages }]) =>
      [`\`${name}\``, nameOf(type), stages.length === 2 ? 'both' : stages[0]].join(' '),
    );
    expect([...listed].sort()).toEqual(fields.sort());
    expect(readSection(page, 'Fields')).toContain(`version ${contextVersion} of the fields`);
    expect([...namesIn('Kinds')].sort()).toEqual([...partKinds, ...unjudgedKinds].sort());
  });

  test('lists the functions of a condition', () => {
    const own = new Set(namesIn('Functions').map((name) => name.replace(/\(.*$/, '')));
    expect([...own].sort()).toEqual(
      [...Object.keys(signalFunctions), ...Object.keys(valueFunctions)].sort(),
    );
    const prose = readSection(page, 'Functions');
    const unnamed = Object.keys(functions).filter(
      (name) => !own.has(name) && !prose.includes(`\`${name}\``),
    );
    expect(unnamed).toEqual([]);
  });

  test('has a row for every category, and none that nothing reports', () => {
    const rows = namesIn('Categories');
    const matching = (row: string): readonly string[] =>
      categories.filter((category) => matchesCategory(row, category));
    expect(rows.filter((row) => matching(row).length === 0)).toEqual([]);
    expect(
      categories.filter((category) => !rows.some((row) => matchesCategory(row, category))),
    ).toEqual([]);
  });

  test('shows the confidence of a category as it is taken', () => {
    const [, sample = ''] = /```yaml\n(detect:[^]*?)```/.exec(readSection(page, 'Functions')) ?? [];
    const { detect } = z.object({ detect: z.looseObject({}) }).parse(readYaml(sample).value);
    const rules = Object.keys(detect).map((selector, index) => ({
      ...{ id: `r${index}`, when: `found("${selector}")`, action: 'flag', message: 'm' },
    }));
    expect(rules.length).toBeGreaterThan(1);
    expect(wordFaults(compileTexts([policyOf({ detect, rules })])).join()).not.toContain(
      ' error: ',
    );
  });

  test('lists what a test may say', () => {
    const given = ['properties', 'tests', 'items', 'properties', 'given'];
    expect([...namesIn('Tests')].sort()).toEqual([...keysAt(...given)].sort());
  });

  test('lists the policies that are shipped', () => {
    const ids = listFiles(/^config\/policies\/.*\.yaml$/).map((file) => {
      const { metadata } = readYaml(readText(file)).value as { metadata: { id: string } };
      return metadata.id;
    });
    expect([...namesIn('Shipped policies')].sort()).toEqual(ids.sort());
  });

  test('begins with a policy that compiles without a word', () => {
    const [, sample = ''] = /```yaml\n([^]*?)```/.exec(readText(page)) ?? [];
    expect(wordFaults(compileTexts([sample]))).toEqual([]);
  });
});
