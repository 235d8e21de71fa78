/** What is decided: the strongest action of every rule that applies, and never a pass for what was not judged. */
import { describe, expect, test } from '@jest/globals';
import type { Detector } from '../../../src/governance/detectors/detector.ts';
import { coverageOf } from '../../../src/governance/coverage.ts';
import { govern } from '../../../src/governance/govern.ts';
import { reasonOf } from '../../../src/governance/reason.ts';
import { createPlaceholders } from '../../../src/governance/placeholders.ts';
import {
  bundleOf,
  callOf,
  partOf,
  policyOf,
  ruleOn,
  type Given,
  type Spec,
} from '../../support/policy.ts';

const patterns = {
  red: { regex: '\\bred-\\d+\\b' },
  blue: { regex: '\\bblue-\\d+\\b', category: 'keyword/blue', confidence: 0.6 },
};
const rule = (id: string, when: string, action: string, more: Spec = {}): Spec => ({
  ...{ id, when, action, message: `do ${action}`, ...more },
});

const word: Detector = {
  name: 'word',
  categories: ['pii/word'],
  find: (view) => {
    const start = view.text.indexOf('detected');
    const rated = { category: 'pii/word', severity: 'high', confidence: 0.8 } as const;
    return start < 0 ? [] : [{ ...rated, start, end: start + 8 }];
  },
};
const broken: Detector = {
  name: 'broken',
  categories: ['pii/broken'],
  find: () => {
    throw new Error('the text was: secret');
  },
};
const catalogue = [word, broken];

describe('govern() lets the strongest action win, in whatever order the rules stand', () => {
  const all = [
    rule('allows', 'tokens > 0', 'allow'),
    rule('flags', 'tokens > 0', 'flag'),
    rule('redacts', 'hit("red")', 'redact'),
    rule('blocks', 'hit("blue")', 'block'),
  ];
  test.each<[text: string, action: string, decisive: string | undefined]>([
    ['nothing', 'flag', 'flags'],
    ['red-1', 'redact', 'redacts'],
    ['blue-1', 'block', 'blocks'],
    ['red-1 blue-1', 'block', 'blocks'],
  ])('%s', (text, action, decisive) => {
    for (const rules of [all, [...all].reverse()]) {
      const ruling = ruleOn({ patterns, rules }, callOf({ text }));
      expect([ruling.action, ruling.decisive?.rule]).toEqual([action, decisive]);
    }
  });

  test('with no decisive rule exactly when it allows', () => {
    const rules = [rule('allows', 'tokens > 0', 'allow')];
    const ruling = ruleOn({ rules }, callOf({ text: 'x' }));
    expect([ruling.action, ruling.decisive, ruling.fired.length]).toEqual(['allow', undefined, 1]);
  });
});

test('govern() reads a variable as what it stands for, wherever it is used', () => {
  const variables = { blue: 'hit("blue")', both: 'hit("red") && blue' };
  const rules = [rule('a', 'hit("red") && both', 'block'), rule('b', 'blue', 'flag')];
  const ruled = (text: string): readonly string[] =>
    ruleOn({ patterns, variables, rules }, callOf({ text })).fired.map((one) => one.rule);
  expect([ruled('red-1'), ruled('blue-1'), ruled('red-1 blue-1')]).toEqual([[], ['b'], ['a', 'b']]);
});

describe('govern() asks whom a policy is about', () => {
  test.each<[what: string, match: Spec, given: Given, applies: boolean]>([
    ['eq', { 'key.env': { eq: 'prod' } }, { key: { env: 'prod' } }, true],
    ['eq', { 'key.env': { eq: 'prod' } }, { key: { env: 'test' } }, false],
    ['in', { model: { in: ['a', 'b'] } }, { model: 'b' }, true],
    ['in', { model: { in: ['a', 'b'] } }, { model: 'c' }, false],
    ['notIn', { 'key.team': { notIn: ['lab'] } }, { key: { team: 'care' } }, true],
    ['notIn', { 'key.team': { notIn: ['lab'] } }, { key: { team: 'lab' } }, false],
    ['startsWith', { model: { startsWith: 'gpt-' } }, { model: 'gpt-4o' }, true],
    ['endsWith', { upstream: { endsWith: '-eu' } }, { upstream: 'azure-us' }, false],
    ['exists', { 'key.owner': { exists: true } }, {}, false],
    ['exists', { 'key.owner': { exists: false } }, {}, true],
    ['of a list, one item', { 'key.tags': { eq: 'eu' } }, { key: { tags: ['us', 'eu'] } }, true],
    [
      'of a list, no item',
      { 'key.tags': { notIn: ['eu'] } },
      { key: { tags: ['us', 'eu'] } },
      false,
    ],
    ['both entries', { model: { eq: 'a' }, 'key.env': { eq: 'x' } }, { model: 'a' }, false],
    ['both tests', { model: { startsWith: 'a', endsWith: 'z' } }, { model: 'abc' }, false],
  ])('%s', (_, match, given, applies) => {
    const rules = [rule('any', 'tokens >= 0', 'block')];
    expect(ruleOn({ match, rules }, callOf(given)).action).toBe(applies ? 'block' : 'allow');
  });

  test('its stage, its parts and its mode', () => {
    const rules = [rule('any', 'hit("red")', 'block')];
    const judged = (spec: Spec, given: Given): string =>
      ruleOn({ patterns, rules, ...spec }, callOf(given)).action;
    expect(judged({ stages: ['response'] }, { text: 'red-1' })).toBe('allow');
    expect(judged({ stages: ['response'] }, { text: 'red-1', stage: 'response' })).toBe('block');
    expect(judged({ parts: ['tool_result'] }, { text: 'red-1' })).toBe('allow');
    expect(judged({ parts: ['tool_result'] }, { text: 'red-1', part: 'tool_result' })).toBe(
      'block',
    );
    const shadow = ruleOn({ patterns, rules, mode: 'shadow' }, callOf({ text: 'red-1' }));
    expect([shadow.action, shadow.decisive]).toEqual(['allow', undefined]);
    expect(shadow.fired).toMatchObject([{ rule: 'any', action: 'block', mode: 'shadow' }]);
  });

  test('its exemptions, until they expire', () => {
    const match = { 'key.team': { eq: 'lab' } };
    const expires = '2026-06-30';
    const exemptions = [{ rules: ['one'], match, owner: 'o', reason: 'r', expires }];
    const rules = [rule('one', 'hit("red")', 'block'), rule('two', 'hit("blue")', 'block')];
    const judged = (text: string, at: string, team = 'lab'): string =>
      ruleOn({ patterns, rules, exemptions }, callOf({ text, at, key: { team } })).action;
    expect(judged('red-1', '2026-06-30T23:00:00Z')).toBe('allow');
    expect(judged('red-1', '2026-07-01T00:00:00Z')).toBe('block');
    expect(judged('red-1', '2026-06-01T00:00:00Z', 'care')).toBe('block');
    expect(judged('blue-1', '2026-06-01T00:00:00Z')).toBe('block');
  });
});

describe('govern() judges a tool call by itself', () => {
  const rules = [
    rule('large', 'tool.name == "pay" && number(tool.args, "amount", 0) > 1000', 'block'),
  ];
  const call = (name: string, args: unknown): ReturnType<typeof partOf> =>
    partOf(JSON.stringify(args), { kind: 'tool_call', role: 'assistant', tool: { name, args } });
  test.each<[what: string, parts: readonly ReturnType<typeof partOf>[], action: string]>([
    ['a large payment', [call('pay', { amount: 5000 })], 'block'],
    ['a small payment', [call('pay', { amount: 5 })], 'allow'],
    ['a large sum of something else', [call('count', { amount: 5000 })], 'allow'],
    ['one of two', [call('pay', { amount: 5 }), call('pay', { amount: 5000 })], 'block'],
    ['arguments that could not be decoded', [call('pay', 'not json')], 'block'],
    ['no tool call', [partOf('hello')], 'allow'],
  ])('%s', (_, parts, action) => {
    expect(ruleOn({ rules }, callOf({}, { parts })).action).toBe(action);
  });

  test('and what is hit in it, not in its neighbour', () => {
    const mixed = [rule('mixed', 'tool.name == "shell" && hit("red")', 'block')];
    const parts = [call('shell', { run: 'ls' }), call('search', { for: 'red-1' })];
    expect(ruleOn({ patterns, rules: mixed }, callOf({}, { parts })).action).toBe('allow');
    const own = [call('shell', { run: 'red-1' }), call('search', {})];
    const ruling = ruleOn({ patterns, rules: mixed }, callOf({}, { parts: own }));
    expect([ruling.action, ruling.decisive?.parts]).toEqual(['block', [0]]);
  });
});

describe('govern() lets a conversation go on after a blocked turn', () => {
  const rules = [rule('red', 'hit("red")', 'block')];
  const poisoned: Given = {
    messages: [
      { user: 'what is red-7?' },
      { assistant: 'I cannot say.' },
      { user: 'and the weather?' },
    ],
  };
  test.each<[history: string | undefined, action: string]>([
    [undefined, 'redact'],
    ['redact', 'redact'],
    ['block', 'block'],
    ['ignore', 'allow'],
  ])('history: %s', (history, action) => {
    const spec = { patterns, rules, ...(history && { history }) };
    const ruling = ruleOn(spec, callOf(poisoned));
    expect(ruling.action).toBe(action);
    if (action === 'redact') {
      expect(ruling.edits).toEqual([{ part: 0, start: 8, end: 13, replacement: '[RED_1]' }]);
      expect(ruling.decisive).toMatchObject({ rule: 'red', action: 'redact', parts: [0] });
    }
  });

  test('but blocks what stands in the last turn', () => {
    const messages = [{ user: 'red-7' }, { assistant: 'no' }, { user: 'red-8' }];
    expect(ruleOn({ patterns, rules }, callOf({ messages })).action).toBe('block');
  });

  test.each<[what: string, messages: NonNullable<Given['messages']>]>([
    ['a beginning of the answer', [{ user: 'red-8' }, { assistant: 'Sure,' }]],
    ['a tool call of the answer', [{ user: 'red-8' }, { tool_call: '{}' }]],
    [
      'a beginning of the second answer',
      [{ user: 'hello' }, { assistant: 'hi' }, { user: 'red-8' }, { assistant: 'Sure,' }],
    ],
  ])('or in the last turn before %s that the caller put there', (_, messages) => {
    expect(ruleOn({ patterns, rules }, callOf({ messages })).action).toBe('block');
  });

  test('and blocks what is split between an earlier turn and the last', () => {
    const pair = [rule('pair', 'hit("red") && hit("blue")', 'block')];
    const messages = [{ user: 'red-7' }, { assistant: 'no' }, { user: 'blue-8' }];
    expect(ruleOn({ patterns, rules: pair }, callOf({ messages })).action).toBe('block');
  });
});

describe('govern() reads adjacent parts of one role as one text', () => {
  const rules = [rule('red', 'hit("red")', 'block')];
  const texts = (...parts: readonly ReturnType<typeof partOf>[]): string =>
    ruleOn({ patterns, rules }, callOf({}, { parts: [...parts] })).action;
  test.each<[what: string, parts: readonly ReturnType<typeof partOf>[], action: string]>([
    ['a value cut in two', [partOf('see red'), partOf('-123')], 'block'],
    ['a value cut in three', [partOf('see re'), partOf('d-'), partOf('12')], 'block'],
    [
      'across an empty answer',
      [partOf('see red'), partOf(' ', { kind: 'assistant', role: 'assistant' }), partOf('-1')],
      'block',
    ],
    [
      'across metadata',
      [partOf('see red'), partOf('x', { kind: 'metadata', role: '' }), partOf('-1')],
      'block',
    ],
    [
      'across a real answer',
      [partOf('see red'), partOf('yes', { kind: 'assistant', role: 'assistant' }), partOf('-1')],
      'allow',
    ],
    [
      'across roles',
      [partOf('see red', { kind: 'system', role: 'system' }), partOf('-1')],
      'allow',
    ],
    [
      'across the two roles of an application',
      [
        partOf('see red', { kind: 'system', role: 'system' }),
        partOf('-1', { kind: 'system', role: 'developer' }),
      ],
      'block',
    ],
    ['across choices', [partOf('see red', { channel: 0 }), partOf('-1', { channel: 1 })], 'allow'],
    [
      'of one choice among others',
      [partOf('red', { channel: 0 }), partOf('x', { channel: 1 }), partOf('-1', { channel: 0 })],
      'block',
    ],
    [
      'at the seams of long texts',
      [
        partOf('x '.repeat(9000)),
        partOf(`${'y '.repeat(9000)}red`),
        partOf(`-1 ${'z '.repeat(9000)}`),
      ],
      'block',
    ],
  ])('%s', (_, parts, action) => {
    expect(texts(...parts)).toBe(action);
  });

  test('a phrase cut between its words, with a span in each part', () => {
    const phrase = { phrase: { regex: 'give\\s+me\\s+all' } };
    const rules = [rule('phrase', 'hit("phrase")', 'block')];
    const parts = [partOf('please give'), partOf('me all')];
    const ruling = ruleOn({ patterns: phrase, rules }, callOf({}, { parts }));
    expect(ruling.findings[0]?.spans).toEqual([
      { part: 0, start: 7, end: 11 },
      { part: 1, start: 0, end: 6 },
    ]);
  });
});

describe('govern() never takes a check that could not run for a pass', () => {
  const rules = [rule('asks', 'found("pii/broken")', 'flag')];
  test.each([['block'], ['flag']])('onError: %s', (onError) => {
    const ruling = ruleOn({ onError, rules }, callOf({ text: 'x' }), {}, catalogue);
    expect(ruling.action).toBe(onError);
    expect(ruling.decisive).toMatchObject({ rule: 'asks', failed: true });
    expect(ruling.failures).toEqual([
      { check: 'broken', reason: 'the detector `broken` could not judge a text' },
    ]);
  });

  test('but asks only the detectors that a rule needs', () => {
    const other = [rule('other', 'found("pii/word")', 'block')];
    const call = callOf({ text: 'this is detected' });
    const ruling = ruleOn({ rules: other }, call, {}, catalogue);
    expect([ruling.action, ruling.failures]).toEqual(['block', []]);
  });

  test('where a condition fails as it runs', () => {
    const fails = [rule('fails', 'tools[3] == "x"', 'flag')];
    const ruling = ruleOn({ stages: ['request'], rules: fails }, callOf({ text: 'x' }));
    expect(ruling.action).toBe('block');
    expect(ruling.failures).toEqual([
      { check: 'example/fails', reason: 'the condition could not be evaluated' },
    ]);
  });

  test('where a loop would take too many steps', () => {
    const slow = [rule('slow', 'tags.exists(a, tags.exists(b, a != b && a == "z"))', 'flag')];
    const tags = Array.from({ length: 3000 }, (_, index) => `t${index}`);
    const ruling = ruleOn({ rules: slow }, callOf({ tags }));
    expect([ruling.action, ruling.failures[0]?.reason]).toEqual([
      'block',
      'the condition would take too many steps on a call of this size',
    ]);
  });

  test('where a call is larger than the policy judges', () => {
    const limits = { charactersMax: 10, partsMax: 2 };
    const judged = (...texts: readonly string[]): readonly unknown[] => {
      const parts = texts.map((text) => partOf(text));
      const policy = { limits, rules: [rule('a', 'hit("red")', 'flag')], patterns };
      const call = callOf({}, { parts });
      const ruling = ruleOn(policy, call);
      const { judged: counted } = coverageOf(call, ruling);
      return [ruling.action, ruling.failures.map(({ check }) => check), counted];
    };
    expect(judged('short')).toEqual(['allow', [], 1]);
    // A record that says so of parts that no rule has seen would not be true.
    expect(judged('much too long')).toEqual(['block', ['charactersMax'], 0]);
    expect(judged('a', 'b', 'c')).toEqual(['block', ['partsMax'], 0]);
  });

  test('where an outside model could not judge', () => {
    const asks = [rule('asks', 'found("pii/word")', 'flag')];
    const ruled = (categories?: readonly string[]): string => {
      const failure = {
        check: 'model',
        reason: 'it did not answer',
        ...(categories && { categories }),
      };
      const evidence = { findings: [], failures: [failure] };
      return ruleOn({ rules: asks }, callOf({ text: 'x' }), { evidence }, catalogue).action;
    };
    expect([ruled(), ruled(['pii/word']), ruled(['harm/other'])]).toEqual([
      'block',
      'block',
      'allow',
    ]);
  });

  test('where the engine itself breaks', () => {
    const bundle = bundleOf([policyOf({ rules: [rule('a', 'tokens > 0', 'flag')] })]);
    const call = callOf({ text: 'x' });
    Object.defineProperty(call, 'parts', {
      get: () => {
        throw new Error('no');
      },
    });
    const ruling = govern(bundle, call);
    expect(ruling).toMatchObject({ action: 'block', policyVersion: 'sha256:test' });
    expect(ruling.failures).toHaveLength(1);
  });
});

describe('govern() cuts out what has to go', () => {
  const redacted = (
    text: string,
    redact: Spec | undefined,
    when = 'hit("red")',
    more: Spec = {},
  ): string => {
    const rules = [rule('cut', when, 'redact', redact && { redact })];
    const call = callOf({ text });
    const ruling = ruleOn({ patterns, rules, ...more }, call, {
      hash: (value) => `h${value.length}`,
    });
    if (ruling.action !== 'redact') return ruling.action;
    let copy = text;
    for (const { start, end, replacement } of [...ruling.edits].reverse()) {
      copy = copy.slice(0, start) + replacement + copy.slice(end);
    }
    return copy;
  };
  test.each<[what: string, text: string, redact: Spec | undefined, copy: string]>([
    ['by a placeholder', 'a red-1 b', undefined, 'a [RED_1] b'],
    ['by the same for the same', 'red-1 red-2 red-1', undefined, '[RED_1] [RED_2] [RED_1]'],
    ['by words of the author', 'a red-1 b', { with: '[GONE]' }, 'a [GONE] b'],
    ['by stars but for the last', 'red-123456', { operator: 'mask', keep: 2 }, '***-****56'],
    ['by stars alone where little is left', 'red-1', { operator: 'mask', keep: 4 }, '***-*'],
    ['by a keyed hash', 'red-12', { operator: 'hash' }, '[RED_h6]'],
    ['by nothing', 'a red-1 b', { operator: 'remove' }, 'a  b'],
  ])('%s', (_, text, redact, copy) => {
    expect(redacted(text, redact)).toBe(copy);
  });

  test('only the targets that are named', () => {
    const redact = { categories: ['keyword/blue'] };
    expect(redacted('blue-1 x blue-2', redact, 'found("keyword/*")')).toBe('[BLUE_1] x [BLUE_2]');
  });

  test('or blocks, where what is left would still be refused', () => {
    expect(redacted('red-1 blue-1', { patterns: ['blue'] }, 'hit("red") || hit("blue")')).toBe(
      'block',
    );
    expect(redacted('red-1', { with: 'red-2' })).toBe('block');
  });

  test('or blocks, where a hash is wanted and there is no key', () => {
    const rules = [rule('cut', 'hit("red")', 'redact', { redact: { operator: 'hash' } })];
    const ruling = ruleOn({ patterns, rules }, callOf({ text: 'red-1' }));
    expect([ruling.action, ruling.edits, ruling.failures.length]).toEqual(['block', [], 1]);
  });

  test('or blocks, where the part cannot be changed', () => {
    const rules = [rule('cut', 'hit("red")', 'redact')];
    const parts = [partOf('red-1', { fixed: true })];
    const ruling = ruleOn({ patterns, rules }, callOf({}, { parts }));
    expect([ruling.action, ruling.decisive?.action]).toEqual(['block', 'block']);
  });

  test('in all pieces of a value that was split', () => {
    const rules = [rule('cut', 'hit("red")', 'redact')];
    const parts = [partOf('a red-'), partOf('12 b')];
    expect(ruleOn({ patterns, rules }, callOf({}, { parts })).edits).toEqual([
      { part: 0, start: 2, end: 6, replacement: '[RED_1]' },
      { part: 1, start: 0, end: 2, replacement: '' },
    ]);
  });

  test('where cuts overlap, once and wholly', () => {
    const overlapping = {
      long: { regex: 'aa+b', category: 'keyword/long' },
      late: { regex: 'bc+', category: 'keyword/late' },
    };
    const rules = [
      rule('long', 'hit("long")', 'redact', { redact: { operator: 'mask', keep: 1 } }),
      rule('late', 'hit("late")', 'redact'),
    ];
    const ruling = ruleOn({ patterns: overlapping, rules }, callOf({ text: 'x aaaabc y' }));
    expect(ruling.edits).toEqual([{ part: 0, start: 2, end: 8, replacement: '[LONG_1]' }]);
  });

  test.each<[what: string, text: string, edits: readonly (readonly [number, number, string])[]]>([
    ['around a placeholder', 'x b aa c y', [[2, 8, '[AFTER_1]']]],
    [
      'beside one',
      'aa, then next 17',
      [
        [0, 2, 'k'],
        [9, 16, '[BESIDE_1]'],
      ],
    ],
    ['that ends in one', 'go to aa', [[3, 8, '[INTO_1]']]],
  ])('again, where the first cuts make something new %s', (_, text, edits) => {
    const chain = {
      first: { regex: '\\baa\\b', category: 'keyword/first' },
      after: { regex: 'b k c', category: 'keyword/after' },
      beside: { regex: 'next \\d+', category: 'keyword/beside' },
      into: { regex: 'to k', category: 'keyword/into' },
    };
    const rules = [
      rule('first', 'hit("first")', 'redact', { redact: { with: 'k' } }),
      rule('new', 'hit("after") || hit("into") || !hit("first") && hit("beside")', 'redact'),
    ];
    const ruling = ruleOn({ patterns: chain, rules }, callOf({ text }));
    expect(ruling.edits.map(({ start, end, replacement }) => [start, end, replacement])).toEqual(
      edits,
    );
  });

  test('or blocks, where every round makes something new', () => {
    const chain = { any: { regex: 'x[a-z]*' } };
    const rules = [rule('any', 'hit("any")', 'redact', { redact: { with: 'xx' } })];
    const ruling = ruleOn({ patterns: chain, rules }, callOf({ text: 'a xyz' }));
    expect([ruling.action, ruling.edits]).toEqual(['block', []]);
  });

  test('alike in a request and its answer', () => {
    const rules = [rule('cut', 'hit("red")', 'redact')];
    const bundle = bundleOf([policyOf({ patterns, rules })]);
    const placeholders = createPlaceholders();
    const cut = (given: Given): readonly string[] =>
      govern(bundle, callOf(given), { placeholders }).edits.map((edit) => edit.replacement);
    expect(cut({ text: 'red-1 red-2' })).toEqual(['[RED_1]', '[RED_2]']);
    expect(cut({ text: 'red-3 red-2', stage: 'response' })).toEqual(['[RED_3]', '[RED_2]']);
  });
});

describe('govern() tells what was found', () => {
  test('with the rule that acted on it, and never the text itself', () => {
    const rules = [
      rule('red', 'hit("red")', 'block'),
      rule('blue', 'found("keyword/blue")', 'flag'),
    ];
    const ruling = ruleOn({ patterns, rules }, callOf({ text: 'red-1 blue-22' }));
    expect(ruling.findings).toEqual([
      {
        category: 'pattern/red',
        severity: 'high',
        confidence: 0.9,
        spans: [{ part: 0, start: 0, end: 5 }],
        rule: 'example/red',
      },
      {
        category: 'keyword/blue',
        severity: 'high',
        confidence: 0.6,
        spans: [{ part: 0, start: 6, end: 13 }],
        rule: 'example/blue',
      },
    ]);
    expect(JSON.stringify(ruling)).not.toMatch(/red-1|blue-22/);
  });

  test('with the rule that acted, though a stronger one in shadow saw the same', () => {
    const cut = rule('cut', 'found("pii/email")', 'redact', {
      redact: { categories: ['pii/email'] },
    });
    const any = rule('any', 'found("pii/*")', 'block');
    const bundle = bundleOf([
      policyOf({ rules: [cut] }, 'acts'),
      policyOf({ mode: 'shadow', rules: [any] }, 'watches'),
    ]);
    const ruling = govern(bundle, callOf({ text: 'ask jo@acme-corp.test at 93.184.216.34' }));
    expect(ruling.findings.map(({ category, rule: by }) => [category, by])).toEqual([
      ['pii/email', 'acts/cut'],
      ['pii/ip', 'watches/any'],
    ]);
    expect(reasonOf(ruling)).toContain('found `pii/email`');
  });

  test('and what outside models found', () => {
    const spans = [{ part: 0, start: 0, end: 3 }];
    const finding = { category: 'pii/word', severity: 'high', confidence: 0.9, spans } as const;
    const evidence = { findings: [finding], failures: [] };
    const rules = [rule('asks', 'found("pii/word")', 'block')];
    const ruling = ruleOn({ rules }, callOf({ text: 'abc' }), { evidence }, catalogue);
    expect([ruling.action, ruling.findings]).toEqual([
      'block',
      [{ ...finding, rule: 'example/asks' }],
    ]);
  });

  test('the answer to a block as its policy wants it put', () => {
    const rules = [rule('red', 'hit("red")', 'block')];
    const put = (onBlock: string): string =>
      ruleOn({ patterns, rules, onBlock }, callOf({ text: 'red-1' })).onBlock;
    expect([put('refusal'), put('error')]).toEqual(['refusal', 'error']);
  });
});

test('govern() gives the same ruling for the same call, every time', () => {
  const rules = [rule('red', 'hit("red")', 'redact'), rule('blue', 'hit("blue")', 'flag')];
  const bundle = bundleOf([policyOf({ patterns, rules })]);
  const call = callOf({ text: 'red-1 blue-2 red-3' });
  expect(govern(bundle, structuredClone(call))).toEqual(govern(bundle, call));
});
