/** The exporter keeps to its bounds whatever a collector does, and the channel tells of calls what a log line would. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { exchangeChannel, exchangeChannelName } from '../../../src/server/exchange-channel.ts';
import { operations } from '../../../src/proxy/operations.ts';
import { toSpan } from '../../../src/server/traces/span.ts';
import { createTracer, type Tracer } from '../../../src/server/traces/tracer.ts';
import { answerTo, blockedBy, deniedEvent, requestEvent } from '../../support/audit-samples.ts';
import { type Script, type Upstream, answerJson, startUpstream } from '../../support/upstream.ts';
import { until } from '../../support/until.ts';

const opened: { tracer: Tracer; collector: Upstream }[] = [];
afterEach(async () => {
  for (const { tracer, collector } of opened.splice(0)) {
    await tracer.close();
    await collector.close();
  }
});

type Scene = { readonly tracer: Tracer; readonly collector: Upstream; readonly alarms: string[] };

async function open(script: Script, changes: { queueSpansMax?: number } = {}): Promise<Scene> {
  const collector = await startUpstream(script);
  const alarms: string[] = [];
  const settings = { headers: { 'x-tenant': 'ours' }, intervalMs: 20, timeoutMs: 500 };
  const tracer = createTracer(
    { endpoint: `${collector.url}/v1/traces`, ...settings, queueSpansMax: 100, ...changes },
    (message, fields) => alarms.push(`${message} ${JSON.stringify(fields)}`),
  );
  if (tracer === undefined) throw new Error('no tracer');
  opened.push({ tracer, collector });
  return { tracer, collector, alarms };
}

function tell(tracer: Tracer, count: number): void {
  for (let index = 0; index < count; index += 1) tracer.observe(answerTo(requestEvent()), 'entry');
}

function countSpans({ arrived }: Upstream): number {
  return arrived.reduce((sum, { body }) => sum + body.toString().split('"spanId"').length - 1, 0);
}

const take: Script = (_arrived, response) => answerJson(response, {});

describe('a span', () => {
  test('says chat of nothing that is none', () => {
    const named = operations.map(({ dialect }) => {
      const event = answerTo(requestEvent());
      const call = { ...event.call, dialect: dialect.name };
      const { attributes } = toSpan({ ...event, call }, 'entry', 0);
      const { value } = attributes.find(({ key }) => key === 'gen_ai.operation.name') ?? {};
      return [dialect.name, value] as const;
    });
    const chats = named.filter(([, value]) => JSON.stringify(value) === '{"stringValue":"chat"}');
    expect(new Set(chats.map(([name]) => name))).toEqual(
      new Set(['openai-chat', 'openai-responses', 'anthropic-messages', 'ollama-chat']),
    );
  });
});

describe('the exporter', () => {
  test('sends in batches, with the headers it was given', async () => {
    const { tracer, collector } = await open(take, { queueSpansMax: 5000 });
    tell(tracer, 1300);
    await until(() => countSpans(collector) === 1300);
    expect(collector.arrived.length).toBeGreaterThanOrEqual(3);
    expect(collector.arrived[0]?.headers).toMatchObject({
      'x-tenant': 'ours',
      'content-type': 'application/json',
    });
  });

  test('drops what it has no room for, and says how many', async () => {
    const { tracer, collector, alarms } = await open(take, { queueSpansMax: 10 });
    tell(tracer, 35);
    await until(() => alarms.length > 0);
    expect(countSpans(collector)).toBe(10);
    expect(alarms).toEqual(['traces were dropped {"spans":25}']);
  });

  test('tries again where a collector has too much, and gives up what it refuses', async () => {
    let tried = 0;
    const { tracer, collector, alarms } = await open((_arrived, response) => {
      tried += 1;
      if (tried === 1) answerJson(response, {}, 503);
      else if (tried === 3) answerJson(response, {}, 400);
      else answerJson(response, {});
    });
    tell(tracer, 1);
    await until(() => tried === 2);
    expect(alarms).toEqual([]);
    tell(tracer, 1);
    await until(() => alarms.length > 0);
    expect(alarms).toEqual(['traces cannot be sent {"reason":"the collector answered 400"}']);
    expect(collector.arrived).toHaveLength(3);
  });

  test('reads no more of an answer than it has a use for', async () => {
    let sent = 0;
    let over = false;
    const { tracer } = await open((_arrived, response) => {
      response.once('close', () => (over = true));
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(65_536, ' ');
      const pour = (): void => {
        if (over || sent > 1e9) return;
        sent += chunk.length;
        response.write(chunk, pour);
      };
      pour();
    });
    tell(tracer, 1);
    await until(() => over);
    // What lies in the buffers between the two is sent and not read.
    expect(sent).toBeLessThan(16_000_000);
  });

  test('hears that a collector took only a part', async () => {
    const { tracer, alarms } = await open((_arrived, response) =>
      answerJson(response, { partialSuccess: { rejectedSpans: '2' } }),
    );
    tell(tracer, 3);
    await until(() => alarms.length > 0);
    expect(alarms[0]).toContain('the collector refused 2');
  });

  test('sends the last spans when it is closed, and does not wait for a collector that hangs', async () => {
    const { tracer, collector } = await open(take);
    tell(tracer, 3);
    await tracer.close();
    expect(countSpans(collector)).toBe(3);
    const hung = await open(() => undefined);
    tell(hung.tracer, 3);
    const began = performance.now();
    await hung.tracer.close();
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

test('a collector that cannot be reached is told of in words', async () => {
  const alarms: unknown[] = [];
  const tracer = createTracer(
    {
      endpoint: 'http://127.0.0.1:2/v1/traces',
      headers: {},
      intervalMs: 20,
      timeoutMs: 500,
      queueSpansMax: 10,
    },
    (_message, fields) => alarms.push(fields),
  );
  tell(tracer as Tracer, 1);
  await tracer?.close();
  await until(() => alarms.length > 0);
  expect(alarms[0]).toEqual({ reason: 'nobody listens there (ECONNREFUSED)' });
});

describe('a span', () => {
  test('says why a call failed', () => {
    const reason = 'the upstream `first` did not answer';
    const failed = answerTo(requestEvent(), { type: 'failed', status: 502, reason });
    expect(toSpan(failed, 'entry', Date.now()).status).toEqual({ code: 2, message: reason });
  });

  test('says nothing of tokens, a model or an end that the upstream did not tell', () => {
    const answered = answerTo(requestEvent());
    const answer = { model: '', finish: '', upstreamRequestId: '', usage: { input: 0, output: 0 } };
    const span = JSON.stringify(toSpan({ ...answered, answer }, 'entry', Date.now()));
    expect(span).not.toMatch(/gen_ai\.usage|gen_ai\.response/);
    const usage = { input: 7, output: 0 };
    const embedded = JSON.stringify(
      toSpan({ ...answered, answer: { ...answer, usage } }, 'entry', Date.now()),
    );
    expect(embedded).toContain('{"key":"gen_ai.usage.input_tokens","value":{"intValue":"7"}}');
    expect(embedded).not.toContain('output_tokens');
  });

  test('is of a size that no upstream decides, whatever it calls its model or its end', () => {
    const answered = answerTo(requestEvent());
    const usage = { input: 1, output: 1 };
    const long = 'x'.repeat(1_000_000);
    const answer = { model: long, finish: long, upstreamRequestId: long, usage };
    const span = JSON.stringify(toSpan({ ...answered, answer }, 'entry', Date.now()));
    expect(span).toContain('gen_ai.response.model');
    expect(span.length).toBeLessThan(10_000);
  });
});

describe('the channel', () => {
  test('tells who listens of calls and their ends, without content, and of nothing else', () => {
    const heard: unknown[] = [];
    const listen = (message: unknown): void => {
      heard.push(message);
    };
    subscribe(exchangeChannelName, listen);
    const request = requestEvent({ ruling: blockedBy('secrets', 'keys') });
    exchangeChannel.observe(request, 'one');
    exchangeChannel.observe(answerTo(request, { reason: 'it broke off' }), 'two');
    exchangeChannel.observe(deniedEvent(), 'three');
    unsubscribe(exchangeChannelName, listen);
    exchangeChannel.observe(request, 'four');
    expect(heard).toEqual([
      expect.objectContaining({ type: 'request', entry: 'one', action: 'block', model: 'gpt-4o' }),
      expect.objectContaining({
        type: 'answered',
        entry: 'two',
        status: 200,
        reason: 'it broke off',
      }),
    ]);
    expect(JSON.stringify(heard)).not.toContain('alice@example.com');
  });
});
