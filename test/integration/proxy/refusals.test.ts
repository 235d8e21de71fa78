/** What a caller is told about a block, as an error and as a completion, plain and streamed. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI from 'openai';
import { call, type Answered } from '../../support/call.ts';
import {
  answerJson,
  answerStream,
  chatCompletion,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { mountProxy, openaiAt, type Mounted } from './support.ts';

let upstream: Upstream;
let proxy: Mounted;

beforeAll(async () => {
  upstream = await startUpstream();
  proxy = await mountProxy([openaiAt(upstream.url)]);
});

afterEach(() => {
  upstream.clear();
  proxy.events.splice(0);
});

afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

function ask(content: string, more: object = {}): Promise<Answered> {
  const messages = [
    { role: 'system', content: 'be kind' },
    { role: 'user', content },
  ];
  return call(`${proxy.url}/v1/chat/completions`, {
    body: { model: 'gpt-test', messages, ...more },
  });
}

const client = (): OpenAI => new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: 'caller-key' });
const params = (
  content: string,
): { model: string; messages: [{ role: 'user'; content: string }] } => ({
  model: 'gpt-test',
  messages: [{ role: 'user', content }],
});

describe('a blocked request', () => {
  test.each([{ stream: false }, { stream: true }])(
    'is an error that says why and where: %j',
    async (more) => {
      const answer = await ask('please BLOCKME', more);
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({
        error: {
          message:
            'Blocked by policy `words`, rule `block`: `messages[1].content` of the request. A word of the test was found. Change or remove that part, also where it stands in the history, and send the request again. (entry entry-1)',
          type: 'invalid_request_error',
          param: 'messages[1].content',
          code: 'content_policy_violation',
        },
      });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-should-retry': 'false',
        'x-governance-decision': 'block',
        'x-governance-policy-version': 'sha256:test',
        'x-governance-entry': 'entry-1',
        'x-governance-coverage': 'full',
      });
      expect(answer.headers.get('x-request-id')).toMatch(/^request-/);
      expect(upstream.arrived).toEqual([]);
      expect(proxy.events).toMatchObject([
        { type: 'request', ruling: { action: 'block' }, bytesIn: expect.any(Number) },
        { type: 'blocked', status: 400, outcome: { delivered: 'none', endedBy: 'gateway' } },
      ]);
    },
  );

  test('is a completion where the policy says so', async () => {
    const completion = await client().chat.completions.create(params('SOFTLY BLOCKME'));
    expect(completion.model).toBe('gpt-test');
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'content_filter',
      message: { content: null },
    });
    expect(completion.choices[0]?.message.refusal).toContain('Blocked by policy `words`');
    expect(upstream.arrived).toEqual([]);
    expect(proxy.events[1]).toMatchObject({ type: 'blocked', status: 200 });
  });

  test('is a streamed completion where it was to be streamed', async () => {
    const stream = client().chat.completions.stream(params('SOFTLY BLOCKME'));
    const completion = await stream.finalChatCompletion();
    expect(completion.choices[0]?.finish_reason).toBe('content_filter');
    expect(completion.choices[0]?.message.refusal).toContain('Blocked by policy');
    const chunks = [];
    const plain = await client().chat.completions.create({
      ...params('SOFTLY BLOCKME'),
      stream: true,
    });
    for await (const chunk of plain) chunks.push(chunk.choices[0]);
    expect(chunks.map((choice) => choice?.delta.refusal ?? '').join('')).toContain(
      'Blocked by policy',
    );
    expect(chunks.at(-1)?.finish_reason).toBe('content_filter');
  });
});

describe('a refusal of what was to be JSON', () => {
  const schema = { type: 'object', properties: {}, additionalProperties: false };
  const json = {
    response_format: { type: 'json_schema', json_schema: { name: 's', strict: true, schema } },
  } as const;

  test.each(['SOFTLY BLOCKME', 'repeat'])(
    'is told by clients that parse their answers, as the model’s own would be: %s',
    async (content) => {
      upstream.script = (_, response) => answerJson(response, chatCompletion('SOFTLY BLOCKME'));
      const asked = { ...params(content), ...json };
      const [choice] = (await client().chat.completions.parse(asked)).choices;
      expect(choice).toMatchObject({ finish_reason: 'stop', message: { parsed: null } });
      expect(choice?.message.refusal).toContain('Blocked by policy `words`');
      const streamed = await client().chat.completions.stream(asked).finalChatCompletion();
      expect(streamed.choices[0]?.message.refusal).toContain('Blocked by policy `words`');
    },
  );

  test('is no reason for LangChain to ask again', async () => {
    const model = new ChatOpenAI({
      model: 'gpt-test',
      apiKey: 'gateway-key',
      configuration: { baseURL: `${proxy.url}/v1` },
    });
    const structured = model.withStructuredOutput(schema, { method: 'jsonSchema' });
    await expect(structured.invoke('SOFTLY BLOCKME')).rejects.toThrow();
    expect(proxy.events.map(({ type }) => type)).toEqual(['request', 'blocked']);
  });

  test('ends as any other where the format is text', async () => {
    const asked = { ...params('SOFTLY BLOCKME'), response_format: { type: 'text' } } as const;
    const [choice] = (await client().chat.completions.create(asked)).choices;
    expect(choice?.finish_reason).toBe('content_filter');
  });
});

describe('a blocked answer', () => {
  test.each([
    [
      'plain',
      (response: Parameters<typeof answerJson>[0]) =>
        answerJson(response, chatCompletion('so BLOCKME')),
    ],
    [
      'streamed',
      (response: Parameters<typeof answerJson>[0]) => answerStream(response, ['so BLO', 'CKME']),
    ],
  ])('that was %s is an error, and nothing of it is released', async (kind, write) => {
    upstream.script = (_, response) => write(response);
    const answer = await ask('hi', { stream: kind === 'streamed' });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('BLOCKME');
    expect(answer.json).toMatchObject({ error: { code: 'content_policy_violation', param: null } });
    expect(answer.text).toContain('`choices[0].message.content` of the answer');
    expect(proxy.events).toMatchObject([
      { type: 'request', ruling: { action: 'allow' } },
      {
        type: 'blocked',
        ruling: { action: 'block' },
        answer: { model: 'gpt-test', finish: 'stop' },
      },
    ]);
  });

  test.each([false, true])(
    'is a completion where the policy says so (stream: %s)',
    async (stream) => {
      upstream.script = (_, response) => answerJson(response, chatCompletion('SOFTLY BLOCKME'));
      const answer = await ask('hi', { stream });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(
        stream ? 'text/event-stream' : 'application/json',
      );
      expect(answer.text).toContain('content_filter');
      expect(answer.text).not.toContain('BLOCKME');
    },
  );
});

describe('a redacted exchange', () => {
  test('changes the spans and nothing else, on both ways', async () => {
    const body =
      '{ "model":"gpt-test" ,"n":1.0, "messages":[{"role":"user","content":"a \\"REDACTME\\" \\u0062"}]}';
    upstream.script = (_, response) => {
      const { choices, ...rest } = chatCompletion('I saw REDACTME.');
      const [choice] = choices as object[];
      const logprobs = {
        content: [{ token: 'REDACTME', logprob: -1, bytes: [82], top_logprobs: [] }],
      };
      answerJson(response, { ...rest, choices: [{ ...choice, logprobs }] });
    };
    const answer = await call(`${proxy.url}/v1/chat/completions`, { body });
    expect(upstream.arrived[0]?.body.toString()).toBe(body.replace('REDACTME', '[GONE]'));
    expect(answer.json).toMatchObject({
      choices: [{ message: { content: 'I saw [GONE].' }, logprobs: null }],
    });
    expect(answer.text).not.toContain('REDACTME');
    expect(answer.headers.get('x-governance-decision')).toBe('redact');
    const [request, end] = proxy.events;
    if (request?.type !== 'request' || end?.type !== 'answered') throw new Error('not recorded');
    expect(Buffer.from(request.contents.received?.raw ?? []).toString()).toBe(body);
    expect(Buffer.from(request.contents.received?.redacted() ?? []).toString()).toContain(
      '[test/word]',
    );
    expect(Buffer.from(end.contents.forwarded?.raw ?? []).toString()).not.toContain('REDACTME');
    expect(Buffer.from(end.contents.returned?.redacted() ?? []).toString()).not.toContain(
      '"REDACTME',
    );
    expect(Buffer.from(end.contents.released?.raw ?? []).toString()).toBe(answer.text);
  });

  test('masks a flagged value in what is kept, not in what is sent', async () => {
    upstream.script = (_, response) => answerStream(response, ['say FLAG', 'ME']);
    const answer = await ask('FLAGME', { stream: true });
    expect(answer.headers.get('x-governance-decision')).toBe('flag');
    const [request, end] = proxy.events;
    if (request?.type !== 'request' || end?.type !== 'answered') throw new Error('not recorded');
    expect(Buffer.from(request.contents.received?.redacted() ?? []).toString()).not.toContain(
      'FLAGME',
    );
    const released = Buffer.from(end.contents.released?.redacted() ?? []).toString();
    expect(released).toContain('say [test/word]');
    expect(released).not.toContain('"ME"');
  });

  test('masks a flagged value in what is kept of the redacted copy', async () => {
    upstream.script = (_, response) => answerJson(response, chatCompletion('yes'));
    await ask('REDACTME and FLAGME');
    expect(upstream.arrived[0]?.body.toString()).toContain('[GONE] and FLAGME');
    const end = proxy.events[1];
    if (end?.type !== 'answered') throw new Error('not recorded');
    expect(Buffer.from(end.contents.forwarded?.redacted() ?? []).toString()).toContain(
      '[GONE] and [test/word]',
    );
  });

  test('inside the arguments of a call keeps them readable, or is blocked', async () => {
    const ask = (args: string): Promise<Answered> =>
      call(`${proxy.url}/v1/chat/completions`, {
        body: {
          model: 'gpt-test',
          messages: [
            {
              role: 'assistant',
              tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: args } }],
            },
          ],
        },
      });
    upstream.script = (_, response) => answerJson(response, chatCompletion('fine'));
    expect((await ask('{"a":"x\\n\\u0052EDACTME"}')).status).toBe(200);
    expect(upstream.arrived[0]?.body.toString()).toContain('{\\"a\\":\\"x\\\\n[GONE]\\"}');
  });
});
