/** Why a rule did or did not fire, down to the operand, and what tests reach of it. */
import { describe, expect, test } from '@jest/globals';
import { explain, type RuleExplanation } from '../../../src/governance/explain.ts';
import { measureCoverage } from '../../../src/governance/policy/coverage.ts';
import type { Trace } from '../../../src/governance/policy/trace.ts';
import { bundleOf, callOf, partOf, policyOf, type Given, type Spec } from '../../support/policy.ts';

const patterns = { red: { regex: 'red-\\d+' } };
const when = 'hit("red") && (model in trusted || tokens > 100) && !stream';
const variables = { trusted: '["local"]' };
const spec: Spec = {
  patterns,
  variables,
  rules: [{ id: 'red', when, action: 'block', message: 'm' }],
};

function explainRule(given: Given, over: Spec = spec): RuleExplanation | undefined {
  return explain(bundleOf([policyOf(over)]), callOf(given)).policies[0]?.rules[0];
}

/** A trace as lines of `source = value`, indented. */
function show(trace: Trace | undefined, depth = 0): readonly string[] {
  if (trace === undefined) return [];
  const line = `${'  '.repeat(depth)}${trace.source} = ${trace.value}`;
  return [line, ...trace.operands.flatMap((operand) => show(operand, depth + 1))];
}

describe('explain()', () => {
  test('gives every operand with its place and its value', () => {
    const told = explainRule({ text: 'see red-1', model: 'local' });
    expect(told?.outcome).toBe('fired');
    expect(show(told?.trace)).toEqual([
      `${when} = true`,
      '  hit("red") = true',
      '  model in trusted || tokens > 100 = true',
      '    model in trusted = true',
      '      model = "local"',
      '      trusted = a list of 1',
      '    tokens > 100 = false',
      '      tokens = 3',
      '  !stream = true',
      '    stream = false',
    ]);
    expect(told?.trace?.operands.map(({ offset }) => when.slice(offset).slice(0, 3))).toEqual([
      'hit',
      'mod',
      '!st',
    ]);
    expect(told?.trace?.operands[0]?.found).toMatchObject([
      { category: 'pattern/red', spans: [{ part: 0, start: 4, end: 9 }] },
    ]);
  });

  test.each<[what: string, given: Given, because: string]>([
    ['the pattern did not hit', { text: 'nothing', model: 'local' }, 'hit("red")'],
    ['no side of a choice held', { text: 'red-1', model: 'other' }, 'model in trusted'],
    ['the negation failed', { text: 'red-1', model: 'local', stream: true }, '!stream'],
  ])('says that %s', (_, given, because) => {
    const told = explainRule(given);
    expect([told?.outcome, told?.because?.source]).toEqual(['silent', because]);
  });

  test.each<[what: string, over: Spec, given: Given, skipped: string]>([
    ['its stage', { stages: ['response'] }, {}, 'the policy is not judged at the stage `request`'],
    [
      'its match',
      { match: { model: { eq: 'a' }, 'key.env': { eq: 'x' } } },
      { model: 'a' },
      '`match` on `key.env` does not hold',
    ],
  ])('says that a policy is not about the call for %s', (_, over, given, skipped) => {
    const told = explain(bundleOf([policyOf({ ...spec, ...over })]), callOf(given));
    expect(told.policies[0]).toMatchObject({ skipped, rules: [] });
  });

  test('says that a policy is off, and that another is in shadow', () => {
    const off = policyOf({ ...spec, mode: 'off' }, 'off');
    const shadow = policyOf({ ...spec, mode: 'shadow' }, 'shadow');
    const told = explain(bundleOf([off, shadow]), callOf({ text: 'red-1', model: 'local' }));
    expect(told.policies.map(({ policy, mode, skipped }) => [policy, mode, skipped])).toEqual([
      ['off', 'off', 'the policy is off'],
      ['shadow', 'shadow', undefined],
    ]);
    expect(told.ruling.action).toBe('allow');
  });

  test('says that a rule is exempt, failed, or had nothing to judge', () => {
    const match = { 'key.team': { eq: 'lab' } };
    const exemptions = [{ rules: ['a'], match, owner: 'o', reason: 'r', expires: '2030-01-01' }];
    const rules = [
      { id: 'a', when: 'tokens >= 0', action: 'flag' },
      { id: 'b', when: 'tools[3] == "x"', action: 'flag' },
      { id: 'c', when: 'tool.name == "pay"', action: 'flag' },
    ];
    const bundle = bundleOf([policyOf({ stages: ['request'], exemptions, rules })]);
    const told = explain(bundle, callOf({ key: { team: 'lab' } })).policies[0]?.rules;
    expect(told?.map(({ rule, outcome, reason }) => [rule, outcome, reason])).toEqual([
      ['a', 'exempt', 'an exemption is in force'],
      ['b', 'failed', 'the condition could not be evaluated'],
      ['c', 'silent', 'there is no tool call to judge'],
    ]);
  });

  test('tells each tool call by itself', () => {
    const rules = [{ id: 'pay', when: 'number(tool.args, "amount", 0) > 10', action: 'flag' }];
    const parts = [5, 50].map((amount) =>
      partOf('{}', { kind: 'tool_call', tool: { name: 'pay', args: { amount } } }),
    );
    const told = explain(bundleOf([policyOf({ rules })]), callOf({}, { parts }));
    expect(told.policies[0]?.rules.map(({ part, outcome }) => [part, outcome])).toEqual([
      [0, 'silent'],
      [1, 'fired'],
    ]);
  });
});

test('measureCoverage() counts what the tests of a policy have seen true and false', () => {
  const tests = [
    { name: 'one', given: { text: 'red-1', model: 'local' }, expect: { action: 'block' } },
    { name: 'two', given: { text: 'x', model: 'other' }, expect: { action: 'allow' } },
    {
      name: 'later',
      todo: 'not yet',
      given: { text: 'x', stream: true },
      expect: { action: 'block' },
    },
  ];
  const { policies, patterns: all } = bundleOf([policyOf(spec, 'example', { tests })]);
  const [policy] = policies;
  if (policy === undefined) throw new Error('there is no policy');
  const [rule] = measureCoverage(policy, all, []);
  expect(rule?.fired).toBe(true);
  expect(
    rule?.operands.map(({ source, seenTrue, seenFalse }) => [source, seenTrue, seenFalse]),
  ).toEqual([
    ['hit("red")', true, true],
    ['model in trusted', true, true],
    ['tokens > 100', false, true],
    ['stream', false, true],
  ]);
});
