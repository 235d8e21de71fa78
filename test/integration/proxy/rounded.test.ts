/** A number that JavaScript rounds and others read whole is judged as it is written, in both directions. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Judge } from '../../../src/proxy/house.ts';
import { call } from '../../support/call.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, type Mounted } from './support.ts';

const account = '4123456789012345677';
const live = judgeBy({
  patterns: { account: { keywords: [account] } },
  rules: [{ id: 'account', when: 'hit("account")', action: 'block' }],
});
/** Without a hold, so that streams are judged at their end. */
const held = (): Judge => {
  const judge = live();
  return (interaction) => judge(interaction);
};

let upstream: Upstream;
let proxies: Readonly<Record<'held' | 'live', Mounted>>;
beforeAll(async () => {
  upstream = await startUpstream();
  const mount = (judge: () => Judge) => mountProxy(familiesAt(upstream.url), { judge });
  proxies = { held: await mount(held), live: await mount(live) };
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) {
    expect(proxy.bugs).toEqual([]);
    await proxy.close();
  }
  await upstream.close();
});

/** As JSON, with the number where the text stands. */
const write = (body: unknown): string =>
  JSON.stringify(body).replaceAll(`"${account}"`, account).replaceAll('"E"', `${account}e0`);
const post = (way: 'held' | 'live', path: string, body: unknown) =>
  fetch(`${proxies[way].url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: write(body),
  });

const messages = [{ role: 'user', content: 'hi' }];
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
const used = { type: 'tool_use', id: 't', name: 'pay', input: { to: account } };
const asked: readonly (readonly [string, object])[] = [
  ['/v1/chat/completions', { model: 'm', messages, seed: account }],
  ['/v1/chat/completions', { model: 'm', messages, metadata: { x: 'E' } }],
  ['/v1/responses', { model: 'm', input: 'hi', metadata: { x: [account] } }],
  [
    '/v1/messages',
    { model: 'm', max_tokens: 9, messages: [{ role: 'assistant', content: [used] }] },
  ],
  ['/v1beta/models/g:generateContent', { contents, unknown: { x: account } }],
  ['/api/chat', { model: 'm', messages, options: { seed: account } }],
];

test.each(asked)('in a request to %s: %j', async (path, body) => {
  upstream.clear();
  expect((await post('held', path, body)).status).toBe(400);
  expect(upstream.arrived).toEqual([]);
});

const args = { to: account };
const gemini = {
  candidates: [
    { content: { parts: [{ functionCall: { name: 'pay', args } }] }, finishReason: 'STOP' },
  ],
};
const ollama = {
  ...{ model: 'm', created_at: '2026-11-23T12:00:00Z', done: true, done_reason: 'stop' },
  message: {
    role: 'assistant',
    content: '',
    tool_calls: [{ function: { name: 'pay', arguments: args } }],
  },
};

describe.each(['held', 'live'] as const)('in an answer that is %s', (way) => {
  test.each([
    ['/v1beta/models/g:generateContent', { contents }, 'application/json', write(gemini)],
    ['/api/chat', { model: 'm', messages, stream: false }, 'application/json', write(ollama)],
    [
      '/v1beta/models/g:streamGenerateContent?alt=sse',
      { contents },
      'text/event-stream',
      `data: ${write(gemini)}\n\n`,
    ],
    ['/api/chat', { model: 'm', messages }, 'application/x-ndjson', `${write(ollama)}\n`],
  ])('of %s to %j', async (path, body, type, answer) => {
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': type }).end(answer);
    };
    const text = await (await post(way, path, body)).text();
    expect(text).toContain('Blocked by policy');
    expect(text).not.toContain(account);
  });
});

test('in an error', async () => {
  upstream.script = (_arrived, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end(write({ error: account }));
  };
  const answer = await call(`${proxies.held.url}/v1/chat/completions`, {
    body: { model: 'm', messages },
  });
  expect(answer.text).not.toContain(account);
});
