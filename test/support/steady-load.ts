/** Calls at an even pace, whatever becomes of them, with streams open beside them: what a restart must not be felt by. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { call } from './call.ts';
import type { Script } from './upstream.ts';

export type Load = {
  /** Ends it and tells how it went. */
  readonly stop: () => Promise<{
    readonly sent: number;
    /** What was not answered with 200, as it was answered. */
    readonly failed: readonly string[];
    readonly streams: readonly string[];
  }>;
};

const chunk = (content: string, end: string | null = null): string =>
  `data: ${JSON.stringify({
    ...{ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000 },
    ...{ model: 'gpt-test', choices: [{ index: 0, delta: { content }, finish_reason: end }] },
  })}\n\n`;

const words: Readonly<Record<string, number>> = { long: 22, endless: Infinity };
const usualWords = 5;

/** Streams a word ten times a second: five of them, more where the model is `long`, or without end where it is `endless`. */
export const answerSlowly: Script = async (arrived, response) => {
  const { model, stream } = JSON.parse(arrived.body.toString()) as {
    model: string;
    stream?: boolean;
  };
  if (stream !== true) {
    const message = { role: 'assistant', content: 'All is well.', refusal: null };
    const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }];
    const head = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...head, choices, usage }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let i = 0; i < (words[model] ?? usualWords) && !response.destroyed; i += 1) {
    response.write(chunk('well '));
    await sleep(100);
  }
  response.write(chunk('', 'stop'));
  response.end('data: [DONE]\n\n');
};

/** More at once than a healthy gateway ever has open at this pace; a machine that cannot keep the pace gets no more. */
const underWayMax = 64;

const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };

/** A connection that rests can be closed in the very moment in which its client takes it up, whatever the server does. */
const headers = { connection: 'close' };

export function openStream(url: string, key: string, model: string): Promise<string> {
  const body = { model, stream: true, messages: [{ role: 'user', content: 'hello' }] };
  return call(`${url}/v1/chat/completions`, { key, body, headers }).then(
    ({ text }) => text,
    (error: unknown) => `broken off: ${String(error)}`,
  );
}

export function startLoad(url: string, key: string, perSecond: number, streams: number): Load {
  const body = { model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }] };
  const calls: Promise<unknown>[] = [];
  const failed: string[] = [];
  const ends: string[] = [];
  let going = true;
  let sent = 0;
  let underWay = 0;
  const ask = async (): Promise<void> => {
    underWay += 1;
    try {
      const { status, text } = await call(`${url}/v1/chat/completions`, { key, body, headers });
      if (status !== 200) failed.push(`${status} ${text}`);
    } catch (error) {
      failed.push(inspect(error, { depth: 2 }));
    }
    underWay -= 1;
  };
  const startedAt = performance.now();
  let due = 0;
  const pace = setInterval(() => {
    // What a late timer left out is sent now, so that the pace holds.
    const dueNow = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; due < dueNow; due += 1) {
      if (underWay >= underWayMax) continue;
      calls.push(ask());
      sent += 1;
    }
  }, 5);
  const streaming = Array.from({ length: streams }, async () => {
    while (going) ends.push(await openStream(url, key, 'slow'));
  });
  return {
    async stop() {
      clearInterval(pace);
      going = false;
      await Promise.all([...calls, ...streaming]);
      return { sent, failed, streams: ends };
    },
  };
}
