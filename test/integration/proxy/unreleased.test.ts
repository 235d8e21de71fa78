/** Answers that their client never got, or got in part: what came is on record, and nothing is said to have gone that did not. */
import { request, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Content, TerminalEvent } from '../../../src/governance/event.ts';
import type { Interaction } from '../../../src/governance/interaction.ts';
import type { Judge } from '../../../src/proxy/house.ts';
import {
  answerJson,
  chatCompletion,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { judge, judgeBy, mountProxy, openaiAt, waitFor, type Mounted } from './support.ts';

const byWord = judgeBy({
  patterns: { codename: { keywords: ['blue heron'] } },
  rules: [
    { id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' },
    { id: 'codename', when: 'hit("codename")', action: 'block' },
  ],
});
const card = ['4111', '1111', '1111', '1111'].join(' ');
const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };
const say = (content: string): string =>
  `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const ending =
  `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n` +
  `data: ${JSON.stringify({ ...chunk, choices: [], usage })}\n\n`;
const done = 'data: [DONE]\n\n';
/** What an entry says of a client that left before it had got a byte. */
const leftBefore = {
  type: 'aborted',
  status: 499,
  bytesOut: 0,
  outcome: { delivered: 'none', endedBy: 'client' },
};

let upstream: Upstream;
const mounted: Mounted[] = [];
/** Called before an answer is judged. */
let onAnswer: () => void | Promise<void> = () => undefined;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  for (const each of mounted) await each.close();
  await upstream.close();
});
afterEach(() => {
  onAnswer = () => undefined;
  for (const each of mounted) {
    expect(each.bugs).toEqual([]);
    each.events.splice(0);
  }
});

async function mount(limits: Record<string, number> = {}, rules?: () => Judge): Promise<Mounted> {
  const patient = { upstreamIdleTimeoutMs: 30_000, upstreamTotalTimeoutMs: 60_000 };
  const options = { limits: { ...patient, ...limits }, ...(rules && { judge: rules }) };
  const proxy = await mountProxy([openaiAt(upstream.url)], options);
  mounted.push(proxy);
  return proxy;
}

/** As the rules say, but an answer is judged when the test lets it be. */
function slowly(rules: () => Judge): () => Judge {
  return () => {
    const own = rules();
    return Object.assign(
      async (interaction: Interaction, system?: readonly string[]) => {
        if (interaction.stage === 'response') await onAnswer();
        return own(interaction, system);
      },
      own.hold === undefined ? {} : { hold: own.hold },
    );
  };
}

type Caller = { readonly text: () => string; readonly leave: () => void };

function ask(proxy: Mounted, said: string, stream: boolean): Caller {
  let text = '';
  const sent = request(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent: false,
  });
  sent.on('error', () => undefined);
  sent.once('response', (answer) => {
    answer.on('error', () => undefined);
    answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  });
  sent.end(JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: said }] }));
  return { text: () => text, leave: () => void sent.destroy() };
}

async function endOf(proxy: Mounted): Promise<TerminalEvent> {
  await waitFor(() => proxy.events.length === 2, 20_000);
  const [, last] = proxy.events;
  if (last === undefined || !('outcome' in last)) throw new Error('no terminal entry');
  return last;
}

const raw = (content: Content | undefined): string | undefined =>
  content && Buffer.from(content.raw).toString();
const kept = (content: Content | undefined): string | undefined =>
  content && Buffer.from(content.redacted()).toString();

const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

describe('a client that leaves while its whole answer is judged', () => {
  test.each([
    ['fine', 'allow'],
    ['BLOCKME', 'block'],
  ])('has had it judged and used: `%s`', async (said, action) => {
    const proxy = await mount(
      {},
      slowly(() => judge),
    );
    upstream.script = (_, response) => answerJson(response, chatCompletion(`All is ${said}.`));
    onAnswer = async () => {
      caller.leave();
      await waitFor(() => proxy.left() > 0);
    };
    const caller = ask(proxy, 'hello', false);
    const end = await endOf(proxy);
    expect(end).toMatchObject({
      ...leftBefore,
      ruling: { action },
      coverage: { unjudged: [] },
      answer: { model: 'gpt-test', finish: 'stop', usage: { input: 3, output: 4 } },
    });
    expect(raw(end.contents.returned)).toContain(said);
    expect(end.contents.released).toBeUndefined();
  });
});

describe('an upstream that fails', () => {
  test('has got what the rules made of the request, and the record says so', async () => {
    const proxy = await mount();
    upstream.script = (_, response) => void response.socket?.resetAndDestroy();
    ask(proxy, 'take REDACTME out', false);
    const end = await endOf(proxy);
    expect(end).toMatchObject({ type: 'failed', outcome: { delivered: 'none' } });
    expect(raw(end.contents.forwarded)).toContain('take [GONE] out');
  });
});

describe('a client of a live stream', () => {
  test('that leaves while the last of it is judged has not got it', async () => {
    const proxy = await mount({}, slowly(byWord));
    upstream.script = (_, response) =>
      void open(response).end(say('All is ') + say('well.') + ending + done);
    onAnswer = async () => {
      caller.leave();
      await waitFor(() => proxy.left() > 0);
    };
    const caller = ask(proxy, 'hello', true);
    const end = await endOf(proxy);
    expect(end).toMatchObject({
      ...leftBefore,
      ruling: { action: 'allow' },
      answer: { model: 'm', finish: 'stop', usage: { input: 11, output: 5 } },
    });
    expect(raw(end.contents.returned)).toContain('well.');
    expect(end.contents.released).toBeUndefined();
  });

  test('that leaves while nothing of it may go yet has had it used', async () => {
    const proxy = await mount({}, byWord);
    upstream.script = (_, response) => void open(response).write(say(`The ${card} is `) + ending);
    const caller = ask(proxy, 'hello', true);
    await waitFor(() => upstream.arrived.length > 0);
    await pause();
    caller.leave();
    const end = await endOf(proxy);
    expect(end).toMatchObject({
      ...leftBefore,
      answer: { usage: { input: 11, output: 5 } },
    });
    expect(raw(end.contents.returned)).toContain(card);
    // Nobody has judged it yet, so nobody knows what would have to be masked.
    expect(kept(end.contents.returned)).not.toContain(card);
  });

  test.each([
    ['blocked', 'seen was the blue heron'],
    ['failed', 'seen was'],
  ] as const)(
    'that only heard that it should wait has got nothing of it: %s',
    async (type, said) => {
      const proxy = await mount({ streamKeepAliveMs: 20 }, byWord);
      let finish = (): void => undefined;
      upstream.script = (_, response) => {
        open(response).write(say('seen was'));
        finish = () => {
          if (type === 'failed') response.socket?.resetAndDestroy();
          else response.end(say(said) + ending + done);
        };
      };
      const caller = ask(proxy, 'hello', true);
      await waitFor(() => caller.text().includes('keep-alive'));
      finish();
      const end = await endOf(proxy);
      expect(end).toMatchObject({ type, outcome: { delivered: 'none' } });
      await waitFor(() => caller.text().length === end.bytesOut);
      expect(raw(end.contents.released)).toBe(caller.text());
    },
  );
});
