/** A call that may run on further models names them all to whoever decides which its key may use. */
import { expect, test } from '@jest/globals';
import { operations } from '../../../../src/proxy/operations.ts';
import { toJson } from '../../../support/wire.ts';

const calls: readonly (readonly [string, object])[] = [
  ['openai-chat', { messages: [] }],
  ['openai-responses', { input: 'hi' }],
  ['openai-completions', { prompt: 'hi' }],
  ['openai-embeddings', { input: 'hi' }],
];
const forms: readonly object[] = [
  { models: ['m', 'other'] },
  { models: 'other' },
  { fallbacks: ['other'] },
  { fallbacks: [{ model: 'other', messages: [] }] },
  { fallbacks: [{ m: ['other'] }] },
];

test.each(calls.flatMap(([name, least]) => forms.map((form) => [name, form, least] as const)))(
  '%s with %j',
  (name, form, least) => {
    const dialect = operations.find((each) => each.dialect.name === name)?.dialect;
    const body = toJson({ model: 'm', ...least, ...form });
    expect(dialect?.readRequest(body, { route: '/x', params: {} }).furtherModels).toContain(
      'other',
    );
  },
);
