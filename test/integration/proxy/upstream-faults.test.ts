/** Upstreams that fail, stall, lie or leave, and clients that do: told in the client's shape, recorded once, never passed unjudged. */
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { TerminalEvent } from '../../../src/governance/event.ts';
import { call, type Answered } from '../../support/call.ts';
import {
  answerJson,
  answerStream,
  chatCompletion,
  paceStream,
  startUpstream,
  type Script,
  type Upstream,
} from '../../support/upstream.ts';
import { mountProxy, openaiAt, waitFor, type Mounted } from './support.ts';

let upstream: Upstream;
let proxy: Mounted;

beforeAll(async () => {
  upstream = await startUpstream();
  proxy = await mountProxy([openaiAt(upstream.url)]);
});

afterEach(() => {
  upstream.clear();
  proxy.events.splice(0);
  proxy.bugs.splice(0);
  proxy.failRecord = () => false;
  proxy.onRecord = () => undefined;
  proxy.onJudge = () => undefined;
});

afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

function ask(mounted: Mounted, content = 'hi', more: object = {}): Promise<Answered> {
  return call(`${mounted.url}/v1/chat/completions`, {
    body: { model: 'gpt-test', messages: [{ role: 'user', content }], ...more },
  });
}

function terminal(mounted: Mounted): Partial<TerminalEvent> {
  expect(mounted.events).toHaveLength(2);
  expect(mounted.events[0]?.type).toBe('request');
  return mounted.events[1] as TerminalEvent;
}

type Raw = { readonly url: string; readonly sockets: Socket[]; readonly close: () => void };

/** Answers every connection with these bytes; `end` closes it behind them. */
async function startRaw(bytes: string | Buffer, end = true): Promise<Raw> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(bytes);
      if (end) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    sockets,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const body = JSON.stringify(chatCompletion('canary'));

describe('an answer that is not what it should be becomes 502 where it', () => {
  test.each<readonly [name: string, bytes: string | Buffer]>([
    ['is empty', `${ok}content-length: 0\r\n\r\n`],
    ['is no JSON', `${ok}content-length: 6\r\n\r\ncanary`],
    ['is JSON with a member twice', `${ok}content-length: 25\r\n\r\n{"a":"canary","a":"more"}`],
    [
      'is invalid UTF-8',
      Buffer.concat([
        Buffer.from(`${ok}content-length: 3\r\n\r\n`),
        Buffer.from([0x22, 0xff, 0x22]),
      ]),
    ],
    [
      'is HTML',
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 13\r\n\r\n<p>canary</p>',
    ],
    ['has no type', `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`],
    [
      'is a redirect',
      `HTTP/1.1 307 x\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n`,
    ],
    [
      'asks for the credentials of a proxy',
      'HTTP/1.1 407 x\r\nproxy-authenticate: Basic realm="canary"\r\ncontent-length: 0\r\n\r\n',
    ],
    ['has a status that there is not', 'HTTP/1.1 999 x\r\ncontent-length: 0\r\n\r\n'],
    [
      'is to have no content and has some',
      'HTTP/1.1 205 x\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\ncanary',
    ],
    ['is to have no content, and goes on', 'HTTP/1.1 204 x\r\ncontent-length: 6\r\n\r\ncanary'],
    ['changes protocols', `HTTP/1.1 101 x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`],
    ['is shorter than it says', `${ok}content-length: ${body.length + 1}\r\n\r\n${body}`],
    ['is longer than it says', `${ok}content-length: ${body.length - 20}\r\n\r\n${body}`],
    [
      'is followed by what is no answer',
      `${ok}content-length: ${body.length}\r\n\r\n${body}canary`,
    ],
    [
      'is an error that is longer than it says',
      'HTTP/1.1 500 x\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\ncanary',
    ],
    [
      'is a stream that is longer than it says',
      'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 14\r\n\r\ndata: [DONE]\n\ndata: canary',
    ],
    [
      'breaks off between chunks',
      `${ok}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`,
    ],
    ['is larger than allowed', `${ok}content-length: 2000000\r\n\r\n${' '.repeat(2_000_000)}`],
    [
      'is larger than allowed, in chunks',
      `${ok}transfer-encoding: chunked\r\n\r\n1e8480\r\n${' '.repeat(2_000_000)}\r\n0\r\n\r\n`,
    ],
    [
      'is packed in an unknown way',
      `${ok}content-encoding: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ],
    ['is no HTTP', 'canary\r\n\r\n'],
    ['has two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`],
    ['has endless headers', `${ok}${'x: y\r\n'.repeat(20_000)}`],
    [
      'is a stream that stops',
      'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {"choices":[{"index":0,"delta":{"content":"canary"}}]}\n\n',
    ],
    [
      'is a stream of no JSON',
      'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: canary\n\ndata: [DONE]\n\n',
    ],
    ['is an empty stream', 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n'],
    [
      'is an error of bytes that are no text',
      Buffer.concat([
        Buffer.from('HTTP/1.1 500 x\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\n'),
        Buffer.from([0xff]),
      ]),
    ],
  ])('%s', async (_, bytes) => {
    const raw = await startRaw(bytes);
    const mounted = await mountProxy([openaiAt(raw.url)]);
    const answer = await ask(mounted);
    expect(answer.status).toBe(502);
    expect(answer.json).toMatchObject({ error: { type: 'server_error', code: 'upstream_failed' } });
    expect(answer.text).not.toContain('canary');
    expect(terminal(mounted)).toMatchObject({
      type: 'failed',
      status: 502,
      outcome: { delivered: 'none', endedBy: 'upstream' },
    });
    expect(mounted.bugs).toEqual([]);
    await mounted.close();
    raw.close();
  });
});

test.each([
  ['301 Moved\r\nlocation: https://canary/', 'the status 301: redirects are not followed here'],
  ['200 OK\r\ncontent-type: text/html', 'neither JSON nor a stream, as its content-type has it'],
])('an upstream that is asked at a wrong address is told of as one: %s', async (head, why) => {
  const raw = await startRaw(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`);
  const mounted = await mountProxy([openaiAt(raw.url)]);
  const { text } = await ask(mounted);
  expect(text).toContain(why);
  expect(text).toContain('see whether the base URL of `openai` is right');
  await mounted.close();
  raw.close();
});

describe('an upstream that does not answer', () => {
  test('because nobody listens: 502 that names it', async () => {
    const mounted = await mountProxy([openaiAt('http://127.0.0.1:1')]);
    const answer = await ask(mounted);
    expect(answer.status).toBe(502);
    expect(answer.text).toContain(
      'the upstream `openai` did not answer: nobody listens there (ECONNREFUSED)',
    );
    expect(answer.text).not.toContain('provider-key');
    expect(terminal(mounted).type).toBe('failed');
    await mounted.close();
  });

  test.each([
    ['at all', '', 'upstreamFirstByteTimeoutMs', 'sent nothing in 0.1 s'],
    [
      'beyond its head',
      `${ok}content-length: 100\r\n\r\n{`,
      'upstreamIdleTimeoutMs',
      'sent nothing more in 0.1 s',
    ],
  ])('%s: 504 in time', async (_, bytes, limit, reason) => {
    const raw = await startRaw(bytes, false);
    const mounted = await mountProxy([openaiAt(raw.url)], { limits: { [limit]: 100 } });
    const answer = await ask(mounted);
    expect(answer.status).toBe(504);
    expect(terminal(mounted)).toMatchObject({
      type: 'failed',
      reason: expect.stringContaining(reason),
    });
    await waitFor(() => raw.sockets.every((socket) => socket.destroyed || socket.readableEnded));
    await mounted.close();
    raw.close();
  });

  test('a handshake: 504 in time', async () => {
    const raw = await startRaw('', false);
    const mounted = await mountProxy([openaiAt(raw.url.replace('http:', 'https:'))], {
      limits: { upstreamConnectTimeoutMs: 100 },
    });
    expect((await ask(mounted)).status).toBe(504);
    expect(terminal(mounted)).toMatchObject({
      reason: 'the upstream `openai` could not be reached in 0.1 s',
    });
    await mounted.close();
    raw.close();
  });

  test('as far as a busy gateway has looked, but did: what came is taken', async () => {
    const mounted = await mountProxy([openaiAt(upstream.url)], {
      limits: { upstreamConnectTimeoutMs: 50 },
    });
    upstream.script = (_arrived, response) => answerJson(response, chatCompletion('hello'));
    mounted.onRecord = ({ type }) => {
      if (type !== 'request') return;
      setImmediate(() => {
        const untilMs = performance.now() + 200;
        while (performance.now() < untilMs);
      });
    };
    expect((await ask(mounted)).status).toBe(200);
    await mounted.close();
  });

  test('to its end, but goes on and on: 504 in time', async () => {
    const mounted = await mountProxy([openaiAt(upstream.url)], {
      limits: { upstreamTotalTimeoutMs: 200 },
    });
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    };
    expect((await ask(mounted)).status).toBe(504);
    await mounted.close();
  });
});

describe('an upstream’s own error', () => {
  test('reaches the client as it is, with its limits and its advice', async () => {
    const error = {
      error: { message: 'slow down', type: 'tokens', param: null, code: 'rate_limit_exceeded' },
    };
    upstream.script = (_arrived, response) => {
      response.setHeader('retry-after', '7');
      response.setHeader('retry-after-ms', '7000');
      response.setHeader('x-ratelimit-remaining-tokens', '0');
      response.setHeader('x-request-id', 'req_upstream');
      response.setHeader('set-cookie', 'a=b');
      response.setHeader('server', 'secret');
      answerJson(response, error, 429);
    };
    const answer = await ask(proxy);
    expect(answer.status).toBe(429);
    expect(answer.json).toEqual(error);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '7',
      'retry-after-ms': '7000',
      'x-ratelimit-remaining-tokens': '0',
      'x-upstream-request-id': 'req_upstream',
    });
    expect(answer.headers.has('set-cookie') || answer.headers.has('server')).toBe(false);
    expect(terminal(proxy)).toMatchObject({
      type: 'failed',
      status: 429,
      outcome: { endedBy: 'upstream' },
    });
  });

  test.each([
    [
      'JSON',
      'application/json',
      '{"error":{"message":"you said REDACTME"}}',
      '{"error":{"message":"you said [GONE]"}}',
    ],
    ['text', 'text/html', '<p>you said REDACTME</p>', '<p>you said [GONE]</p>'],
  ])('that repeats the prompt in %s is judged and redacted', async (_, type, said, expected) => {
    upstream.script = (_arrived, response) => {
      response.writeHead(400, { 'content-type': type }).end(said);
    };
    const answer = await ask(proxy);
    expect(answer.status).toBe(400);
    expect(answer.text).toBe(expected);
  });

  test('that holds what nobody can read is listed as one that does', async () => {
    const image = `data:image/png;base64,${Buffer.alloc(300, 1).toString('base64')}`;
    upstream.script = (_arrived, response) => {
      answerJson(response, { error: { message: 'no picture', image } }, 400);
    };
    const answer = await ask(proxy);
    expect([answer.status, answer.headers.get('x-governance-coverage')]).toEqual([400, 'partial']);
    expect(terminal(proxy)).toMatchObject({
      type: 'failed',
      coverage: { unjudged: [{ kind: 'image', at: ['error', 'image'] }] },
    });
  });

  test('that holds what a rule blocks is withheld, and keeps its status', async () => {
    upstream.script = (_arrived, response) => {
      answerJson(response, { error: { message: 'BLOCKME' } }, 503);
    };
    const answer = await ask(proxy);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('BLOCKME');
    expect(terminal(proxy)).toMatchObject({ type: 'blocked' });
  });
});

describe('an answer of the other kind than asked for is judged all the same', () => {
  test('JSON to a request that streams', async () => {
    upstream.script = (_arrived, response) => answerJson(response, chatCompletion('BLOCKME'));
    expect((await ask(proxy, 'hi', { stream: true })).status).toBe(400);
    expect(terminal(proxy).type).toBe('blocked');
  });

  test('a stream to a request that does not', async () => {
    upstream.script = (_arrived, response) => answerStream(response, ['BLO', 'CKME']);
    expect((await ask(proxy)).status).toBe(400);
    expect(terminal(proxy).type).toBe('blocked');
  });

  test('packed though nobody asked for that', async () => {
    upstream.script = (_arrived, response) => {
      const packed = gzipSync(JSON.stringify(chatCompletion('fine')));
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(packed);
    };
    const answer = await ask(proxy);
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(answer.json).toEqual(chatCompletion('fine'));
  });
});

describe('the record', () => {
  test('holds the request before the upstream is contacted, and the end before the answer leaves', async () => {
    const order: string[] = [];
    upstream.script = (_arrived, response) => {
      order.push('upstream');
      answerJson(response, chatCompletion('fine'));
    };
    proxy.onRecord = async (event) => {
      order.push(`${event.type} begins`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      order.push(`${event.type} durable`);
    };
    await ask(proxy);
    order.push('client');
    expect(order).toEqual([
      'request begins',
      'request durable',
      'upstream',
      'answered begins',
      'answered durable',
      'client',
    ]);
  });

  test('that cannot take the request: 503, and the upstream is never contacted', async () => {
    proxy.failRecord = () => true;
    const answer = await ask(proxy);
    expect(answer.status).toBe(503);
    expect(answer.json).toMatchObject({ error: { code: 'audit_unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(upstream.arrived).toEqual([]);
  });

  test('that cannot take the end: 503, and nothing is released', async () => {
    upstream.script = (_arrived, response) => answerJson(response, chatCompletion('canary'));
    proxy.failRecord = (event) => event.type === 'answered';
    const answer = await ask(proxy);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('canary');
  });
});

/** A client that has left is gone for the gateway only when its connection has told so. */
async function seeLeave(client: AbortController): Promise<void> {
  const before = proxy.left();
  client.abort();
  await waitFor(() => proxy.left() > before);
}

describe('a client that leaves', () => {
  test('ends the call at the upstream at once, and its end is recorded', async () => {
    let aborted = false;
    upstream.script = (_arrived, response) => {
      response.on('close', () => (aborted = true));
    };
    const leaving = new AbortController();
    const answer = fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"gpt-test","messages":[]}',
      signal: leaving.signal,
    });
    await waitFor(() => upstream.arrived.length === 1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await waitFor(() => aborted);
    await waitFor(() => proxy.events.length === 2);
    expect(terminal(proxy)).toMatchObject({
      type: 'aborted',
      bytesOut: 0,
      outcome: { delivered: 'none', endedBy: 'client' },
    });
    expect(proxy.bugs).toEqual([]);
  });

  test('while its request is put on record never reaches the upstream', async () => {
    const leaving = new AbortController();
    proxy.onRecord = async (event) => {
      if (event.type !== 'request') return;
      await seeLeave(leaving);
    };
    const answer = fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"model":"gpt-test","messages":[]}',
      signal: leaving.signal,
    });
    await expect(answer).rejects.toThrow();
    await waitFor(() => proxy.events.length === 2);
    expect(terminal(proxy).type).toBe('aborted');
    expect(upstream.arrived).toEqual([]);
  });
});

test('a client that leaves while its answer is judged is not said to have got it', async () => {
  const leaving = new AbortController();
  upstream.script = (_arrived, response) => {
    answerJson(response, chatCompletion('fine'));
  };
  proxy.onJudge = async (interaction) => {
    if (interaction.stage === 'request') return;
    await seeLeave(leaving);
  };
  const answer = fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"model":"gpt-test","messages":[]}',
    signal: leaving.signal,
  });
  await expect(answer).rejects.toThrow();
  await waitFor(() => proxy.events.length === 2);
  expect(terminal(proxy)).toMatchObject({ type: 'aborted', outcome: { endedBy: 'client' } });
});

test('connections to the upstream are kept and used again', async () => {
  upstream.script = (_arrived, response) => answerJson(response, chatCompletion('fine'));
  const ports = new Set<number | undefined>();
  const seen = await startUpstream((arrived, response) => {
    ports.add(response.req.socket.remotePort);
    answerJson(response, chatCompletion('fine'));
  });
  const mounted = await mountProxy([openaiAt(seen.url)]);
  for (let turn = 0; turn < 5; turn += 1) expect((await ask(mounted)).status).toBe(200);
  expect(ports.size).toBe(1);
  await mounted.close();
  await seen.close();
});

test('more exchanges than allowed are refused, not queued', async () => {
  const mounted = await mountProxy([openaiAt(upstream.url)], { limits: { exchangesMax: 1 } });
  let release = (): void => undefined;
  upstream.script = (_arrived, response) => {
    release = () => answerJson(response, chatCompletion('fine'));
  };
  const first = ask(mounted);
  await waitFor(() => upstream.arrived.length === 1);
  const second = await ask(mounted);
  expect(second.status).toBe(503);
  expect(second.json).toMatchObject({ error: { code: 'overloaded' } });
  release();
  expect((await first).status).toBe(200);
  await mounted.close();
});

describe('the time that an upstream took', () => {
  const answers: (readonly [string, number])[] = [];
  let timed: Mounted;
  beforeAll(async () => {
    const onAnswer = (name: string, ms: number): void => void answers.push([name, ms]);
    timed = await mountProxy([openaiAt(upstream.url)], { onAnswer });
  });
  afterEach(() => {
    answers.splice(0);
    timed.events.splice(0);
  });
  afterAll(() => timed.close());

  test.each<readonly [string, object, Script]>([
    ['a whole answer', {}, (_, response) => later(() => answerJson(response, chatCompletion('a')))],
    ['a stream', { stream: true }, async (_, response) => paceStream(response, ['a'], 60)],
    ['an error', {}, (_, response) => later(() => answerJson(response, { error: {} }, 500))],
  ])('is told of %s, to its end', async (_, more, script) => {
    upstream.script = script;
    await ask(timed, 'hi', more);
    expect(answers).toEqual([['openai', expect.any(Number)]]);
    expect(answers[0]?.[1]).toBeGreaterThanOrEqual(50);
    expect(answers[0]?.[1]).toBeLessThan(5_000);
  });

  test('is not told of an answer that breaks off, nor of one that never came', async () => {
    upstream.script = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
      response.write('{');
      later(() => response.destroy());
    };
    expect((await ask(timed)).status).toBe(502);
    upstream.script = (_, response) => void response.destroy();
    expect((await ask(timed)).status).toBe(502);
    expect(answers).toEqual([]);
  });
});

function later(act: () => void): void {
  setTimeout(act, 60);
}
