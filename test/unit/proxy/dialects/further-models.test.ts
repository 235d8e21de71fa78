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

const tool = (more: object): object => ({ tools: [{ type: 'image_generation', ...more }] });
const rag = { ranking: { llmRanker: { modelName: 'other' } } };
const ranked = { ranking: { rankService: { modelName: 'other' } } };
const beside: readonly (readonly [string, object])[] = [
  ['openai-responses', tool({ model: 'other' })],
  ['openai-responses', tool({ svg: { model: 'other' } })],
  ['openai-responses', { input: [{ type: 'additional_tools', ...tool({ model: 'other' }) }] }],
  ['openai-images', { prompt: 'hi', svg: { model: 'other' } }],
  ['gemini-generate', { model: 'projects/p/locations/l/publishers/google/models/other' }],
  [
    'gemini-generate',
    { generationConfig: { routingConfig: { manualMode: { modelName: 'other' } } } },
  ],
  ['gemini-generate', { tools: [{ retrieval: { vertexRagStore: { ragRetrievalConfig: rag } } }] }],
  [
    'gemini-generate',
    { tools: [{ retrieval: { vertexRagStore: { ragRetrievalConfig: ranked } } }] },
  ],
  ['openai-chat', { messages: [], moderation: { model: 'other' } }],
  ['openai-responses', { moderation: { model: 'other' } }],
];

test.each(beside)('%s with %j, where part of it runs on another', (name, more) => {
  const dialect = operations.find((each) => each.dialect.name === name)?.dialect;
  const isGemini = name.startsWith('gemini');
  const body = isGemini ? { contents: [], ...more } : { model: 'm', input: 'hi', ...more };
  const params: Readonly<Record<string, string>> = isGemini ? { model: 'm' } : {};
  expect(dialect?.readRequest(toJson(body), { route: '/x', params }).furtherModels).toContain(
    'other',
  );
});
