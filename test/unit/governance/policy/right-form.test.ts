/** A value of the wrong kind is told with its key and with the form that would stand right there. */
import { describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { readYaml } from '../../../../src/config/yaml-document.ts';
import { policyJsonSchema } from '../../../../src/governance/policy/schema.ts';
import { shareOf } from '../../../support/draws.ts';
import { compileTexts, wordFaults } from '../../../support/policy.ts';

type Step = string | number;

const when = { key: { id: 'k', owner: 'o', team: 't', env: 'e', tags: ['a'] } };
/** Every key that there is, each with a value of its kind. */
const whole = {
  apiVersion: 'governance/v1',
  kind: 'Policy',
  metadata: {
    ...{ id: 'a', title: 't', description: 'd', owner: 'o', severity: 'high', status: 'test' },
    controls: ['c'],
  },
  spec: {
    ...{ mode: 'enforce', onError: 'block', onBlock: 'error', floor: false, history: 'redact' },
    ...{ stages: ['request'], parts: ['user'], zone: 'UTC' },
    match: {
      model: { eq: 'm', in: ['m'], notIn: ['n'], startsWith: 'm', endsWith: 'm', exists: true },
    },
    exemptions: [
      {
        ...{ rules: ['r'], owner: 'o', reason: 'r', expires: '2027-06-30' },
        match: { 'key.team': { eq: 't' } },
      },
    ],
    limits: { charactersMax: 5, partsMax: 5, findingsMax: 5 },
    patterns: {
      word: { keywords: ['w'], ignoreCase: true, wholeWord: true },
      shape: { regex: 'x', category: 'keyword/x', severity: 'low', confidence: 0.5 },
    },
    detect: { 'pii/*': { confidence: 0.7 } },
    variables: { ours: 'model == "m"', constructor: 'model == "n"' },
    rules: [
      {
        ...{ id: 'r', when: 'hit("word")', action: 'redact', message: 'm', severity: 'low' },
        redact: {
          ...{ patterns: ['word'], categories: ['pii/card'] },
          ...{ operator: 'mask', with: 'x', keep: 2 },
        },
      },
    ],
  },
  tests: [
    {
      ...{ name: 'n', todo: 't', expect: { action: 'allow', rules: ['r'], redacted: 'x' } },
      given: {
        ...{ text: 'x', part: 'user', messages: [{ user: 'x' }], tool: { name: 'n', args: {} } },
        ...{ stage: 'request', model: 'm', upstream: 'u', dialect: 'd', route: 'r', stream: true },
        ...{ user: 'u', session: 's', tags: ['t'], tools: ['t'], references: ['r'], history: 1 },
        ...{ unjudged: ['image'], at: '2027-01-31T12:00:00Z', repeat: 1, system: 's', ...when },
        outside: { tone: [{ category: 'a/b', confidence: 1, part: 0, start: 0, end: 1 }] },
      },
    },
  ],
};

function* placesIn(value: unknown, path: readonly Step[] = []): Generator<readonly Step[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* placesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

/** The same document with another value at a place. */
function put(value: unknown, [step, ...rest]: readonly Step[], own: unknown): unknown {
  if (step === undefined) return own;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? put(item, rest, own) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [
      key,
      key === step ? put(item, rest, own) : item,
    ]),
  );
}

function faultsOf(document: unknown): readonly string[] {
  return wordFaults(compileTexts([stringify(document)])).filter((line) =>
    line.includes(' error: '),
  );
}

const kinds =
  ': expected (?:a mapping|a list|a text(?! that)|a number|a whole number|`true` or `false`)';
const anyKind = new RegExp(kinds);
const quotes = /; put quotes around (?:it|a word such as `null`)$/;
const kindFault = new RegExp(`\`([^\`]*)\`${kinds}(?:, as in|.*; write) \`(.*)\`$`);

const wrong: readonly unknown[] = [
  ...['a word', 'one, two', 'hit("name") && "it\'s"', 'yes', 'off', '0.7', '70%', '12', ''],
  ...[12, 0.5, true, null, [], ['one', 'two'], [1], [{ a: 'b' }], {}, { a: 'b' }, { a: { b: 1 } }],
  ...[[{ toString: false }], { valueOf: null, toString: 1 }],
];
const places = [...placesIn(whole)];

test('the policy has every key that the schema has', () => {
  const listed =
    JSON.stringify(policyJsonSchema()).match(/(?<="properties":\{|,)"(\w+)":\{/g) ?? [];
  const keys = new Set(places.map((path) => `"${path.at(-1)}":{`));
  const others = /"(?:additionalProperties|items|propertyNames|properties|not|\w*Of)"/;
  const kindsOfParts = /"(?:assistant|reasoning|tool_\w+|schema|metadata)"/;
  expect(
    listed.filter((key) => !keys.has(key) && !others.test(key) && !kindsOfParts.test(key)),
  ).toEqual([]);
});

test.each(places.map((path, turn) => [path.join('.'), path, turn] as const))(
  'what is told of a wrong kind at %s is of the right one',
  (_, path, turn) => {
    for (const value of shareOf(wrong, 4, turn)) {
      const at = path.findLastIndex((step) => typeof step === 'string');
      const name = path.slice(at).map((step, index) => (index === 0 ? step : `[${step}]`));
      const faults = faultsOf(put(whole, path, value)).filter((line) => anyKind.test(line));
      expect(faults.filter((line) => !kindFault.test(line) && !quotes.test(line))).toEqual([]);
      const about = faults.flatMap((line) => kindFault.exec(line) ?? []);
      const [line, named, form] = about;
      if (line === undefined || form === undefined) continue;
      const read: unknown = readYaml(form).value;
      if (named !== name.join('')) continue;
      const keyed = typeof path.at(-1) === 'string' && typeof read === 'object' && read !== null;
      const own: unknown = keyed ? Object.values(read)[0] : read;
      const after = faultsOf(put(whole, path, own));
      expect({ line, after: after.filter((one) => anyKind.test(one)) }).toEqual({
        line,
        after: [],
      });
    }
  },
);

describe('a value of the wrong kind is told with the form that was meant', () => {
  test.each<[path: readonly Step[], value: unknown, told: string]>([
    [['spec', 'stages'], 'request', '`stages`: expected a list, as in `stages: [request]`'],
    [['spec', 'stages'], 'request, response', 'as in `stages: [request, response]`'],
    [['spec', 'stages'], 'both', 'as in `stages: [request, response]`'],
    [['spec', 'stages'], null, 'a list, and nothing stands here; write `stages: [request, '],
    [
      ['spec', 'patterns', 'word', 'ignoreCase'],
      'yes',
      '`ignoreCase`: expected `true` or `false`, as in `ignoreCase: true`',
    ],
    [['spec', 'patterns', 'word', 'wholeWord'], 'off', 'as in `wholeWord: false`'],
    [['spec', 'patterns', 'word', 'keywords'], 'blue moon', 'as in `keywords: [blue moon]`'],
    [
      ['spec', 'patterns', 'word', 'keywords', 0],
      12,
      '`keywords[0]`: expected a text; put quotes around it',
    ],
    [
      ['spec', 'patterns', 'word', 'keywords', 0],
      { Project: 'Halcyon' },
      "as in `'Project: Halcyon'`",
    ],
    [
      ['spec', 'patterns', 'word'],
      "it's x",
      "`word`: expected a mapping, as in `word: { regex: 'it''s x' }`",
    ],
    [['spec', 'patterns', 'word'], ['a', 'b'], 'as in `word: { keywords: [a, b] }`'],
    [
      ['spec', 'detect', 'pii/*'],
      0.7,
      '`pii/*`: expected a mapping, as in `pii/*: { confidence: 0.7 }`',
    ],
    [['spec', 'detect', 'pii/*'], '80%', 'as in `pii/*: { confidence: 0.8 }`'],
    [['spec', 'detect'], ['pii/iban'], 'as in `detect: { pii/iban: { confidence: 0.7 } }`'],
    [
      ['spec', 'match', 'model'],
      'gpt-4o',
      '`model`: expected a mapping, as in `model: { eq: gpt-4o }`',
    ],
    [['spec', 'match', 'model'], ['a', 'b'], 'as in `model: { in: [a, b] }`'],
    [['spec', 'match', 'model', 'exists'], 'no', 'as in `exists: false`'],
    [
      ['spec', 'limits'],
      100,
      '`limits`: expected a mapping, as in `limits: { charactersMax: 100000 }`',
    ],
    [
      ['spec', 'limits', 'charactersMax'],
      '2000',
      '`charactersMax`: expected a whole number, as in `charactersMax: 2000`',
    ],
    [['spec', 'rules'], { id: 'a' }, '`rules`: expected a list, as in `rules: [{ id: name, when: '],
    [
      ['spec', 'rules', 0, 'when'],
      ['hit("word")'],
      '`when`: expected a text, as in `when: \'hit("word")\'`',
    ],
    [['spec', 'rules', 0, 'redact'], 'mask', 'as in `redact: { operator: mask }`'],
    [['spec', 'rules', 0, 'redact', 'keep'], 'four', 'as in `keep: 4`'],
    [['spec', 'mode'], true, '`mode`: expected one of `enforce`, `shadow`, `off`'],
    [['tests', 0, 'given'], 'hello', 'as in `given: { text: hello }`'],
    [
      ['tests', 0, 'expect'],
      'block',
      '`expect`: expected a mapping, as in `expect: { action: block }`',
    ],
    [['tests', 0, 'expect', 'rules'], 'r', '`rules`: expected a list, as in `rules: [r]`'],
    [
      ['tests', 0, 'given', 'outside', 'tone'],
      0.9,
      '`tone`: expected a list, as in `tone: [{ category: ',
    ],
    [['tests', 0, 'given', 'outside', 'tone'], 'faild', '`tone`: expected `failed`'],
  ])('%j %j', (path, value, told) => {
    expect(faultsOf(put(whole, path, value)).join('\n')).toContain(told);
  });

  test('without what would break out of the line it is told in', () => {
    const [fault = ''] = faultsOf(put(whole, ['spec', 'stages'], 'a`\u001b[31m\n'));
    expect(fault).toContain('as in `stages: [request, response]`');
    const long = faultsOf(put(whole, ['spec', 'match', 'model'], 'm'.repeat(400))).join();
    expect(long).toContain('as in `model: { eq: research }`');
  });
});
