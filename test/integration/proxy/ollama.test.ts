/** Ollama through the whole proxy with its official client, unmodified. */
import { describe, expect, test } from '@jest/globals';
import { Ollama } from 'ollama';
import { plain, stream, type Line } from '../../support/answers.ts';
import { call } from '../../support/call.ts';
import { setStageWithSandbox } from './support.ts';

const stage = setStageWithSandbox((url) => ({ name: 'local', family: 'ollama', baseUrl: url }));

const client = (prefix = ''): Ollama => new Ollama({ host: `${stage.proxy.url}${prefix}` });

const ask = (content: string) => ({
  model: 'llama-test',
  messages: [{ role: 'user', content }],
});

const head = { model: 'llama-test', created_at: '2024-01-01T00:00:00.123456789Z' };
const end = { done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 4 };

const answer = (message: Line, more: Line = {}): Line => ({
  ...head,
  message: { role: 'assistant', content: '', ...message },
  ...more,
});

const lines = (all: readonly Line[], bytes?: number) =>
  stream('application/x-ndjson', all.map((each) => `${JSON.stringify(each)}\n`).join(''), bytes);

const flow = (...pieces: readonly string[]): Line[] => [
  ...pieces.map((content) => answer({ content }, { done: false })),
  answer({}, end),
];

async function readAll(
  answers: AsyncIterable<{ message?: { content: string }; response?: string }>,
): Promise<string> {
  let said = '';
  for await (const each of answers) said += each.message?.content ?? each.response ?? '';
  return said;
}

describe('the official client', () => {
  test('completes, with its own bytes at the upstream', async () => {
    stage.upstream.script = plain(answer({ content: 'Well.', thinking: 'Hm.' }, end));
    const chat = await client().chat(ask('Hello.'));
    expect(chat.message.content).toBe('Well.');
    expect(stage.upstream.arrived[0]).toMatchObject({ url: '/api/chat' });
    expect(stage.upstream.arrived[0]?.body.toString()).toBe(
      JSON.stringify({ ...ask('Hello.'), stream: false }),
    );
    expect(stage.proxy.interactions[1]?.parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['metadata', 'llama-test'],
      ['assistant', 'Well.'],
      ['reasoning', 'Hm.'],
      ['metadata', 'stop'],
    ]);
    expect(stage.proxy.events.at(-1)).toMatchObject({
      answer: { model: 'llama-test', finish: 'stop', usage: { input: 3, output: 4 } },
    });
  });

  test('streams', async () => {
    stage.upstream.script = lines(flow('We', 'll.'), 3);
    const chat = await client().chat({ ...ask('Hello.'), stream: true });
    await expect(readAll(chat)).resolves.toBe('Well.');
  });

  test('sees a block as its error with status, once', async () => {
    const error = await client()
      .chat(ask('please BLOCKME'))
      .then(() => undefined)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ResponseError', status_code: 400 });
    expect(String(error)).toContain('`messages[0].content` of the request');
    expect(stage.upstream.arrived).toEqual([]);
  });

  test('sees a refusal as an answer, plain and streamed', async () => {
    const chat = await client().chat(ask('SOFTLY BLOCKME'));
    expect(chat).toMatchObject({ done: true, done_reason: 'content_filter' });
    expect(chat.message.content).toContain('Blocked by policy');
    const streamed = await client().chat({ ...ask('SOFTLY BLOCKME'), stream: true });
    await expect(readAll(streamed)).resolves.toContain('Blocked by policy');
    const generated = await client().generate({ model: 'llama-test', prompt: 'SOFTLY BLOCKME' });
    expect(generated.response).toContain('Blocked by policy');
  });

  test('gets what was redacted, on both ways and over lines', async () => {
    stage.upstream.script = lines(flow('It is RED', 'ACT', 'ME now.'));
    const chat = await client().chat({ ...ask('mine is REDACTME!'), stream: true });
    await expect(readAll(chat)).resolves.toBe('It is [GONE] now.');
    expect(stage.upstream.arrived[0]?.body.toString()).toContain('mine is [GONE]!');
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('loses tokens and context with what was redacted', async () => {
    stage.upstream.script = plain({
      ...head,
      response: 'It is REDACTME.',
      context: [1, 2, 3],
      logprobs: [{ token: 'It is REDACTME.', logprob: -1 }],
      ...end,
    });
    const generated = await client().generate({ model: 'llama-test', prompt: 'Hello.' });
    expect(generated).toMatchObject({ response: 'It is [GONE].', context: null, logprobs: null });
    expect(stage.proxy.interactions[1]?.unjudged).toMatchObject([
      { kind: 'tokens', at: ['context'] },
    ]);
  });

  test('sees an upstream’s error as it is, and a stream that was cut as an error', async () => {
    stage.upstream.script = plain({ error: 'model not found' }, 404);
    await expect(client().chat(ask('Hello.'))).rejects.toMatchObject({
      error: 'model not found',
      status_code: 404,
    });
    stage.upstream.script = lines(flow('We').slice(0, -1));
    const chat = client().chat({ ...ask('Hello.'), stream: true });
    await expect(chat).rejects.toMatchObject({ status_code: 502 });
  });

  test('generates, embeds, shows and lists models, with the built-in one', async () => {
    stage.upstream.script = lines([
      { ...head, response: 'We' },
      { ...head, response: 'll.', ...end },
    ]);
    const generated = await client().generate({
      model: 'llama-test',
      prompt: 'Hello.',
      system: 'Be brief.',
      context: [1, 2],
      stream: true,
    });
    await expect(readAll(generated)).resolves.toBe('Well.');
    expect(stage.proxy.interactions[0]?.unjudged).toMatchObject([{ kind: 'tokens', bytes: 2 }]);
    stage.upstream.script = plain({ model: 'llama-test', embeddings: [[0.5, 0.25]] });
    const embedded = await client().embed({ model: 'llama-test', input: ['Hello.', 'you'] });
    expect(embedded.embeddings).toEqual([[0.5, 0.25]]);
    await expect(client().embed({ model: 'llama-test', input: ['BLOCKME'] })).rejects.toMatchObject(
      { status_code: 400 },
    );
    stage.upstream.script = plain({ license: 'MIT', details: {}, model_info: {} });
    await expect(client().show({ model: 'llama-test' })).resolves.toMatchObject({ license: 'MIT' });
    stage.upstream.script = plain({ models: [{ name: 'llama-test', model: 'llama-test' }] });
    const { models } = await client().list();
    expect(models.map(({ name }) => name)).toEqual(['llama-test', 'sandbox']);
    stage.upstream.script = plain({ version: '1.2.3' });
    await expect(client().version()).resolves.toEqual({ version: '1.2.3' });
  });
});

describe('what a line says beside its text', () => {
  const cases: readonly [string, Line][] = [
    ['a thought', answer({ thinking: 'BLOCKME' })],
    ['a call', answer({ tool_calls: [{ function: { name: 'a', arguments: { b: 'BLOCKME' } } }] })],
    [
      'a name of a call',
      answer({ tool_calls: [{ function: { name: 'BLOCKME', arguments: {} } }] }),
    ],
    ['a member of another time', answer({}, { news: { from: ['BLOCKME'] } })],
  ];

  test.each(cases)('is judged: %s', async (_, line) => {
    stage.upstream.script = lines([line, answer({}, end)]);
    const chat = client().chat({ ...ask('Hello.'), stream: true });
    await expect(chat.then(readAll)).rejects.toThrow('Blocked by policy');
  });

  test('keeps calls of two lines apart', async () => {
    const tool = (name: string): Line =>
      answer({ tool_calls: [{ function: { name, arguments: { path: '/same' } } }] });
    stage.upstream.script = lines([tool('read'), tool('delete'), answer({}, end)]);
    await readAll(await client().chat({ ...ask('Hello.'), stream: true }));
    const calls = stage.proxy.interactions[1]?.parts.filter((part) => part.text === '/same');
    expect(calls?.map(({ tool: called }) => called)).toEqual([
      { name: 'read', args: { path: '/same' } },
      { name: 'delete', args: { path: '/same' } },
    ]);
  });
});

describe('names that Ollama’s server would take for others', () => {
  const send = (body: string) => call(`${stage.proxy.url}/api/chat`, { key: 'k', body });

  test.each([
    '{"model":"m","Stream":false,"messages":[]}',
    '{"model":"m","\u017ftream":false,"messages":[]}',
    '{"model":"m","messages":[{"role":"user","content":"a","Content":"b"}]}',
    '{"model":"m","messages":[{"Role":"system","content":"a"}]}',
  ])('are refused: %s', async (body) => {
    const refused = await send(body);
    expect(refused.status).toBe(400);
    expect(stage.upstream.arrived).toEqual([]);
  });

  test('and a request without a word about it streams', async () => {
    stage.upstream.script = lines(flow('We', 'll.'));
    const answered = await fetch(`${stage.proxy.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ask('Hello.')),
    });
    await answered.text();
    expect(answered.headers.get('content-type')).toBe('application/x-ndjson');
    expect(stage.proxy.interactions[0]?.stream).toBe(true);
  });
});

describe('the sandbox', () => {
  test('answers, streams, calls a tool and embeds', async () => {
    const hello = { model: 'sandbox', messages: [{ role: 'user', content: 'Hello.' }] };
    const chat = await client('/sandbox').chat(hello);
    expect(chat.message.content).toBe('You said: Hello.');
    const streamed = await client('/sandbox').chat({ ...hello, stream: true });
    await expect(readAll(streamed)).resolves.toBe('You said: Hello.');
    const called = await client('/sandbox').chat({
      model: 'sandbox',
      messages: [{ role: 'user', content: 'use mail' }],
      tools: [{ type: 'function', function: { name: 'mail', description: 'sends' } }],
    });
    expect(called.message.tool_calls).toMatchObject([
      { function: { name: 'mail', arguments: { input: 'use mail' } } },
    ]);
    const { embeddings } = await client('/sandbox').embed({ model: 'sandbox', input: 'Hello.' });
    expect(embeddings[0]).toHaveLength(8);
    const generated = await client('/sandbox').generate({ model: 'sandbox', prompt: 'Hello.' });
    expect(generated.response).toBe('You said: Hello.');
  });
});
