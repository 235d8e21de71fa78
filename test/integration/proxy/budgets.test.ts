/** However an exchange ends, what was set aside for it is free again, and what it used is counted and on record. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBudgets, type Budgets } from '../../../src/budgets/budgets.ts';
import type { TerminalEvent } from '../../../src/governance/event.ts';
import { anthropicEvents, textBlock, writeAnthropic, type Event } from '../../support/answers.ts';
import {
  answerJson,
  answerStream,
  chatCompletion,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { until } from '../../support/until.ts';
import { judge, mountProxy, openaiAt, waitFor, type Mounted } from './support.ts';

/** For an upstream that says nothing; any other is to be given time. */
const silentMs = 500;
let upstreamFirstByteTimeoutMs = 30_000;

const reach = { keys: [], teams: [], models: [], per: [] };

let upstream: Upstream;
let gateway: Mounted;
let budgets: Budgets;
let folder: string;
beforeEach(async () => {
  upstream = await startUpstream();
  folder = mkdtempSync(join(tmpdir(), 'governance-budgets-'));
  budgets = await openBudgets({
    limits: {
      budgets: [
        { ...reach, name: 'requests', window: 'month', measure: 'requests', soft: 50, hard: 100 },
        { ...reach, name: 'tokens', window: 'month', measure: 'tokens', hard: 100_000 },
      ],
      concurrency: [{ ...reach, name: 'at-once', exchangesMax: 10 }],
      prices: { currency: 'EUR', unknown: 'free', models: [] },
      estimates: { bytesPerToken: 4, outputTokens: 100, attachmentTokens: 50 },
    },
    ...{ data: folder, leaseMs: 30_000, replicas: 1, storeTimeoutMs: 250, storeDown: 'share' },
    onDegraded: () => undefined,
  });
  gateway = await mount();
});
afterEach(async () => {
  await gateway.close();
  await upstream.close();
  await budgets.close();
  rmSync(folder, { recursive: true });
});

function mount(live = false): Promise<Mounted> {
  // A live stream: nothing of it is held back.
  const hold = () => ({ kind: 'live', characters: 0, again: false }) as const;
  const claude = { name: 'claude', family: 'anthropic', baseUrl: upstream.url } as const;
  const upstreams = [openaiAt(upstream.url), openaiAt(upstream.url, { name: 'second' }), claude];
  return mountProxy(upstreams, {
    reserve: budgets.reserve,
    routes: [
      {
        model: 'twice-*',
        upstream: 'openai',
        fallback: ['second'],
        attempts: 2,
        retryOn: ['error', 'timeout', 'broken'],
      },
    ],
    limits: { upstreamFirstByteTimeoutMs },
    ...(live && { judge: () => Object.assign(judge, { hold }) }),
  });
}

function ask(more: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-test',
      // 40 bytes: 10 tokens.
      messages: [{ role: 'user', content: 'Good morning to you all, and to me too..' }],
      ...more,
    }),
    ...(signal && { signal }),
  });
}

function say(content: string): Record<string, unknown> {
  return { messages: [{ role: 'user', content }] };
}

type Figures = { requests: number; tokens: number };

/** What is used, once nothing is under way. */
async function used(): Promise<Figures> {
  let accounts: readonly { readonly used: number; readonly reserved: number }[] = [];
  await until(
    async () => {
      const list = await budgets.list();
      accounts = list.map(({ accounts: [account] }) => account ?? { used: 0, reserved: 0 });
      return accounts.every(({ reserved }) => reserved === 0);
    },
    () => 'something stays set aside',
  );
  return { requests: accounts[0]?.used ?? 0, tokens: accounts[1]?.used ?? 0 };
}

function lastEnd(): TerminalEvent {
  const event = gateway.events.at(-1);
  if (event === undefined || !('outcome' in event)) throw new Error('the exchange has no end');
  return event;
}

const nothing = { requests: 0, tokens: 0 };

describe('nothing is used by', () => {
  test('a request that is blocked', async () => {
    expect((await ask(say('BLOCKME'))).status).toBe(400);
    expect(await used()).toEqual(nothing);
    expect(lastEnd().spent).toBeUndefined();
  });

  test('a request that could not be recorded', async () => {
    gateway.failRecord = ({ type }) => type === 'request';
    expect((await ask()).status).toBe(503);
    expect(await used()).toEqual(nothing);
    expect(upstream.arrived).toHaveLength(0);
  });

  test('a request that could not be judged', async () => {
    gateway.onJudge = () => {
      throw new Error('a bug');
    };
    expect((await ask()).status).toBe(500);
    expect(await used()).toEqual(nothing);
    gateway.bugs.length = 0;
  });

  test('a call whose upstream failed, however often it was tried', async () => {
    upstream.script = (_arrived, response) => answerJson(response, { error: {} }, 500);
    expect((await ask({ model: 'twice-1' })).status).toBe(500);
    expect(upstream.arrived).toHaveLength(2);
    expect(await used()).toEqual(nothing);
  });

  test('a call whose upstream breaks off before it answers, or in an error', async () => {
    upstream.script = (_arrived, response) => void response.socket?.destroy();
    expect((await ask()).status).toBe(502);
    upstream.script = (_arrived, response) => {
      response.writeHead(500, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"error', () => response.socket?.destroy());
    };
    expect((await ask()).status).toBe(502);
    expect(await used()).toEqual(nothing);
  });
});

describe('what is used is counted of', () => {
  test('an answer that is blocked', async () => {
    upstream.script = (_arrived, response) => answerJson(response, chatCompletion('BLOCKME'));
    expect((await ask()).status).toBe(400);
    expect(await used()).toEqual({ requests: 1, tokens: 7 });
    expect(lastEnd()).toMatchObject({ type: 'blocked', spent: { input: 3, output: 4 } });
  });

  test('an answer whose end could not be recorded', async () => {
    gateway.failRecord = ({ type }) => type === 'answered';
    expect((await ask()).status).toBe(503);
    expect(await used()).toEqual({ requests: 1, tokens: 7 });
  });

  test('a call that was tried twice: once', async () => {
    upstream.script = (_arrived, response) => {
      if (upstream.arrived.length === 1) answerJson(response, { error: {} }, 500);
      else answerJson(response, chatCompletion('All is well.'));
    };
    expect((await ask({ model: 'twice-1' })).status).toBe(200);
    expect(await used()).toEqual({ requests: 1, tokens: 7 });
  });

  test('a caller that leaves while the upstream is at work: what was read', async () => {
    const leaving = new AbortController();
    upstream.script = () => leaving.abort();
    await expect(ask({}, leaving.signal)).rejects.toThrow();
    await waitFor(() => gateway.events.length === 2);
    expect(lastEnd()).toMatchObject({
      type: 'aborted',
      spent: { input: 10, output: 0, estimated: true },
    });
    expect(await used()).toEqual({ requests: 1, tokens: 10 });
  });
});

describe('what a provider has read is counted of', () => {
  test('a call that it takes too long for, each time that it is tried', async () => {
    await gateway.close();
    upstreamFirstByteTimeoutMs = silentMs;
    gateway = await mount().finally(() => (upstreamFirstByteTimeoutMs = 30_000));
    upstream.script = () => undefined;
    expect((await ask({ model: 'twice-1' })).status).toBe(504);
    expect(upstream.arrived).toHaveLength(2);
    expect(await used()).toEqual({ requests: 1, tokens: 20 });
    const spent = gateway.events.flatMap((event) => ('outcome' in event ? [event.spent] : []));
    const once = { input: 10, cached: 0, output: 0, estimated: true };
    expect(spent).toEqual([once, once]);
  });

  test('a call that failed there before it came through elsewhere', async () => {
    upstream.script = (_arrived, response) => {
      if (upstream.arrived.length === 1) response.end('{"choices": [');
      else answerJson(response, chatCompletion('All is well.'));
    };
    expect((await ask({ model: 'twice-1' })).status).toBe(200);
    expect(await used()).toEqual({ requests: 1, tokens: 17 });
  });

  const half = '{"id":"c","object":"chat.completion","choices":[';
  test.each([
    ['breaks off', half, 100],
    ['makes no sense', half, half.length],
  ])('an answer that %s', async (_, text, length) => {
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
      response.write(text, () => response.socket?.end());
    };
    expect((await ask()).status).toBe(502);
    expect(lastEnd()).toMatchObject({ type: 'failed', spent: { input: 10, output: 0 } });
    expect(await used()).toEqual({ requests: 1, tokens: 10 });
  });
});

describe('of a live stream', () => {
  beforeEach(async () => {
    await gateway.close();
    gateway = await mount(true);
  });

  const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-test' };
  const write = (content: string): string => {
    const choices = [{ index: 0, delta: { content }, finish_reason: null }];
    return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
  };

  test('that ends without a count what was said is guessed', async () => {
    upstream.script = (_arrived, response) => answerStream(response, ['All is ', 'well']);
    const response = await ask({ stream: true });
    expect(response.headers.get('x-governance-hold-back')).toBe('0');
    await response.text();
    expect(await used()).toEqual({ requests: 1, tokens: 13 });
    expect(lastEnd()).toMatchObject({ spent: { input: 10, output: 3, estimated: true } });
  });

  test('that the caller leaves, what had come is counted', async () => {
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(write('twelve chars'));
    };
    const leaving = new AbortController();
    const response = await ask({ stream: true }, leaving.signal);
    await response.body?.getReader().read();
    leaving.abort();
    await waitFor(() => gateway.events.length === 2);
    expect(lastEnd()).toMatchObject({ type: 'aborted', spent: { input: 10, output: 3 } });
    expect(await used()).toEqual({ requests: 1, tokens: 13 });
  });

  test('that breaks off, what had come is counted', async () => {
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(write('twelve chars'), () => response.socket?.destroy());
    };
    await (await ask({ stream: true })).text();
    expect(lastEnd()).toMatchObject({ type: 'failed', spent: { output: 3, estimated: true } });
    expect(await used()).toEqual({ requests: 1, tokens: 13 });
  });

  test('that breaks off after it told less than it said, what had come is counted', async () => {
    const [start, , block, delta] = anthropicEvents([textBlock('twelve chars twelve chars')]);
    const message = {
      ...(start?.['message'] as object),
      usage: { input_tokens: 9, output_tokens: 1 },
    };
    const events = [{ ...start, type: 'message_start', message }, block, delta] as Event[];
    upstream.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(writeAnthropic(events), () => response.socket?.destroy());
    };
    const body = { model: 'claude-test', max_tokens: 50, stream: true, ...say('Good morning.') };
    const response = await fetch(`${gateway.url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.text();
    expect(lastEnd()).toMatchObject({ spent: { input: 9, output: 7, estimated: true } });
    expect(await used()).toEqual({ requests: 1, tokens: 16 });
  });

  test('that is blocked on its way, what had come is counted', async () => {
    upstream.script = (_arrived, response) => answerStream(response, ['All is well ', 'BLOCKME!']);
    await (await ask({ stream: true })).text();
    expect(lastEnd()).toMatchObject({ type: 'blocked', spent: { output: 5, estimated: true } });
    expect(await used()).toEqual({ requests: 1, tokens: 15 });
  });
});
