/** A bug in what an entry was to hold leaves no exchange without its end on record. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import {
  answerJson,
  answerStream,
  chatCompletion,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { judgeBy, mountProxy, openaiAt, type Mounted } from './support.ts';

const byCard = judgeBy({
  rules: [{ id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' }],
});

let upstream: Upstream;
const mounted: Mounted[] = [];
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  for (const each of mounted) await each.close();
  await upstream.close();
});

async function mount(breaks: (turn: number) => boolean): Promise<Mounted> {
  const proxy = await mountProxy([openaiAt(upstream.url)], { judge: byCard });
  mounted.push(proxy);
  let turn = 0;
  proxy.onRecord = ({ type }) => {
    if (type === 'request') return;
    turn += 1;
    if (breaks(turn)) throw new TypeError('a bug of the test');
  };
  return proxy;
}

const messages = [{ role: 'user', content: 'hi' }];
const ask = (proxy: Mounted, stream: boolean) =>
  call(`${proxy.url}/v1/chat/completions`, { body: { model: 'm', stream, messages } });

test('an answer whose entry cannot be made is on record as failed, and does not go', async () => {
  const proxy = await mount((turn) => turn === 1);
  upstream.script = (_, response) => answerJson(response, chatCompletion('All is well.'));
  const { status, text } = await ask(proxy, false);
  expect(status).toBe(500);
  expect(text).not.toContain('All is well.');
  expect(proxy.bugs).toHaveLength(1);
  expect(proxy.events.map(({ type }) => type)).toEqual(['request', 'failed']);
  expect(proxy.events[1]).toMatchObject({
    status: 500,
    bytesOut: 0,
    ruling: { action: 'allow' },
    outcome: { delivered: 'none', endedBy: 'gateway' },
    contents: {},
  });
});

test('a stream whose entry cannot be made is on record as failed, and ends with an error', async () => {
  const proxy = await mount((turn) => turn === 1);
  upstream.script = (_, response) =>
    answerStream(response, 'the weather is clear today '.repeat(30).match(/.{1,9}/g) ?? []);
  const { text } = await ask(proxy, true);
  expect(text).toContain('"code":"internal"');
  expect(text).not.toContain('[DONE]');
  expect(proxy.events.map(({ type }) => type)).toEqual(['request', 'failed']);
  expect(proxy.events[1]).toMatchObject({
    outcome: { delivered: 'partial', endedBy: 'gateway' },
    contents: {},
  });
});

test('a stream of which nothing has gone by then does not go either', async () => {
  const proxy = await mount((turn) => turn === 1);
  const choices = [{ index: 0, delta: { content: 'All is well.' }, finish_reason: 'stop' }];
  upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ id: 'c', choices })}\n\ndata: [DONE]\n\n`);
  };
  const { status, text } = await ask(proxy, true);
  expect([status, text.includes('All is well.')]).toEqual([500, false]);
  expect(proxy.events.map(({ type }) => type)).toEqual(['request', 'failed']);
  expect(proxy.events[1]).toMatchObject({
    status: 500,
    bytesOut: 0,
    outcome: { delivered: 'none', endedBy: 'gateway' },
  });
});

test('where that entry cannot be made either, both bugs are told and nothing goes', async () => {
  const proxy = await mount(() => true);
  upstream.script = (_, response) => answerJson(response, chatCompletion('All is well.'));
  const { status } = await ask(proxy, false);
  expect(status).toBe(500);
  expect(proxy.bugs).toHaveLength(2);
  expect(proxy.events.map(({ type }) => type)).toEqual(['request']);
});

test('a refusal whose entry cannot be made is told all the same, and the bug as well', async () => {
  const proxy = await mountProxy([openaiAt(upstream.url)], { judge: byCard });
  mounted.push(proxy);
  proxy.onRecord = () => {
    throw new TypeError('a bug of the test');
  };
  const { status } = await call(`${proxy.url}/v1/chat/completions`, { body: { model: 'm' } });
  expect([status, proxy.events, proxy.bugs.length]).toEqual([400, [], 1]);
});
