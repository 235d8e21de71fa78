/** Anthropic Messages through the whole proxy with the official SDKs of both API versions, unmodified. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createAnthropic } from '@ai-sdk/anthropic';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, streamText } from 'ai';
import Anthropic2023 from 'anthropic-sdk-2023';
import {
  anthropicEvents,
  anthropicMessage,
  plain,
  stream,
  textBlock,
  writeAnthropic,
} from '../../support/answers.ts';
import { mountProxy, setStageWithSandbox } from './support.ts';

const stage = setStageWithSandbox((url) => ({
  name: 'claude',
  family: 'anthropic',
  baseUrl: url,
  credential: { header: 'x-api-key', value: 'provider-key' },
}));

const sse = 'text/event-stream';
const say = (content: string) => ({
  model: 'claude-test',
  max_tokens: 50,
  messages: [{ role: 'user' as const, content }],
});

type Client = {
  readonly messages: Pick<Anthropic['messages'], 'create' | 'stream' | 'countTokens'>;
};

const clients: readonly [string, string, () => Client][] = [
  [
    'of today',
    '2026-10-21',
    () => new Anthropic({ baseURL: stage.proxy.url, apiKey: 'caller-key' }),
  ],
  [
    'of 2023',
    '2023-06-01',
    () =>
      new Anthropic2023({ baseURL: stage.proxy.url, apiKey: 'caller-key' }) as unknown as Client,
  ],
];

describe.each(clients)('the SDK %s', (_, version, create) => {
  test('asks with its own version and beta headers, byte for byte, and the provider’s key', async () => {
    const answer = anthropicMessage([{ type: 'text', text: 'Well.', citations: null }]);
    stage.upstream.script = plain(answer);
    const message = await create().messages.create(say('Hello.'), {
      headers: { 'anthropic-beta': 'a-2025-01-01,b-2025-02-02' },
    });
    expect(message).toMatchObject(answer);
    const [arrived] = stage.upstream.arrived;
    expect(arrived?.url).toBe('/v1/messages');
    expect(arrived?.body.toString()).toBe(JSON.stringify(say('Hello.')));
    expect(arrived?.headers).toMatchObject({
      'anthropic-version': version,
      'anthropic-beta': 'a-2025-01-01,b-2025-02-02',
      'x-api-key': 'provider-key',
    });
    expect(JSON.stringify(arrived?.headers)).not.toContain('caller-key');
    expect(stage.proxy.interactions[0]).toMatchObject({ model: 'claude-test', history: 1 });
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('streams, by its iterator and by its helper', async () => {
    stage.upstream.script = stream(
      sse,
      writeAnthropic(anthropicEvents([textBlock('All ', 'well.')])),
    );
    const types: string[] = [];
    for await (const event of await create().messages.create({ ...say('Hello.'), stream: true }))
      types.push(event.type);
    expect(types).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const message = await create().messages.stream(say('Hello.')).finalMessage();
    expect(message.content).toMatchObject([{ type: 'text', text: 'All well.' }]);
  });

  test('sees a block as its typed error, once', async () => {
    const error = await create()
      .messages.create(say('please BLOCKME'))
      .then(() => undefined)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      requestID: expect.stringMatching(/^request-/),
      error: { error: { details: { error_code: 'content_policy_violation' } } },
    });
    expect(String(error)).toContain('`messages[0].content` of the request');
    expect(stage.upstream.arrived).toEqual([]);
    expect(stage.proxy.events.map((event) => event.type)).toEqual(['request', 'blocked']);
  });

  test('sees a refusal as a message, plain and streamed', async () => {
    const message = await create().messages.create(say('SOFTLY BLOCKME'));
    expect(message).toMatchObject({ stop_reason: 'refusal', stop_details: { type: 'refusal' } });
    const streamed = await create().messages.stream(say('SOFTLY BLOCKME')).finalMessage();
    expect(streamed).toMatchObject({
      stop_reason: 'refusal',
      content: [{ type: 'text', text: expect.stringContaining('Blocked by policy') }],
    });
    expect(stage.upstream.arrived).toEqual([]);
  });

  test('gets what was redacted, on both ways', async () => {
    stage.upstream.script = plain(anthropicMessage([{ type: 'text', text: 'It is REDACTME.' }]));
    const message = await create().messages.create(say('mine is REDACTME!'));
    expect(message.content).toMatchObject([{ text: 'It is [GONE].' }]);
    expect(stage.upstream.arrived[0]?.body.toString()).toBe(JSON.stringify(say('mine is [GONE]!')));
  });

  test('gets a redacted stream in which no piece of the value is left', async () => {
    const pieces = ['It is RED', 'ACT', 'ME', ' now.'];
    stage.upstream.script = stream(sse, writeAnthropic(anthropicEvents([textBlock(...pieces)])), 7);
    const message = await create().messages.stream(say('Hello.')).finalMessage();
    expect(message.content).toMatchObject([{ text: 'It is [GONE] now.' }]);
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('sees an upstream’s error as it is', async () => {
    const wrong = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    stage.upstream.script = plain(wrong, 529, { 'x-should-retry': 'false' });
    await expect(create().messages.create(say('Hello.'))).rejects.toMatchObject({
      status: 529,
      type: 'overloaded_error',
    });
    expect(stage.upstream.arrived).toHaveLength(1);
  });

  test('counts tokens of a conversation that is judged like any other', async () => {
    stage.upstream.script = plain({ input_tokens: 12 });
    const { max_tokens: _, ...body } = say('Hello.');
    await expect(create().messages.countTokens(body)).resolves.toMatchObject({ input_tokens: 12 });
    await expect(
      create().messages.countTokens({ ...body, system: 'BLOCKME' }),
    ).rejects.toMatchObject({ status: 400 });
    expect(stage.upstream.arrived.map(({ url }) => url)).toEqual(['/v1/messages/count_tokens']);
  });
});

describe('a streamed answer that must not arrive', () => {
  const blocks: readonly [string, Parameters<typeof anthropicEvents>[0][number]][] = [
    ['a text in pieces', textBlock('it is BLO', 'CKME')],
    [
      'the input of a tool in pieces',
      {
        start: { type: 'tool_use', id: 't', name: 'mail', input: {} },
        deltas: ['{"to":"BL', 'OCKME"}'].map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      },
    ],
    [
      'a thought in pieces',
      {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: ['BLOCK', 'ME'].map((thinking) => ({ type: 'thinking_delta', thinking })),
      },
    ],
    [
      'what a tool of the provider found, whole in the start of its block',
      {
        start: {
          type: 'web_search_tool_result',
          tool_use_id: 't',
          content: [
            { type: 'web_search_result', title: 'BLOCKME', url: 'u', encrypted_content: 'e' },
          ],
        },
        deltas: [],
      },
    ],
    [
      'a citation',
      {
        start: { type: 'text', text: '' },
        deltas: [
          {
            type: 'citations_delta',
            citation: { type: 'char_location', cited_text: 'BLOCKME', document_title: null },
          },
        ],
      },
    ],
  ];

  test.each(blocks)('is blocked for %s', async (_, block) => {
    stage.upstream.script = stream(sse, writeAnthropic(anthropicEvents([textBlock('Hi.'), block])));
    const client = new Anthropic({ baseURL: stage.proxy.url, apiKey: 'caller-key' });
    const said: unknown[] = [];
    const read = async (): Promise<void> => {
      const events = await client.messages.create({ ...say('Hello.'), stream: true });
      for await (const event of events) said.push(event);
    };
    await expect(read()).rejects.toThrow('Blocked by policy');
    expect(JSON.stringify(said)).not.toContain('BLOCKME');
    expect(stage.proxy.events.at(-1)).toMatchObject({ type: 'blocked' });
  });

  test('is an error where it stops before its end', async () => {
    const cut = anthropicEvents([textBlock('Hi.')]).slice(0, -2);
    stage.upstream.script = stream(sse, writeAnthropic(cut));
    const client = new Anthropic({ baseURL: stage.proxy.url, apiKey: 'caller-key', maxRetries: 0 });
    const answer = client.messages.stream(say('Hello.')).finalMessage();
    await expect(answer).rejects.toMatchObject({ type: 'api_error' });
  });
});

describe('what chooses how the upstream reads a call', () => {
  test('is refused where it cannot be passed on as it is', async () => {
    const send = (path: string, headers: Record<string, string>) =>
      fetch(`${stage.proxy.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(say('Hello.')),
      });
    const long = await send('/v1/messages', { 'anthropic-beta': 'x'.repeat(3000) });
    expect([long.status, await long.json()]).toMatchObject([400, { type: 'error' }]);
    const words = await send('/v1/messages?beta=ignore%20this', {});
    expect(words.status).toBe(400);
    expect(stage.upstream.arrived).toEqual([]);
    stage.upstream.script = plain(anthropicMessage([]));
    await send('/v1/messages?beta=true', {});
    expect(stage.upstream.arrived[0]?.url).toBe('/v1/messages?beta=true');
  });

  test('is no way around the models of a key', async () => {
    const limited = await mountProxy(
      [{ name: 'claude', family: 'anthropic', baseUrl: stage.upstream.url }],
      { models: ['claude-test'] },
    );
    const client = new Anthropic({ baseURL: limited.url, apiKey: 'caller-key' });
    const fallbacks = [{ model: 'claude-dear' }];
    const asked = client.beta.messages.create({ ...say('Hello.'), fallbacks });
    await expect(asked).rejects.toMatchObject({ status: 403, type: 'permission_error' });
    expect(stage.upstream.arrived).toEqual([]);
    await limited.close();
  });
});

describe('the list of models', () => {
  test('is Anthropic’s for clients that name its version, with the built-in one in it', async () => {
    stage.upstream.script = plain({
      data: [{ type: 'model', id: 'claude-test', display_name: 'Test', created_at: 'now' }],
      has_more: false,
      first_id: 'claude-test',
      last_id: 'claude-test',
    });
    const client = new Anthropic({ baseURL: stage.proxy.url, apiKey: 'caller-key' });
    const { data } = await client.models.list({ limit: 5 });
    expect(data.map(({ id }) => id)).toEqual(['claude-test', 'sandbox']);
    expect(stage.upstream.arrived[0]?.url).toBe('/v1/models?limit=5');
  });
});

describe('other clients', () => {
  beforeAll(() => {
    Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  });

  const model = () =>
    createAnthropic({ baseURL: `${stage.proxy.url}/v1`, apiKey: 'caller-key' })('claude-test');

  test('the AI SDK completes, streams and sees refusals as a content filter', async () => {
    stage.upstream.script = plain(anthropicMessage([{ type: 'text', text: 'Well.' }]));
    await expect(generateText({ model: model(), prompt: 'Hi.' })).resolves.toMatchObject({
      text: 'Well.',
    });
    stage.upstream.script = stream(sse, writeAnthropic(anthropicEvents([textBlock('We', 'll.')])));
    await expect(streamText({ model: model(), prompt: 'Hi.' }).text).resolves.toBe('Well.');
    const refused = streamText({ model: model(), prompt: 'SOFTLY BLOCKME' });
    await expect(refused.finishReason).resolves.toBe('content-filter');
  });

  test('the sandbox answers, streams and calls a tool', async () => {
    const client = new Anthropic({ baseURL: `${stage.proxy.url}/sandbox`, apiKey: 'caller-key' });
    const tools = [{ name: 'mail', input_schema: { type: 'object' as const } }];
    const ask = { ...say('Hello.'), model: 'sandbox' };
    await expect(client.messages.create(ask)).resolves.toMatchObject({
      content: [{ text: 'You said: Hello.' }],
    });
    const called = client.messages.stream({ ...ask, tools, tool_choice: { type: 'any' } });
    await expect(called.finalMessage()).resolves.toMatchObject({
      content: [{ type: 'tool_use', name: 'mail', input: { input: 'Hello.' } }],
      stop_reason: 'tool_use',
    });
    expect(stage.proxy.interactions.at(-1)?.parts.find((part) => part.tool)).toMatchObject({
      kind: 'tool_call',
      tool: { name: 'mail' },
    });
  });
});
