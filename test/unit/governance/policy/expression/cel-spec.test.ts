/** Conditions mean what the CEL specification says: its own core cases, run on the engine as policies meet it. */
import { describe, expect, test } from '@jest/globals';
import { tests as conformance } from '@bufbuild/cel-spec/testdata/conformance.js';
import { z } from 'zod';
import { isCelList, isCelMap, isCelType, isCelUint } from '@bufbuild/cel';
import { checkCondition } from '../../../../../src/governance/policy/expression/check.ts';
import { planCondition } from '../../../../../src/governance/policy/expression/evaluate.ts';
import { parseCondition } from '../../../../../src/governance/policy/expression/syntax.ts';
import { emptySight } from '../../../../../src/governance/policy/sight.ts';
import { readSection, readTable } from '../../../../support/repository.ts';
import { callOf } from '../../../../support/policy.ts';

/** Suites about the language itself; the others are about protocol buffers, extensions and unchecked types. */
const core = new Set([
  ...['basic', 'comparisons', 'conversions', 'fields', 'fp_math', 'integer_math', 'lists', 'logic'],
  ...['macros', 'parse', 'plumbing', 'string', 'timestamps'],
]);

const caseSchema = z.object({
  name: z.string().default(''),
  expr: z.string(),
  value: z.record(z.string(), z.unknown()).optional(),
  evalError: z.unknown().optional(),
  bindings: z.unknown().optional(),
  typeEnv: z.unknown().optional(),
  container: z.string().optional(),
  checkOnly: z.boolean().optional(),
});
type Case = z.infer<typeof caseSchema> & { readonly suite: string };

type Suite = {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: unknown }[];
};

function casesOf(suite: Suite, path: readonly string[] = []): readonly Case[] {
  const own = [...path, suite.name];
  const named = own.slice(1).join('/');
  return [
    ...(suite.tests ?? []).map(({ original }) => ({ ...caseSchema.parse(original), suite: named })),
    ...(suite.suites ?? []).flatMap((inner) => casesOf(inner, own)),
  ];
}

/** Conditions have fields of their own, so cases that bring variables or message types say nothing about them. */
const cases = casesOf(conformance).filter(
  ({ suite, bindings, typeEnv, container, checkOnly, expr }) =>
    core.has(suite.split('/')[0] ?? '') &&
    bindings === undefined &&
    typeEnv === undefined &&
    !container &&
    !checkOnly &&
    !/\b(?:google|cel)\.|TestAllTypes/.test(expr),
);

type Verdict =
  { readonly refused: string } | { readonly value: unknown } | { readonly error: string };

function run(expr: string): Verdict {
  const syntax = parseCondition(expr);
  if ('message' in syntax) return { refused: syntax.message };
  const { flaws } = checkCondition(syntax, { types: new Map(), refused: new Map() });
  if (flaws[0] !== undefined) return { refused: flaws[0].message };
  const subject = { interaction: callOf({}), sight: emptySight, zone: 'UTC', tool: undefined };
  return planCondition(syntax.root, [])(subject);
}

/** A value as the specification writes it. */
function write(value: unknown): unknown {
  if (typeof value === 'bigint') return { int64Value: String(value) };
  if (typeof value === 'number') {
    const named = Number.isFinite(value) ? value : String(value);
    return { doubleValue: named };
  }
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (value === null) return { nullValue: null };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (isCelUint(value)) return { uint64Value: String(value.value) };
  if (isCelType(value)) return { typeValue: value.name };
  if (isCelList(value)) {
    const values = [...value].map(write);
    return { listValue: values.length === 0 ? {} : { values } };
  }
  if (isCelMap(value)) {
    const entries = [...value.entries()].map(([key, of]) => ({
      key: write(key),
      value: write(of),
    }));
    return { mapValue: entries.length === 0 ? {} : { entries } };
  }
  return { objectValue: 'a time' };
}

function isEqual(value: unknown, expected: Readonly<Record<string, unknown>>): boolean {
  if ('objectValue' in expected) return 'objectValue' in z.object({}).loose().parse(write(value));
  const zero = JSON.stringify(sorted(write(value))).replace(
    '"doubleValue":0}',
    '"doubleValue":-0}',
  );
  const wanted = JSON.stringify(sorted(expected));
  return JSON.stringify(sorted(write(value))) === wanted || zero === wanted;
}

/** The entries of a map have no order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, of]) => [name, sorted(of)] as const);
  return Object.fromEntries(
    members.map(([name, of]) =>
      name === 'entries' && Array.isArray(of)
        ? [name, of.map((entry) => JSON.stringify(entry)).sort()]
        : [name, of],
    ),
  );
}

/** Why a case is refused, without the names it happens to use. */
function reasonOf(refusal: string): string {
  return refusal.replace(/`[^`]*`/g, '`…`');
}

const verdicts = cases.map((one) => ({ ...one, verdict: run(one.expr) }));

describe('the core of the CEL specification', () => {
  test('is here in full', () => {
    expect(cases.length).toBeGreaterThan(600);
    expect(new Set(cases.map(({ suite }) => suite.split('/')[0]))).toEqual(core);
  });

  test('and the suites that docs/POLICY.md leaves out are all there are', () => {
    const all = new Set((conformance.suites ?? []).map(({ name }) => name));
    const table = readTable(readSection('docs/POLICY.md', 'Suites of CEL that are not run'));
    const left = table.flatMap(([names = '']) => [...names.matchAll(/`([^`]+)`/g)]);
    expect([...core, ...left.map(([, name = '']) => name)].sort()).toEqual([...all].sort());
  });

  test('gives the values it says', () => {
    const wrong = verdicts.filter(({ value, verdict }) => {
      if (value === undefined || 'refused' in verdict) return false;
      return 'error' in verdict || !isEqual(verdict.value, value);
    });
    expect(
      wrong.map(({ suite, name, expr, verdict }) => [`${suite}/${name}`, expr, verdict]),
    ).toEqual([]);
  });

  test('fails where it says', () => {
    const passed = verdicts.filter(
      ({ evalError, verdict }) => evalError !== undefined && 'value' in verdict,
    );
    // As docs/POLICY.md says.
    expect(passed.map(({ expr }) => expr)).toEqual(['{0: 1, 0u: 2}[0.0]']);
  });

  test('is refused only for the reasons that docs/POLICY.md gives', () => {
    const refused = verdicts.filter(
      ({ value, verdict }) => value !== undefined && 'refused' in verdict,
    );
    const reasons = new Set(
      refused.map(({ verdict }) => ('refused' in verdict ? reasonOf(verdict.refused) : '')),
    );
    const listed = readTable(readSection('docs/POLICY.md', 'Deviations from CEL')).map(
      ([reason = '']) => reasonOf(reason),
    );
    expect([...reasons].sort()).toEqual([...new Set(listed)].sort());
  });
});
