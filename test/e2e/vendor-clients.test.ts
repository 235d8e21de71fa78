import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import Anthropic2023 from 'anthropic-sdk-2023';
import { Ollama } from 'ollama';
import {
  anthropicEvents,
  anthropicMessage,
  plain,
  stream,
  writeAnthropic,
} from '../support/answers.ts';
import { shareDispatcher } from '../support/dispatcher.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type Upstream, startUpstream } from '../support/upstream.ts';

let gateway: RunningGateway;
let upstream: Upstream;

beforeAll(async () => {
  shareDispatcher();
  upstream = await startUpstream();
  gateway = await startGateway({
    environment: {
      ANTHROPIC_API_KEY: 'provider-key-anthropic',
      ANTHROPIC_BASE_URL: upstream.url,
      GEMINI_API_KEY: 'provider-key-gemini',
      GOOGLE_GEMINI_BASE_URL: upstream.url,
      OLLAMA_HOST: upstream.url,
    },
  });
});
beforeEach(() => upstream.clear());
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const awsKey = ['AKIA', 'Z7Q3M5X2', 'K6P4WD5T'].join('');
const card = ['4111 1111', '1111 1111'].join(' ');

const claude = (content: string | Anthropic.ContentBlockParam[]) => ({
  model: 'claude-test',
  max_tokens: 9,
  messages: [{ role: 'user' as const, content }],
});
const gemini = (contents: string) => ({ model: 'gemini-test', contents });
const llama = (content: string) => ({
  model: 'llama-test',
  messages: [{ role: 'user', content }],
});

type Case = readonly [
  name: string,
  ask: (text: string) => Promise<string>,
  answer: (text: string) => unknown,
  status: string,
];

const says = (text: string) => anthropicMessage([{ type: 'text', text, citations: null }]);
const first = (message: { content: readonly unknown[] }): string => JSON.stringify(message.content);

const cases: readonly Case[] = [
  [
    'Anthropic of today, by bearer',
    async (text) => {
      const client = new Anthropic({ baseURL: gateway.url, apiKey: gateway.key });
      return first(await client.messages.create(claude(text)));
    },
    says,
    'status',
  ],
  [
    'Anthropic of 2023, by x-api-key',
    async (text) => {
      const client = new Anthropic2023({ baseURL: gateway.url, apiKey: gateway.key });
      return first(await client.messages.create(claude(text) as never));
    },
    says,
    'status',
  ],
  [
    'Gemini, by x-goog-api-key',
    async (text) => {
      const client = new GoogleGenAI({
        apiKey: gateway.key,
        httpOptions: { baseUrl: gateway.url },
      });
      return (await client.models.generateContent(gemini(text))).text ?? '';
    },
    (text) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    }),
    'status',
  ],
  [
    'Ollama, by bearer',
    async (text) => {
      const headers = { authorization: `Bearer ${gateway.key}` };
      const client = new Ollama({ host: gateway.url, headers });
      return (await client.chat(llama(text))).message.content;
    },
    (content) => ({ model: 'm', message: { role: 'assistant', content }, done: true }),
    'status_code',
  ],
];

describe.each(cases)('%s', (_, ask, answer, status) => {
  test('completes under the shipped policies, with the provider’s key at the upstream', async () => {
    upstream.script = plain(answer('All is well.'));
    await expect(ask('Hello.')).resolves.toContain('All is well.');
    const headers = JSON.stringify(upstream.arrived[0]?.headers);
    expect(headers).not.toContain(gateway.key);
  });

  test('sees a credential blocked once, and nothing of it at the upstream', async () => {
    const error = await ask(`use ${awsKey}`).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ [status]: 400 });
    expect(String(error)).toContain('secrets');
    expect(String(error)).not.toContain(awsKey);
    expect(upstream.arrived).toEqual([]);
  });

  test('gets cards masked on both ways', async () => {
    upstream.script = plain(answer(`It was ${card}.`));
    const said = await ask(`refund ${card}`);
    expect(said).not.toContain(card);
    const arrived = upstream.arrived[0]?.body.toString();
    expect(arrived).not.toContain(card);
    expect(arrived).toContain('refund ');
  });
});

describe('Anthropic’s tools under the shipped policies', () => {
  const client = () => new Anthropic({ baseURL: gateway.url, apiKey: gateway.key });

  test('a credential in what a tool brought back is blocked', async () => {
    const result = { type: 'tool_result' as const, tool_use_id: 't', content: `key: ${awsKey}` };
    await expect(client().messages.create(claude([result]))).rejects.toThrow(
      'messages[0].content[0].content',
    );
  });

  test('a credential in the streamed input of a tool is blocked, whatever its pieces', async () => {
    const pieces = JSON.stringify({ key: awsKey }).match(/.{1,3}/g) ?? [];
    const call = {
      start: { type: 'tool_use', id: 't', name: 'deploy', input: {} },
      deltas: pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    };
    upstream.script = stream('text/event-stream', writeAnthropic(anthropicEvents([call])));
    const error: unknown = await client()
      .messages.stream(claude('Deploy.'))
      .finalMessage()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Anthropic.APIError);
    expect(String(error)).toContain('secrets');
    expect(String(error)).not.toContain(awsKey);
  });
});

describe('a key in a slot of another vendor', () => {
  const post = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    return { status: answer.status, body: await answer.json() };
  };

  test('opens no route, and the refusal has the form of the route', async () => {
    const anthropic = await post('/v1/messages', { 'x-goog-api-key': gateway.key });
    expect(anthropic).toMatchObject({
      status: 401,
      body: { type: 'error', error: { type: 'authentication_error' } },
    });
    const google = await post('/v1beta/models/m:generateContent', { 'x-api-key': gateway.key });
    expect(google).toMatchObject({
      status: 401,
      body: { error: { code: 401, status: 'UNAUTHENTICATED' } },
    });
    const ollama = await post('/api/chat', { 'x-api-key': gateway.key });
    expect(ollama).toMatchObject({ status: 401, body: { error: expect.any(String) } });
  });

  test('and two that differ open none either', async () => {
    const both = { authorization: `Bearer ${gateway.key}`, 'x-api-key': 'another' };
    await expect(post('/v1/messages', both)).resolves.toMatchObject({ status: 401 });
  });

  test('paths that are not offered are refused in the form of their clients', async () => {
    const headers = { authorization: `Bearer ${gateway.key}` };
    await expect(post('/v1/messages/batches', headers)).resolves.toMatchObject({
      status: 404,
      body: { type: 'error', error: { type: 'not_found_error' } },
    });
    await expect(post('/v1beta/cachedContents', headers)).resolves.toMatchObject({
      status: 404,
      body: { error: { status: 'NOT_FOUND' } },
    });
    await expect(post('/api/create', headers)).resolves.toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('/api/chat') },
    });
  });

  test('and told of the routes and the version that those have', async () => {
    const headers = { authorization: `Bearer ${gateway.key}` };
    const told = async (path: string, more: Record<string, string> = {}) => {
      const { status, body } = await post(path, { ...headers, ...more });
      expect(status).toBe(404);
      return body as { type?: string; error: { message: string; status?: string } };
    };
    const files = await told('/v1/files', { 'anthropic-version': '2023-06-01' });
    expect(files).toMatchObject({ type: 'error' });
    expect(files.error.message).toMatch(/to anthropic clients; routes are: POST \/v1\/messages,/);
    for (const path of [
      'upload/v1beta/files',
      'v1alpha/auth_tokens',
      'v1beta/models/m:batchGenerateContent',
    ]) {
      const { error } = await told(`/${path}`);
      expect(error.status).toBe('NOT_FOUND');
      expect(error.message).toContain('to gemini clients; routes are: POST /v1beta/models/');
    }
    for (const version of ['v1', 'v1alpha']) {
      const { error } = await told(`/${version}/models/m:generateContent`);
      expect(error).toMatchObject({ status: 'NOT_FOUND' });
      expect(error.message).toContain('it is offered in the version `v1beta`');
    }
  });

  test('a method that a path does not take is told with those that it does', async () => {
    const path = `${gateway.url}/v1beta/models/m:generateContent`;
    const authorization = `Bearer ${gateway.key}`;
    const answer = await fetch(path, { method: 'PUT', headers: { authorization } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
