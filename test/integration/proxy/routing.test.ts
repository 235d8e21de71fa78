/** Which upstream a call goes to, what of the caller goes with it, and what is refused because it is not governed. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AzureOpenAI } from 'openai';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { call, type Answered } from '../../support/call.ts';
import {
  answerJson,
  chatCompletion,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { mountProxy, openaiAt, type Mounted } from './support.ts';

let first: Upstream;
let second: Upstream;
let sandbox: Sandbox;
let proxy: Mounted;

beforeAll(async () => {
  const answer = (name: string) =>
    startUpstream((_, response) => answerJson(response, chatCompletion(name)));
  first = await answer('first');
  second = await answer('second');
  sandbox = await createSandbox();
  proxy = await mountProxy(
    [
      openaiAt(first.url, { models: ['gpt-*', 'o1'] }),
      openaiAt(second.url, {
        name: 'azure-eu',
        azureApiVersion: '2024-10-21',
        baseUrl: second.url,
        credential: { header: 'api-key', value: 'azure-key' },
        headers: { 'x-region': 'eu' },
      }),
      { name: 'sandbox', family: 'openai', baseUrl: `${sandbox.url}/v1` },
    ],
    { routes: [{ model: 'eu-*', upstream: 'azure-eu' }] },
  );
});

afterEach(() => {
  first.clear();
  second.clear();
  proxy.events.splice(0);
});

afterAll(async () => {
  await proxy.close();
  await first.close();
  await second.close();
  await sandbox.close();
});

function ask(
  path: string,
  model: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const body = { model, messages: [{ role: 'user', content: 'hi' }] };
  return call(`${proxy.url}${path}`, { body, headers });
}

const said = ({ json }: Answered): unknown =>
  (json as { choices?: { message: { content: string } }[] }).choices?.[0]?.message.content;

describe('a call goes to', () => {
  test.each([
    ['the default upstream', '/v1/chat/completions', 'gpt-4o', 'first'],
    ['the first route whose pattern matches', '/v1/chat/completions', 'eu-large', 'second'],
    ['the upstream that its path names', '/azure-eu/v1/chat/completions', 'gpt-4o', 'second'],
    [
      'the upstream that its path names, from a client that appends `/openai/v1`',
      '/azure-eu/openai/v1/chat/completions',
      'gpt-4o',
      'second',
    ],
    ['another upstream that serves the model', '/v1/chat/completions', 'mistral', 'second'],
    ['the sandbox by its model', '/v1/chat/completions', 'sandbox', 'You said: hi'],
    ['the sandbox by its name', '/sandbox/v1/chat/completions', 'anything', 'You said: hi'],
  ])('%s', async (_, path, model, expected) => {
    const answer = await ask(path, model);
    expect(said(answer)).toBe(expected);
  });

  test('Azure’s own paths, under the version that is configured', async () => {
    await ask('/azure-eu/v1/chat/completions', 'my model');
    expect(second.arrived[0]?.url).toBe(
      '/openai/deployments/my%20model/chat/completions?api-version=2024-10-21',
    );
    expect(second.arrived[0]?.headers).toMatchObject({ 'api-key': 'azure-key', 'x-region': 'eu' });
    expect(second.arrived[0]?.headers.authorization).toBeUndefined();
  });

  test('an upstream, from the client for Azure too', async () => {
    const client = new AzureOpenAI({
      endpoint: proxy.url,
      apiKey: 'caller-key',
      apiVersion: '2023-01-01',
      maxRetries: 0,
    });
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const answer = await client.chat.completions.create({ model: 'gpt-4o', messages });
    expect(answer.choices[0]?.message.content).toBe('first');
    expect(first.arrived[0]?.url).toBe('/v1/chat/completions');
    expect(JSON.stringify(first.arrived[0]?.headers)).not.toContain('caller-key');
    await client.chat.completions.create({ model: 'eu-large', messages });
    expect(second.arrived[0]?.url).toContain('/eu-large/chat/completions?api-version=2024-10-21');
  });
});

describe('a call is refused where', () => {
  test('no upstream serves its model, with the cure', async () => {
    const lonely = await mountProxy([
      { name: 'sandbox', family: 'openai', baseUrl: `${sandbox.url}/v1` },
    ]);
    const answer = await call(`${lonely.url}/v1/chat/completions`, {
      body: { model: 'gpt-4o', messages: [] },
    });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain(
      'no upstream serves the model `gpt-4o` for openai clients: start the gateway with ' +
        '`OPENAI_API_KEY` or `OPENAI_BASE_URL`, or name one under `upstreams` in gateway.yaml; ' +
        'the built-in model is `sandbox`',
    );
    expect(lonely.events).toMatchObject([{ type: 'denied', cause: 'not_found' }]);
    await lonely.close();
  });

  test('no upstream is there that could, and nothing is offered that is not there', async () => {
    const empty = await mountProxy([]);
    const { text } = await call(`${empty.url}/api/chat`, { body: { model: 'qwen3' } });
    expect(text).toContain('start the gateway with `OLLAMA_HOST`, or name one under `upstreams`');
    expect(text).not.toContain('sandbox');
    await empty.close();
  });

  test('the upstream that its path names does not serve its model', async () => {
    const { status, text } = await ask('/openai/v1/chat/completions', 'claude');
    expect([status, text]).toEqual([404, expect.stringContaining('add the model to `models`')]);
    expect(first.arrived).toEqual([]);
  });

  const empty = 'the request body is empty: a JSON object is expected';
  test.each([
    ['/v1/chat/completions', { error: { code: 'invalid_request', message: empty } }],
    ['/v1/messages', { type: 'error', error: { message: empty } }],
    ['/v1beta/models/some:generateContent', { error: { code: 400, message: empty } }],
    ['/api/chat', { error: empty }],
  ])('its body is empty, as its format tells errors: %s', async (path, told) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${proxy.url}${path}`, { method: 'POST', headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(told);
  });

  test('the key may not use the model, or the upstream', async () => {
    const bound = await mountProxy([openaiAt(first.url)], {
      models: ['gpt-4o*'],
      allowed: ['azure-*'],
    });
    const answers = await Promise.all(
      ['o1', 'gpt-4o-mini'].map((model) =>
        call(`${bound.url}/v1/chat/completions`, { body: { model, messages: [] } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([403, 403]);
    expect(answers[0]?.text).toContain('may not use the model `o1`');
    expect(answers[1]?.text).toContain('may not use the upstream `openai`');
    expect(answers[0]?.json).toMatchObject({ error: { type: 'permission_error' } });
    expect(first.arrived).toEqual([]);
    await bound.close();
  });

  test('the path and the body name different models', async () => {
    const path = '/openai/deployments/eu-large/chat/completions?api-version=1';
    const answer = await ask(path, 'gpt-4o');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('different models');
  });

  test.each([
    '/v1/chat/completions?beta=true',
    '/v1/chat/completions?api-version=1',
    '/v1/models?after=x',
    '/openai/deployments/gpt-4o/chat/completions?api-version=1&api-version=2',
  ])('its address has parameters that mean nothing here: %s', async (path) => {
    const get = path.includes('models');
    const answer = await (get ? call(`${proxy.url}${path}`) : ask(path, 'gpt-4o'));
    expect(answer.status).toBe(400);
    expect(first.arrived).toEqual([]);
  });

  test('a GET has a body', async () => {
    const { sendRaw } = await import('../../support/raw.ts');
    const answer = await sendRaw(
      proxy.url,
      'GET /v1/models HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}',
    );
    expect(answer.status).toBe(400);
    expect(first.arrived).toEqual([]);
  });
});

describe('what is not governed is not offered:', () => {
  test.each([
    '/v1/responses/resp_1',
    '/v1/files',
    '/v1/batches',
    '/v1/realtime/client_secrets',
    '/v1/v1/chat/completions',
    '/openai/v1/files',
    '/v1/chat/completions/',
    '/V1/chat/completions',
    '/v1/chat/Completions',
  ])('%s', async (path) => {
    const answer = await ask(path, 'gpt-4o');
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({ error: { code: 'not_found' } });
    expect(first.arrived).toEqual([]);
  });

  test('and what is mistaken in its base URL is told in the shape that its client reads', async () => {
    const answer = await ask('/chat/completions', 'gpt-4o');
    expect(answer.json).toMatchObject({
      error: { code: 'not_found', message: expect.stringContaining('lacks `/v1`') },
    });
  });

  test('and the hint names what is', async () => {
    const answer = await ask('/v1/v1/chat/completions', 'gpt-4o');
    expect(answer.text).toContain('one `/v1` too many');
    expect(answer.text).toContain('POST /v1/chat/completions');
  });
});

describe('GET /v1/models', () => {
  test('of one model, from the upstream or the sandbox', async () => {
    first.script = (_, response) =>
      answerJson(response, { id: 'gpt-4o', object: 'model', owned_by: 'x' });
    expect((await call(`${proxy.url}/v1/models/gpt-4o`)).json).toMatchObject({ id: 'gpt-4o' });
    expect(first.arrived[0]?.url).toBe('/v1/models/gpt-4o');
    expect((await call(`${proxy.url}/v1/models/sandbox`)).json).toMatchObject({ id: 'sandbox' });
  });

  test('is judged', async () => {
    first.script = (_, response) => {
      answerJson(response, { object: 'list', data: [{ id: 'gpt-REDACTME', object: 'model' }] });
    };
    const answer = await call(`${proxy.url}/v1/models`);
    expect(answer.json).toMatchObject({ data: [{ id: 'gpt-[GONE]' }, { id: 'sandbox' }] });
  });
});
