/** Traces of a running gateway, as a collector takes them: one span for each attempt, in the caller's trace, and no content. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Scene, openScene } from '../faults/scene.ts';
import { type Answered, call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { blockedModel } from '../support/quick-policy.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';

const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.int() }),
});
type Span = z.output<typeof spanSchema>;
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(
          z.object({ key: z.string(), value: z.object({ stringValue: z.string() }) }),
        ),
      }),
      scopeSpans: z.array(
        z.object({ scope: z.object({ name: z.string() }), spans: z.array(spanSchema) }),
      ),
    }),
  ),
});

const parentTrace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentSpan = '00f067aa0ba902b7';
const secret = 'the canary of the prompt';
const said = 'the canary of the answer';

let scene: Scene;
let collector: Upstream;
let gateway: RunningGateway;
beforeAll(async () => {
  collector = await startUpstream((_arrived, response) => answerJson(response, {}));
  scene = await openScene((_arrived, response) => answerJson(response, chatCompletion(said)), {
    traces: { endpoint: `${collector.url}/v1/traces`, intervalMs: 100 },
  });
  gateway = await startGateway({ environment: scene.environment });
});
afterAll(async () => {
  await gateway.stop();
  await collector.close();
  await scene.close();
});
beforeEach(() => {
  collector.clear();
  scene.upstream.clear();
});

function ask(model: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const body = { model, messages: [{ role: 'user', content: secret }], user: 'grace' };
  return call(`${gateway.url}/v1/chat/completions`, { key: gateway.key, body, headers });
}

async function takeSpans(count: number): Promise<readonly Span[]> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const spans = collector.arrived.flatMap(({ body }) =>
      exportSchema
        .parse(JSON.parse(body.toString()))
        .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: each }) => each)),
    );
    if (spans.length >= count) return spans;
    await sleep(50);
  }
  throw new Error('no such spans came');
}

function attributesOf(span: Span | undefined): Record<string, unknown> {
  const pairs = (span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]);
  return Object.fromEntries(pairs) as Record<string, unknown>;
}

describe('traces', () => {
  test('hold one span of a call, in the words of the conventions, under the caller', async () => {
    const answer = await ask('gpt-test', { traceparent: `00-${parentTrace}-${parentSpan}-01` });
    const [span, more] = await takeSpans(1);
    expect(more).toBeUndefined();
    expect(span).toMatchObject({
      traceId: parentTrace,
      parentSpanId: parentSpan,
      name: 'chat gpt-test',
      kind: 3,
      status: { code: 0 },
    });
    const took = BigInt(span?.endTimeUnixNano ?? 0) - BigInt(span?.startTimeUnixNano ?? 0);
    expect(took).toBeGreaterThan(0n);
    expect(took).toBeLessThan(20_000_000_000n);
    expect(attributesOf(span)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-test',
      'gen_ai.request.stream': false,
      'gen_ai.response.model': 'gpt-test',
      'gen_ai.usage.input_tokens': '3',
      'gen_ai.usage.output_tokens': '4',
      'http.response.status_code': '200',
      'governance.action': 'allow',
      'governance.outcome': 'answered',
      'governance.request_id': answer.headers.get('x-request-id'),
    });
    // What the upstream makes of it hangs below this span.
    const [arrived] = scene.upstream.arrived;
    expect(arrived?.headers['traceparent']).toBe(`00-${parentTrace}-${span?.spanId ?? ''}-01`);
  });

  test('begin with the gateway where the caller has none, and tell the upstream', async () => {
    await ask('gpt-test');
    const [span] = await takeSpans(1);
    expect(span?.parentSpanId).toBeUndefined();
    const [arrived] = scene.upstream.arrived;
    expect(arrived?.headers['traceparent']).toBe(
      `00-${span?.traceId ?? ''}-${span?.spanId ?? ''}-01`,
    );
    const exchange = String(attributesOf(span)['governance.exchange']);
    expect(exchange.replaceAll('-', '')).toBe(span?.traceId);
  });

  test('say which rule blocked, as an error, and of a governance operation what was decided', async () => {
    await ask(blockedModel);
    await call(`${gateway.url}/v1/validate`, {
      key: gateway.key,
      body: { prompt: secret },
      headers: { traceparent: `00-${parentTrace}-${parentSpan}-01` },
    });
    const spans = await takeSpans(2);
    const blocked = spans.find(({ kind }) => kind === 3);
    expect(blocked?.status).toEqual({ code: 2 });
    expect(attributesOf(blocked)).toMatchObject({
      'governance.outcome': 'blocked',
      'error.type': 'blocked',
      'governance.policy.decided_by': 'models/model',
    });
    expect(spans.find(({ kind }) => kind === 2)).toMatchObject({
      name: 'judge',
      traceId: parentTrace,
      parentSpanId: parentSpan,
    });
  });

  test('leave out what the caller does not keep, and say so on the way', async () => {
    await ask('gpt-test', { traceparent: `00-${parentTrace}-${parentSpan}-00` });
    await ask('gpt-kept');
    const spans = await takeSpans(1);
    expect(spans.map(({ name }) => name)).toEqual(['chat gpt-kept']);
    expect(scene.upstream.arrived[0]?.headers['traceparent']).toMatch(
      new RegExp(`^00-${parentTrace}-[0-9a-f]{16}-00$`),
    );
  });

  test('hold nothing that was said, no key and no name', async () => {
    await ask('gpt-test');
    await ask(blockedModel);
    await takeSpans(2);
    const sent = collector.arrived
      .map(({ body, headers }) => body.toString() + JSON.stringify(headers))
      .join();
    for (const word of [secret, said, 'grace', gateway.key, 'upstream-key-of-the-tests'])
      expect(sent).not.toContain(word);
  });

  test('are in nobody’s way while the collector is down, and go on when it is back', async () => {
    collector.script = (_arrived, response) => {
      response.destroy();
    };
    expect((await ask('gpt-test')).status).toBe(200);
    await gateway.untilSaid('traces cannot be sent');
    collector.script = (_arrived, response) => answerJson(response, {});
    collector.clear();
    await ask('gpt-again');
    const spans = await takeSpans(1);
    expect(spans.map(({ name }) => name)).toContain('chat gpt-again');
    await gateway.untilSaid('traces were dropped');
  });
});

test('without a collector a caller’s trace goes on as it came', async () => {
  const untraced = await openScene();
  const plain = await startGateway({ environment: untraced.environment });
  try {
    const body = { model: 'gpt-test', messages: [{ role: 'user', content: 'hello' }] };
    const traceparent = `00-${parentTrace}-${parentSpan}-01`;
    await call(`${plain.url}/v1/chat/completions`, {
      key: plain.key,
      body,
      headers: { traceparent },
    });
    expect(untraced.upstream.arrived[0]?.headers['traceparent']).toBe(traceparent);
  } finally {
    await plain.stop();
    await untraced.close();
  }
});
