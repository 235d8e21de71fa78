/** Live streams of an upstream that nobody here wrote: where no rule fires its bytes arrive, and most of them before its end. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LLMock } from '@copilotkit/aimock';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { judgeBy, mountProxy, waitFor, type Mounted } from './support.ts';

const judge = judgeBy({
  rules: [{ id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' }],
});

let mock: LLMock;
let relay: Upstream;
let proxy: Mounted;
let said = '';
/** Lets the upstream go on to its last bytes. */
let finish = (): void => undefined;

beforeAll(async () => {
  mock = new LLMock({ port: 0, chunkSize: 7 });
  const content = 'Hello “you”, \\ and a second line.\nHere it is: ünïcödé ✓. '.repeat(30);
  mock.onMessage('long', { content });
  await mock.start();
  relay = await startUpstream(async (arrived, response) => {
    const answer = await fetch(`${mock.url}${arrived.url}`, {
      method: arrived.method,
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: arrived.body.toString(),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    said = body.toString();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    const most = Math.floor(body.length * 0.8);
    response.write(body.subarray(0, most));
    finish = () => response.end(body.subarray(most));
  });
  const { url } = relay;
  proxy = await mountProxy(
    [
      { name: 'openai', family: 'openai', baseUrl: `${url}/v1` },
      { name: 'anthropic', family: 'anthropic', baseUrl: url },
      { name: 'gemini', family: 'gemini', baseUrl: url },
      { name: 'ollama', family: 'ollama', baseUrl: url },
    ],
    // A busy machine must not look like an upstream that stalls.
    { judge, limits: { upstreamIdleTimeoutMs: 30_000, upstreamTotalTimeoutMs: 60_000 } },
  );
});

afterAll(async () => {
  await proxy.close();
  await relay.close();
  await mock.stop();
});

const stream = true;
const messages = [{ role: 'user', content: 'long' }];
const contents = [{ role: 'user', parts: [{ text: 'long' }] }];

test.each<[string, object]>([
  ['/v1/chat/completions', { model: 'gpt-4o', messages, stream }],
  ['/v1/responses', { model: 'gpt-4o', input: 'long', stream }],
  ['/v1/messages', { model: 'claude-sonnet-4', max_tokens: 99, messages, stream }],
  ['/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse', { contents }],
  ['/api/chat', { model: 'llama3', messages, stream }],
  ['/api/generate', { model: 'llama3', prompt: 'long', stream }],
])('%s', async (path, body) => {
  const answer = await fetch(`${proxy.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.headers.get('x-governance-hold-back')]).toEqual([200, '80']);
  let text = '';
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const bytes of answer.body ?? [])
      text += decoder.decode(bytes as Uint8Array, { stream: true });
  })();
  // The Responses format says all of it again at its end, so much of that is not there yet.
  await waitFor(() => text.length > said.length / 3, 20_000);
  expect(text.length).toBeLessThan(said.length);
  finish();
  await reading;
  expect(text).toBe(said);
  expect(proxy.bugs).toEqual([]);
});
