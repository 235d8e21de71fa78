/** An upstream that nobody here wrote: where no rule fires, its very bytes arrive, in every format, plain and streamed. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { LLMock } from '@copilotkit/aimock';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { mountProxy, type Mounted } from './support.ts';

let mock: LLMock;
let relay: Upstream;
let proxy: Mounted;
/** What the mock said to the last call, since its ids differ from call to call. */
let said: { readonly status: number; readonly type: string; readonly body: Buffer };

beforeAll(async () => {
  mock = new LLMock({ port: 0, chunkSize: 4 });
  mock.onMessage('hello', {
    content: 'Hello “you”, \\ and a second line.\nHere it is: ünïcödé 🎈.',
  });
  mock.onMessage('think', { content: 'Done.', reasoning: 'First this, then that.' });
  mock.onMessage('call', {
    toolCalls: [
      { name: 'mail', arguments: '{"to":"ada","text":"a \\"quoted\\" word"}' },
      { name: 'note', arguments: '{"count":3}' },
    ],
  });
  await mock.start();
  relay = await startUpstream(async (arrived, response) => {
    const answer = await fetch(`${mock.url}${arrived.url}`, {
      method: arrived.method,
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: arrived.body.toString(),
    });
    const type = answer.headers.get('content-type') ?? '';
    said = { status: answer.status, type, body: Buffer.from(await answer.arrayBuffer()) };
    response.writeHead(said.status, { 'content-type': type });
    response.end(said.body);
  });
  const { url } = relay;
  proxy = await mountProxy([
    { name: 'openai', family: 'openai', baseUrl: `${url}/v1` },
    { name: 'anthropic', family: 'anthropic', baseUrl: url },
    { name: 'gemini', family: 'gemini', baseUrl: url },
    { name: 'ollama', family: 'ollama', baseUrl: url },
  ]);
});

beforeEach(() => {
  proxy.events.splice(0);
  proxy.interactions.splice(0);
});

afterAll(async () => {
  await proxy.close();
  await relay.close();
  await mock.stop();
});

type Ask = (prompt: string, stream: boolean) => { readonly path: string; readonly body: unknown };

const wanted: Readonly<Record<string, readonly [text: string, kind: string]>> = {
  hello: ['ünïcödé 🎈', 'assistant'],
  think: ['First this, then that.', 'reasoning'],
  call: ['ada', 'tool_call'],
};

const turns = (prompt: string) => [{ role: 'user', content: prompt }];

const formats: readonly [name: string, ask: Ask][] = [
  [
    'OpenAI chat completions',
    (prompt, stream) => ({
      path: '/v1/chat/completions',
      body: { model: 'gpt-4o', messages: turns(prompt), stream },
    }),
  ],
  [
    'OpenAI Responses',
    (prompt, stream) => ({
      path: '/v1/responses',
      body: { model: 'gpt-4o', input: prompt, stream },
    }),
  ],
  [
    'Anthropic Messages',
    (prompt, stream) => ({
      path: '/v1/messages',
      body: { model: 'claude-sonnet-4', max_tokens: 99, messages: turns(prompt), stream },
    }),
  ],
  [
    'Gemini',
    (prompt, stream) => ({
      path: `/v1beta/models/gemini-2.5-pro:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      body: { contents: [{ role: 'user', parts: [{ text: prompt }] }] },
    }),
  ],
  [
    'Ollama chat',
    (prompt, stream) => ({
      path: '/api/chat',
      body: { model: 'llama3', messages: turns(prompt), stream },
    }),
  ],
  [
    'Ollama generate',
    (prompt, stream) => ({ path: '/api/generate', body: { model: 'llama3', prompt, stream } }),
  ],
];

const calls = formats.flatMap(([name, ask]) =>
  Object.keys(wanted)
    .filter((prompt) => name !== 'Ollama generate' || prompt !== 'call')
    .flatMap((prompt) => [false, true].map((stream) => ({ name, ask, prompt, stream }))),
);

test.each(calls)('$name, $prompt, streamed: $stream', async ({ name, ask, prompt, stream }) => {
  const { path, body } = ask(prompt, stream);
  const answer = await fetch(`${proxy.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(relay.arrived.at(-1)?.body.toString()).toBe(JSON.stringify(body));
  expect(bytes.toString()).toBe(said.body.toString());
  expect([answer.status, said.status]).toEqual([200, 200]);
  const [, answered] = proxy.interactions;
  const [text, kind] = wanted[prompt] ?? ['', ''];
  const found = answered?.parts.find((part) => part.text.includes(text));
  // Its Ollama says thoughts under a name that Ollama has not, which are judged all the same.
  const strange = prompt === 'think' && name.startsWith('Ollama');
  expect([found?.kind, found?.mapped]).toEqual(strange ? ['assistant', false] : [kind, true]);
  if (!strange) expect(answered?.parts.filter((part) => !part.mapped)).toEqual([]);
  expect(proxy.bugs).toEqual([]);
});
