/** What the core makes of models from outside: who has to be asked about what, and that silence is never a pass. */
import { describe, expect, test } from '@jest/globals';
import type { Evidence } from '../../../src/governance/evidence.ts';
import { explain } from '../../../src/governance/explain.ts';
import { govern } from '../../../src/governance/govern.ts';
import { needsOf } from '../../../src/governance/outside.ts';
import { compileBundle } from '../../../src/governance/policy/bundle.ts';
import { holdOf } from '../../../src/governance/policy/hold.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { applyEdits } from '../../../src/governance/redact.ts';
import { readYaml } from '../../../src/config/yaml-document.ts';
import { callOf, partOf, policyOf, wordFaults, type Spec } from '../../support/policy.ts';

const outside = [
  { name: 'tone', categories: ['tone/rude', 'tone/loud'] },
  { name: 'judge', categories: ['judge/attack'] },
];

function compile(spec: Spec, rest: Spec = {}): ReturnType<typeof compileBundle> {
  const { value, locate, locateInside } = readYaml(policyOf(spec, 'example', rest));
  const sources = [{ file: 'example.yaml', value, locate, locateInside }];
  return compileBundle({ version: 'sha256:test', sources }, { outside });
}

function bundleOf(spec: Spec): Bundle {
  const compiled = compile(spec);
  if ('faults' in compiled) throw new Error(wordFaults(compiled).join('\n'));
  return compiled.bundle;
}

const rude = { id: 'rude', when: 'found("tone/rude", 0.7)', action: 'block' };
const key = { id: 'key', when: 'found("pii/email")', action: 'block' };
const said = (category: string, confidence: number, text = 'abc'): Evidence => ({
  heard: 'all',
  failures: [],
  findings: [
    { category, severity: 'high', confidence, spans: [{ part: 0, start: 0, end: text.length }] },
  ],
});
const call = callOf({ text: 'abc' });

describe('a rule that needs a model from outside', () => {
  test('fires on what the model said, at the confidence it asks for', () => {
    const bundle = bundleOf({ rules: [rude] });
    const of = (evidence: Evidence): string => govern(bundle, call, { evidence }).action;
    expect(of(said('tone/rude', 0.9))).toBe('block');
    expect(of(said('tone/rude', 0.6))).toBe('allow');
    expect(of(said('tone/loud', 0.9))).toBe('allow');
  });

  test('takes out whole characters where the model names a half', () => {
    const bundle = bundleOf({ rules: [{ ...rude, action: 'redact', redact: { with: '[X]' } }] });
    const spans = [{ part: 0, start: 2, end: 4 }];
    const findings = said('tone/rude', 0.9).findings.map((one) => ({ ...one, spans }));
    const text = 'a😀😀b';
    const { edits } = govern(bundle, callOf({ text }), {
      evidence: { heard: 'all', failures: [], findings },
    });
    expect(applyEdits(text, edits)).toBe('a[X]b');
  });

  test.each(['block', 'flag'] as const)('takes `onError: %s` where nobody was asked', (onError) => {
    const bundle = bundleOf({ onError, rules: [rude] });
    for (const evidence of [undefined, { findings: [], failures: [], heard: ['judge'] }]) {
      const ruling = govern(bundle, call, evidence && { evidence });
      expect(ruling.action).toBe(onError);
      expect(ruling.failures).toEqual([
        { check: 'tone', reason: 'the detector `tone` is a model from outside and was not asked' },
      ]);
    }
  });

  test('takes `onError` where the model failed, and no other rule does', () => {
    const rules = [rude, { ...key, action: 'flag' }];
    const evidence = {
      findings: [],
      failures: [{ check: 'tone', reason: 'the detector `tone` did not answer' }],
      heard: ['judge'],
    };
    const ruling = govern(bundleOf({ rules }), call, { evidence });
    expect(ruling.action).toBe('block');
    expect(ruling.fired.map(({ rule, failed }) => [rule, failed])).toEqual([['rude', true]]);
  });

  test('is held to what it asks of the list of findings', () => {
    const bundle = bundleOf({
      rules: [{ id: 'any', when: 'findings.exists(f, f.confidence > 0.8)', action: 'flag' }],
    });
    expect(needsOf(bundle, call).map(({ name }) => name)).toEqual(['tone', 'judge']);
    expect(govern(bundle, call).action).toBe('block');
    expect(govern(bundle, call, { evidence: said('judge/attack', 0.9) }).action).toBe('flag');
  });

  test('is left out of what can be judged without asking anybody', () => {
    const { inside } = bundleOf({ rules: [rude, key] });
    expect(inside?.version).toBe('sha256:test');
    expect(inside && govern(inside, call).failures).toEqual([]);
    const secret = callOf({ text: 'ask ann@example.com' });
    expect(inside && govern(inside, secret).action).toBe('block');
    expect(bundleOf({ rules: [key] }).inside).toBeUndefined();
  });

  test('makes a stream wait for its end, whatever its action', () => {
    for (const action of ['block', 'flag'])
      expect(holdOf(bundleOf({ rules: [{ ...rude, action }] }), call)).toEqual({
        kind: 'whole',
        rule: 'example/rude',
        why: 'the detector `tone` is a model from outside, which is asked once',
      });
    expect(holdOf(bundleOf({ stages: ['request'], rules: [rude, key] }), call).kind).toBe('live');
  });

  test('is explained with what was found, or with what is missing', () => {
    const bundle = bundleOf({ rules: [rude] });
    const ruleOf = (evidence?: Evidence) =>
      explain(bundle, call, evidence && { evidence }).policies[0]?.rules[0];
    expect(ruleOf(said('tone/rude', 0.9))).toMatchObject({
      outcome: 'fired',
      trace: { found: [{ category: 'tone/rude', confidence: 0.9 }] },
    });
    expect(ruleOf({ findings: [], failures: [], heard: 'all' })?.outcome).toBe('silent');
    expect(ruleOf()).toMatchObject({
      outcome: 'failed',
      reason: 'the detector `tone` is a model from outside and was not asked',
    });
  });
});

describe('needsOf()', () => {
  const parts = [
    partOf('be nice', { kind: 'system', role: 'system' }),
    partOf('earlier', { past: true }),
    partOf('now'),
    partOf('  '),
    partOf('{}', { kind: 'tool_call', tool: { name: 'x', args: {} } }),
  ];
  const needed = (spec: Spec): readonly number[] | undefined =>
    needsOf(bundleOf({ rules: [rude], ...spec }), { ...call, parts })[0]?.parts;

  test('names the texts that a policy looks at, and none without words', () => {
    expect(needed({})).toEqual([0, 1, 2, 4]);
    expect(needed({ parts: ['user'] })).toEqual([1, 2]);
    expect(needed({ parts: ['user'], history: 'ignore' })).toEqual([2]);
    expect(needed({ parts: ['tool_result'] })).toBeUndefined();
    const perCall = { ...rude, when: 'tool.name == "x" && found("tone/rude")' };
    expect(needed({ rules: [perCall] })).toEqual([4]);
  });

  test('names nothing where the policy is not about the call, is off, or an exemption holds', () => {
    expect(needed({ match: { 'key.env': { eq: 'live' } } })).toBeUndefined();
    expect(needed({ stages: ['response'] })).toBeUndefined();
    const exemption = { match: { model: { eq: '' } }, owner: 'us', reason: 'x' };
    expect(needed({ exemptions: [{ ...exemption, expires: '2999-01-01' }] })).toBeUndefined();
    expect(needed({ rules: [key] })).toBeUndefined();
  });
});

describe('a redacted copy', () => {
  const text = 'mail ann@example.com or swear';
  const redact = { id: 'mail', when: 'found("pii/email")', action: 'redact' };
  const cut = { id: 'cut', when: 'found("tone/rude", 0.5)', action: 'redact' };
  const at = (start: number, end: number): Evidence => ({
    ...said('tone/rude', 0.9),
    findings: [
      { category: 'tone/rude', severity: 'low', confidence: 0.9, spans: [{ part: 0, start, end }] },
    ],
  });

  test('is approved once what the model pointed at is cut out', () => {
    const bundle = bundleOf({ rules: [redact, cut] });
    const ruling = govern(bundle, callOf({ text }), { evidence: at(24, 29) });
    expect(ruling.action).toBe('redact');
    expect(applyEdits(text, ruling.edits)).toBe('mail [EMAIL_1] or [RUDE_1]');
  });

  test('is judged with what the model said of the rest', () => {
    const late = {
      id: 'late',
      when: 'found("tone/rude", 0.5) && !found("pii/email")',
      action: 'block',
    };
    const bundle = bundleOf({ rules: [redact, late] });
    for (const [start, end] of [
      [24, 29],
      [0, text.length],
      [10, 29],
      [0, 12],
    ] as const)
      expect(govern(bundle, callOf({ text }), { evidence: at(start, end) }).action).toBe('block');
    expect(govern(bundle, callOf({ text }), { evidence: at(6, 12) }).action).toBe('redact');
  });
});

describe('the tests of a policy', () => {
  const test1 = (given: Spec, action: string): readonly string[] =>
    wordFaults(
      compile({ rules: [rude] }, { tests: [{ name: 'a', given, expect: { action } }] }),
    ).filter((line) => line.includes('error'));

  test('say what models from outside say, and ask nobody', () => {
    expect(test1({ text: 'abc' }, 'allow')).toEqual([]);
    const seen = [{ category: 'tone/rude', confidence: 0.8 }];
    expect(test1({ text: 'abc', outside: { tone: seen } }, 'block')).toEqual([]);
    expect(test1({ text: 'abc', outside: { tone: 'failed' } }, 'block')).toEqual([]);
  });

  test('name only models that exist, and categories that they report', () => {
    expect(test1({ text: 'abc', outside: { tune: 'failed' } }, 'block')[0]).toMatch(
      /no detector from outside is called `tune`; did you mean `tone`\?/,
    );
    const seen = [{ category: 'tone/rud' }];
    expect(test1({ text: 'abc', outside: { tone: seen } }, 'block')[0]).toMatch(
      /the detector `tone` does not report `tone\/rud`; did you mean `tone\/rude`\?/,
    );
  });
});
