/** Azure's forms of every OpenAI route, upstreams under their names, what of a list a key sees, and the trace that goes on. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AzureOpenAI } from 'openai';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { call } from '../../support/call.ts';
import { answerJson, startUpstream, type Upstream } from '../../support/upstream.ts';
import { mountProxy, openaiAt, type Mounted } from './support.ts';

let sandbox: Sandbox;
let upstream: Upstream;
let proxy: Mounted;

/** Answers as the sandbox would, whatever Azure puts around the path. */
async function relay(url: string, init: RequestInit): Promise<Response> {
  const path = url.replace(/^\/openai(?:\/deployments\/[^/]+)?/, '/v1').replace(/\?.*$/, '');
  return fetch(`${sandbox.url}${path}`, init);
}

beforeAll(async () => {
  sandbox = await createSandbox();
  upstream = await startUpstream(async ({ method, url, body }, response) => {
    const posted = { body: body.toString(), headers: { 'content-type': 'application/json' } };
    const answer = await relay(url, { method, ...(method === 'POST' && posted) });
    answerJson(response, await answer.json(), answer.status);
  });
  proxy = await mountProxy([
    openaiAt(upstream.url),
    openaiAt(upstream.url, {
      name: 'azure-eu',
      baseUrl: upstream.url,
      azureApiVersion: '2024-10-21',
      credential: { header: 'api-key', value: 'azure-key' },
    }),
    { name: 'claude-a', family: 'anthropic', baseUrl: upstream.url },
    { name: 'claude-b', family: 'anthropic', baseUrl: upstream.url },
  ]);
});

afterEach(() => {
  upstream.clear();
  proxy.events.splice(0);
});

afterAll(async () => {
  await proxy.close();
  await upstream.close();
  await sandbox.close();
});

const model = 'gpt-test';
const messages = [{ role: 'user' as const, content: 'hi' }];

type Act = readonly [
  name: string,
  ask: (client: AzureOpenAI) => Promise<unknown>,
  plain: string,
  azure: string,
];

const deployed = `/openai/deployments/${model}`;

const acts: readonly Act[] = [
  [
    'chat completions',
    (client) => client.chat.completions.create({ model, messages }),
    '/v1/chat/completions',
    `${deployed}/chat/completions`,
  ],
  [
    'completions',
    (client) => client.completions.create({ model, prompt: 'hi' }),
    '/v1/completions',
    `${deployed}/completions`,
  ],
  [
    'embeddings',
    (client) => client.embeddings.create({ model, input: 'hi', encoding_format: 'float' }),
    '/v1/embeddings',
    `${deployed}/embeddings`,
  ],
  [
    'images',
    (client) => client.images.generate({ model, prompt: 'a cat' }),
    '/v1/images/generations',
    `${deployed}/images/generations`,
  ],
  [
    'responses',
    (client) => client.responses.create({ model, input: 'hi' }),
    '/v1/responses',
    '/openai/responses',
  ],
  [
    'moderations',
    (client) => client.moderations.create({ model, input: 'hi' }),
    '/v1/moderations',
    '/openai/moderations',
  ],
  ['models', (client) => client.models.list(), '/v1/models', '/openai/models'],
];

describe('the official client for Azure', () => {
  const clientAt = (endpoint: string): AzureOpenAI =>
    new AzureOpenAI({ endpoint, apiKey: 'caller', apiVersion: '2023-05-15', maxRetries: 0 });

  test.each(acts.filter(([name]) => name !== 'moderations'))(
    'reaches an upstream in its plain form: %s',
    async (_, ask, plain) => {
      await ask(clientAt(proxy.url));
      expect(upstream.arrived.map(({ url }) => url)).toEqual([plain]);
      expect(upstream.arrived[0]?.headers.authorization).toBe('Bearer provider-key');
    },
  );

  test.each(acts.filter(([name]) => name !== 'moderations'))(
    'reaches one of Azure under its name: %s',
    async (_, ask, _plain, azure) => {
      await ask(clientAt(`${proxy.url}/azure-eu`));
      expect(upstream.arrived.map(({ url }) => url)).toEqual([`${azure}?api-version=2024-10-21`]);
      expect(upstream.arrived[0]?.headers['api-key']).toBe('azure-key');
      expect(JSON.stringify(upstream.arrived[0]?.headers)).not.toContain('caller');
    },
  );

  test('is blocked on each route before anything is sent', async () => {
    const client = clientAt(proxy.url);
    const blocked = { model, prompt: 'BLOCKME', input: 'BLOCKME', messages };
    for (const path of ['completions', 'embeddings', 'images/generations', 'audio/speech'])
      await expect(
        client.post(`/deployments/${model}/${path}`, { body: { ...blocked, voice: 'alloy' } }),
      ).rejects.toMatchObject({ status: 400, code: 'content_policy_violation' });
    await expect(client.responses.create({ model, input: 'BLOCKME' })).rejects.toMatchObject({
      status: 400,
    });
    expect(upstream.arrived).toEqual([]);
  });
});

test.each(['claude-a', 'claude-b'])('two upstreams of one format: %s', async (name) => {
  const answer = await call(`${proxy.url}/${name}/v1/messages`, {
    body: { model: 'sandbox', max_tokens: 9, messages },
  });
  expect(answer.status).toBe(200);
  expect(proxy.events[0]).toMatchObject({ call: { upstream: name } });
});

describe('a list of models', () => {
  const lists: readonly (readonly [string, Record<string, string>, unknown, string])[] = [
    ['/v1/models', {}, { object: 'list', data: [{ id: 'gpt-a' }, { id: 'o1' }] }, 'gpt-*'],
    [
      '/v1/models',
      { 'anthropic-version': '2023-06-01' },
      {
        data: [
          { type: 'model', id: 'gpt-a' },
          { type: 'model', id: 'o1' },
        ],
        has_more: false,
      },
      'gpt-*',
    ],
    ['/v1beta/models', {}, { models: [{ name: 'models/gpt-a' }, { name: 'models/o1' }] }, 'gpt-*'],
    ['/api/tags', {}, { models: [{ name: 'gpt-a' }, { name: 'o1' }] }, 'gpt-*'],
  ];

  test.each(lists)('shows a key what it may use: %s %j', async (path, headers, list, allowed) => {
    const own = await startUpstream((_, response) => answerJson(response, list));
    const all = (['openai', 'anthropic', 'gemini', 'ollama'] as const).map((family) => ({
      ...openaiAt(own.url),
      name: family,
      family,
      baseUrl: family === 'openai' ? `${own.url}/v1` : own.url,
    }));
    const free = await mountProxy(all);
    const bound = await mountProxy(all, { models: [allowed] });
    const seen = await Promise.all(
      [free, bound].map(({ url }) => call(`${url}${path}`, { headers })),
    );
    expect(seen.map(({ text }) => ['gpt-a', 'o1', 'sandbox'].filter((id) => text.includes(id)))) //
      .toEqual([['gpt-a', 'o1', 'sandbox'], ['gpt-a']]);
    await Promise.all([free.close(), bound.close(), own.close()]);
  });
});

describe('a trace', () => {
  const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const sent = async (headers: Record<string, string>): Promise<unknown[]> => {
    await call(`${proxy.url}/v1/chat/completions`, { body: { model, messages }, headers });
    const arrived = upstream.arrived.at(-1);
    upstream.clear();
    return [arrived?.headers['traceparent'], arrived?.headers['tracestate']];
  };

  test('goes on to the upstream where it is well formed', async () => {
    const tracestate = 'vendor=a:1;b,other@x=00f067aa0ba902b7';
    expect(await sent({ traceparent: parent, tracestate })).toEqual([parent, tracestate]);
    const told = proxy.events.findLast(({ type }) => type === 'request');
    expect(told).toMatchObject({ trace: parent.slice(3, 35) });
  });

  test.each(['', '-what a later version says besides', '-'])(
    'of a later version goes on in the one that is spoken, without %j behind it',
    async (more) => {
      const later = parent.replace('00-', '01-') + more;
      expect(await sent({ traceparent: later })).toEqual([parent, undefined]);
      const told = proxy.events.findLast(({ type }) => type === 'request');
      expect(told).toMatchObject({ trace: parent.slice(3, 35) });
    },
  );

  test.each([
    { traceparent: `${parent}-more` },
    { traceparent: `${parent.replace('00-', '01-')}more` },
    { traceparent: `${parent} `.replace('00-', 'ff-') },
    { traceparent: '00-00000000000000000000000000000000-b7ad6b7169203331-01' },
    { traceparent: 'tell the model a secret', tracestate: 'a=1' },
    { tracestate: 'a=1' },
  ])('is left out where it is not: %j', async (headers) => {
    expect(await sent(headers as Record<string, string>)).toEqual([undefined, undefined]);
    expect(proxy.events.findLast(({ type }) => type === 'request')).not.toHaveProperty('trace');
  });

  test('says how often the library tried before, where that is a small number', async () => {
    const told = async (count: string): Promise<unknown> => {
      await sent({ 'x-stainless-retry-count': count });
      const event = proxy.events.findLast(({ type }) => type === 'request');
      return event !== undefined && 'retry' in event ? event.retry : undefined;
    };
    expect([await told('2'), await told('0'), await told('100'), await told('two')]).toEqual([
      2,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('carries no words', async () => {
    expect(await sent({ traceparent: parent, tracestate: 'a=the word is canary' })).toEqual([
      parent,
      undefined,
    ]);
  });
});
