/** What a value is called tells what it is, whether a format writes arguments as text or as JSON of their own. */
import { describe, expect, test } from '@jest/globals';
import type { Interaction, Part } from '../../../../src/governance/interaction.ts';
import { govern } from '../../../../src/governance/govern.ts';
import { operations } from '../../../../src/proxy/operations.ts';
import { bundleOf, policyOf } from '../../../support/policy.ts';
import { toJson } from '../../../support/wire.ts';

const bundle = bundleOf([
  policyOf({ rules: [{ id: 'secret', when: 'found("secret/*", 0.7)', action: 'redact' }] }),
]);

const password = 'hunter2!x9Q';
const values: readonly object[] = [
  { password },
  { user: { name: 'ann', password } },
  { api_key: '9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c', depth: 3 },
  { password: 193847 },
  { login: { password: 48_193_847 } },
];
const messages = [{ role: 'user', content: 'hi' }];

/** Each puts what is given where a format has JSON of no fixed form. */
const places: readonly (readonly [string, string, (given: object) => object])[] = [
  [
    'arguments of a call',
    'openai-chat',
    (given) => ({ messages: [calling(JSON.stringify(given))] }),
  ],
  [
    'input of a call',
    'anthropic-messages',
    (input) => ({
      max_tokens: 9,
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'pay', input }] },
      ],
    }),
  ],
  [
    'arguments as an object',
    'ollama-chat',
    (given) => ({
      messages: [
        { role: 'assistant', tool_calls: [{ function: { name: 'pay', arguments: given } }] },
      ],
    }),
  ],
  [
    'arguments of Gemini',
    'gemini-generate',
    (args) => ({ contents: [{ role: 'model', parts: [{ functionCall: { name: 'pay', args } }] }] }),
  ],
  [
    'what a tool of Gemini answers',
    'gemini-generate',
    (response) => ({
      contents: [{ role: 'function', parts: [{ functionResponse: { name: 'pay', response } }] }],
    }),
  ],
];
const calling = (args: string): object => ({
  role: 'assistant',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'pay', arguments: args } }],
});

function readParts(name: string, body: object): readonly Part[] {
  const dialect = operations.find((each) => each.dialect.name === name)?.dialect;
  const target = { route: '/x', params: name.startsWith('gemini') ? { model: 'm' } : {} };
  const model = name.startsWith('gemini') ? {} : { model: 'm' };
  return dialect?.readRequest(toJson({ ...model, ...body }), target).parts ?? [];
}

const judge = (parts: readonly Part[]) =>
  govern(bundle, {
    ...{ stage: 'request', dialect: '', route: '', upstream: '', model: 'm', stream: false },
    ...{ key: { id: '', owner: '', team: '', env: '', tags: [] }, user: '', session: '' },
    ...{ tags: [], at: 0, tools: [], references: [], history: 1, parts, unjudged: [] },
  } satisfies Interaction);

describe.each(places)('%s, of %s,', (_, dialect, toBody) => {
  test.each(values)('%j', (given) => {
    const ruling = judge(readParts(dialect, toBody(given)));
    expect(ruling.action).not.toBe('allow');
  });

  test('with a secret are redacted to its letter', () => {
    const parts = readParts(dialect, toBody({ user: { password } }));
    const { action, edits } = judge(parts);
    const cut = edits.map(({ part, start, end }) => parts[part]?.text.slice(start, end));
    expect([action, cut]).toEqual(['redact', [password]]);
  });

  test('that only count are let through', () => {
    const given = {
      count: 12,
      page: { size: 250_000 },
      ids: [4111, 1111, 1111, 1111],
      note: 'a b',
    };
    expect(judge(readParts(dialect, toBody(given))).action).toBe('allow');
  });
});

test('a member of no format is judged beside its name', () => {
  const parts = readParts('openai-chat', { messages, login: { password } });
  expect(judge(parts).action).toBe('redact');
});
