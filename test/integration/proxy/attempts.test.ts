import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { GovernanceEvent } from '../../../src/governance/event.ts';
import type { RouteEntry } from '../../../src/proxy/proxy.ts';
import { createMetrics } from '../../../src/server/metrics.ts';
import {
  type Upstream,
  answerJson,
  answerStream,
  chatCompletion,
  paceStream,
  startUpstream,
} from '../../support/upstream.ts';
import { calmReadings } from '../../support/calm-readings.ts';
import { until } from '../../support/until.ts';
import { judge, mountProxy, openaiAt, type Mounted } from './support.ts';

let first: Upstream;
let second: Upstream;
let mounted: Mounted | undefined;
beforeEach(async () => {
  [first, second] = await Promise.all([startUpstream(), startUpstream()]);
});
afterEach(async () => {
  await mounted?.close();
  await Promise.all([first.close(), second.close()]);
});

/** A port on which nobody listens. */
async function findDeafUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function mount(
  route: Omit<RouteEntry, 'model'>,
  options: Parameters<typeof mountProxy>[1] & { readonly firstUrl?: string } = {},
): Promise<Mounted> {
  mounted = await mountProxy(
    [
      openaiAt(options.firstUrl ?? first.url, { name: 'first' }),
      openaiAt(second.url, {
        name: 'second',
        credential: { header: 'authorization', value: 'Bearer another-key' },
      }),
    ],
    { routes: [{ model: '*', ...route }], ...options },
  );
  return mounted;
}

function ask({ url }: Mounted, more: Record<string, unknown> = {}): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'gpt-test',
      messages: [{ role: 'user', content: 'Good morning.' }],
      ...more,
    }),
  });
}

function fail(upstream: Upstream, status: number, headers: Record<string, string> = {}): void {
  upstream.script = (_arrived, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answerJson(response, { error: { message: 'not now' } }, status);
  };
}

/** Type, attempt and upstream of each entry. */
function steps(events: readonly GovernanceEvent[]): readonly string[] {
  return events.map((event) =>
    'attempt' in event ? `${event.type} ${event.attempt} ${event.call.upstream}` : event.type,
  );
}

describe('targets', () => {
  test('get their share of the calls by weight', async () => {
    const proxy = await mount({
      targets: [
        { upstream: 'first', weight: 3 },
        { upstream: 'second', weight: 1 },
      ],
    });
    for (let i = 0; i < 8; i += 1) expect((await ask(proxy)).status).toBe(200);
    expect([first.arrived.length, second.arrived.length]).toEqual([6, 2]);
  });

  test('that a key may not use are passed over', async () => {
    const targets = [
      { upstream: 'first', weight: 1 },
      { upstream: 'second', weight: 1 },
    ];
    const proxy = await mount({ targets }, { allowed: ['second'] });
    for (let i = 0; i < 4; i += 1) expect((await ask(proxy)).status).toBe(200);
    expect([first.arrived.length, second.arrived.length]).toEqual([0, 4]);
  });
});

/** As the metrics count the calls that these events tell of. */
async function countCalls(events: readonly GovernanceEvent[]): Promise<number> {
  const metrics = createMetrics(calmReadings);
  for (const event of events) metrics.observe(event);
  const { text } = await metrics.write();
  return [...text.matchAll(/^governance_requests_total\{[^}]*\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

describe('an upstream that failed before anything was released', () => {
  test('is followed by the fallback, and each attempt has its request and its end on record', async () => {
    const proxy = await mount(
      { upstream: 'first', fallback: ['second'], attempts: 2, retryOn: ['connect'] },
      { firstUrl: await findDeafUrl() },
    );
    const answered = await ask(proxy);
    expect(answered.status).toBe(200);
    expect(steps(proxy.events)).toEqual([
      'request 1 first',
      'failed 1 first',
      'request 2 second',
      'answered 2 second',
    ]);
    expect(new Set(proxy.events.map((event) => 'exchange' in event && event.exchange)).size).toBe(
      1,
    );
    expect(proxy.events[1]).toMatchObject({
      reason: 'the upstream `first` did not answer: nobody listens there (ECONNREFUSED)',
      outcome: { delivered: 'none', endedBy: 'upstream' },
      bytesOut: 0,
      contents: {},
    });
    expect(answered.headers.get('x-governance-entry')).toBe('entry-3');
    expect(await countCalls(proxy.events)).toBe(1);
    expect(second.arrived[0]?.headers.authorization).toBe('Bearer another-key');
    expect(proxy.interactions.map(({ upstream }) => upstream)).toEqual([
      'first',
      'second',
      'second',
    ]);
  });

  test.each([
    ['speaks in clear', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['hangs up', (socket: Socket) => socket.destroy()],
  ])('was not reached where it %s before the connection is encrypted', async (_what, answer) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const route = { upstream: 'first', fallback: ['second'], attempts: 2 };
    const retryOn = ['connect'] as const;
    const firstUrl = `https://127.0.0.1:${port}`;
    const proxy = await mount({ ...route, retryOn }, { firstUrl });
    expect((await ask(proxy)).status).toBe(200);
    expect(second.arrived.length).toBe(1);
    server.close();
  });

  test('is not followed by anything where the route does not say so', async () => {
    const proxy = await mount({ upstream: 'first', fallback: ['second'] });
    fail(first, 503);
    expect((await ask(proxy)).status).toBe(503);
    expect([first.arrived.length, second.arrived.length]).toEqual([1, 0]);
  });

  test('is not followed by anything after a failure that the route does not name', async () => {
    const proxy = await mount({
      upstream: 'first',
      fallback: ['second'],
      attempts: 3,
      retryOn: ['connect'],
    });
    fail(first, 500);
    expect((await ask(proxy)).status).toBe(500);
    first.script = (_arrived, response) => {
      response.destroy();
    };
    expect((await ask(proxy)).status).toBe(502);
    expect([first.arrived.length, second.arrived.length]).toEqual([2, 0]);
  });

  test('keeps what it said on record, though the client never reads it', async () => {
    const proxy = await mount({
      upstream: 'first',
      fallback: ['second'],
      attempts: 2,
      retryOn: ['error'],
    });
    fail(first, 529);
    expect((await ask(proxy)).status).toBe(200);
    const end = proxy.events[1];
    expect(end).toMatchObject({ type: 'failed', status: 529, bytesOut: 0 });
    const { contents } = end as Extract<GovernanceEvent, { contents: unknown }>;
    expect(contents.released).toBeUndefined();
    expect(Buffer.from(contents.returned?.raw ?? []).toString()).toContain('not now');
  });

  test('is asked again after the pause that it asks for, and not where that is long', async () => {
    const proxy = await mount({ upstream: 'first', attempts: 2, retryOn: ['rate_limited'] });
    let calls = 0;
    first.script = (_arrived, response) => {
      calls += 1;
      if (calls === 1) response.setHeader('retry-after', '1');
      if (calls === 1) answerJson(response, { error: { message: 'slower' } }, 429);
      else answerJson(response, chatCompletion('All is well.'));
    };
    const startedAt = performance.now();
    expect((await ask(proxy)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    fail(first, 429, { 'retry-after': '30' });
    const refused = await ask(proxy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(first.arrived.length).toBe(3);
  });

  test('does not send a text where the rules forbid it', async () => {
    const proxy = await mount(
      { upstream: 'first', fallback: ['second'], attempts: 2, retryOn: ['error'] },
      {
        judge: () => (interaction) => {
          const forbidden = interaction.upstream === 'second';
          const parts = interaction.parts.map((part) => ({ ...part, text: 'BLOCKME' }));
          return judge(forbidden ? { ...interaction, parts } : interaction);
        },
      },
    );
    fail(first, 500);
    expect((await ask(proxy)).status).toBe(400);
    expect(second.arrived).toEqual([]);
    expect(steps(proxy.events).slice(2)).toEqual(['request 2 second', 'blocked 2 second']);
  });

  test('does not lead to an upstream that the key may not use', async () => {
    const proxy = await mount(
      { upstream: 'first', fallback: ['second'], attempts: 2, retryOn: ['error'] },
      { allowed: ['first'] },
    );
    fail(first, 500);
    // The same one is asked again, since it is the only one.
    expect((await ask(proxy)).status).toBe(500);
    expect([first.arrived.length, second.arrived.length]).toEqual([2, 0]);
  });

  test('is not hidden by tries without end: one call in ten may be sent again', async () => {
    const proxy = await mount({
      upstream: 'first',
      fallback: ['second'],
      attempts: 2,
      retryOn: ['error'],
    });
    fail(first, 500);
    for (let i = 0; i < 40; i += 1) await (await ask(proxy)).text();
    expect(second.arrived.length).toBeGreaterThanOrEqual(10);
    expect(second.arrived.length).toBeLessThanOrEqual(14);
  });
});

test('a stream that broke off after some of it was released is not sent again', async () => {
  const live = Object.assign(judge, {
    hold: () => ({ kind: 'live', characters: 0, again: false }) as const,
  });
  const proxy = await mount(
    {
      upstream: 'first',
      fallback: ['second'],
      attempts: 2,
      retryOn: ['broken', 'error', 'timeout'],
    },
    { judge: () => live },
  );
  let breakOff = (): void => undefined;
  first.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choices = [{ index: 0, delta: { role: 'assistant', content: 'Half of ' } }];
    response.write(
      `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', choices })}\n\n`,
    );
    breakOff = () => response.destroy();
  };
  second.script = (_arrived, response) => answerStream(response, ['whole']);
  const answered = await ask(proxy, { stream: true });
  // Its head is here, so some of it went.
  breakOff();
  expect(await answered.text()).not.toContain('whole');
  expect(second.arrived).toEqual([]);
});

test.each(['hi', 'hi, REDACTME'])(
  'a stream that breaks off before anything of it went is not sent again: %s',
  async (content) => {
    const live = Object.assign((...given: Parameters<typeof judge>) => judge(...given), {
      hold: () => ({ kind: 'live', characters: 90, again: false }) as const,
    });
    const retryOn = ['broken', 'error', 'timeout'] as const;
    const proxy = await mount(
      { upstream: 'first', fallback: ['second'], attempts: 2, retryOn },
      { judge: () => live },
    );
    first.script = (_arrived, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choices = [{ index: 0, delta: { role: 'assistant', content: 'Half of ' } }];
      response.write(`data: ${JSON.stringify({ id: 'a', choices })}\n\n`, () => {
        response.destroy();
      });
    };
    const answered = await ask(proxy, { stream: true, messages: [{ role: 'user', content }] });
    expect([answered.status, second.arrived.length]).toEqual([502, 0]);
    expect(proxy.events.map(({ type }) => type)).toEqual(['request', 'failed']);
    expect(first.arrived[0]?.body.toString()).not.toContain('REDACTME');
  },
);

describe('an upstream that fails again and again', () => {
  /** So long that no rest is over by itself, however slow the machine is; a test that has it over sets the clock forward. */
  const limits = { upstreamFailedExchangesMax: 3, upstreamRestMs: 600_000 };
  const now = performance.now.bind(performance);
  let forwardMs = 0;
  const rest = (): void => void (forwardMs += limits.upstreamRestMs);
  beforeEach(() => {
    performance.now = () => now() + forwardMs;
  });
  afterEach(() => {
    performance.now = now;
  });

  test('is left alone, and one call finds out that it is back', async () => {
    const proxy = await mount({ upstream: 'first' }, { limits });
    fail(first, 500);
    for (let i = 0; i < 3; i += 1) expect((await ask(proxy)).status).toBe(500);
    const refused = await ask(proxy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^(600|59\d)$/),
    ]);
    expect(await refused.text()).toContain('upstream_resting');
    expect(first.arrived.length).toBe(3);
    expect(steps(proxy.events).slice(-2)).toEqual(['request 1 first', 'failed 1 first']);
    rest();
    // The others come while it is asked.
    const asked = Promise.withResolvers<ServerResponse>();
    first.script = (_arrived, response) => {
      first.script = (_next, other) => answerJson(other, chatCompletion('Back.'));
      asked.resolve(response);
    };
    const one = ask(proxy);
    const response = await asked.promise;
    const others = await Promise.all([1, 2, 3].map(() => ask(proxy)));
    expect(others.map(({ status }) => status)).toEqual([503, 503, 503]);
    answerJson(response, chatCompletion('Back.'));
    expect((await one).status).toBe(200);
    expect(first.arrived.length).toBe(4);
    expect((await ask(proxy)).status).toBe(200);
  });

  test('rests on where that one call fails as well', async () => {
    const proxy = await mount({ upstream: 'first' }, { limits });
    fail(first, 500);
    for (let i = 0; i < 3; i += 1) await ask(proxy);
    rest();
    expect([(await ask(proxy)).status, (await ask(proxy)).status]).toEqual([500, 503]);
  });

  /** After its rest the first call gets a stream that goes on and on; answers with how to break that off. */
  async function beginAgain(): Promise<{
    readonly proxy: Mounted;
    readonly breakOff: () => Promise<unknown>;
  }> {
    let resting = false;
    const onRest = (_: string, now: boolean): void => void (resting = now);
    const proxy = await mount({ upstream: 'first' }, { limits, onRest });
    fail(first, 500);
    for (let i = 0; i < 3; i += 1) await ask(proxy);
    rest();
    const begun = Promise.withResolvers<ServerResponse>();
    first.script = async (_arrived, response) => {
      first.script = (_next, other) => answerJson(other, chatCompletion('Back.'));
      begun.resolve(response);
      await paceStream(response, Array<string>(20_000).fill('on '), 20);
    };
    expect(resting).toBe(true);
    const text = ask(proxy, { stream: true }).then((answered) => answered.text());
    const response = await begun.promise;
    await until(() => !resting);
    const breakOff = (): Promise<unknown> => {
      response.destroy();
      return text;
    };
    return { proxy, breakOff };
  }

  test('lets others in as soon as the answer to that one call has begun', async () => {
    const { proxy, breakOff } = await beginAgain();
    const others = await Promise.all([1, 2, 3].map(() => ask(proxy)));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    await breakOff();
  });

  test('rests again at once where that answer breaks off', async () => {
    const { proxy, breakOff } = await beginAgain();
    await breakOff();
    expect((await ask(proxy)).status).toBe(503);
  });

  test('leaves its share to the other targets', async () => {
    const targets = [
      { upstream: 'first', weight: 1 },
      { upstream: 'second', weight: 1 },
    ];
    const proxy = await mount({ targets }, { limits });
    fail(first, 500);
    const statuses = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await ask(proxy)).status);
    expect(statuses.filter((status) => status === 500).length).toBe(3);
    expect(second.arrived.length).toBe(9);
  });

  test('leaves all calls to the fallback, however many they are', async () => {
    const route: Omit<RouteEntry, 'model'> = {
      ...{ upstream: 'first', fallback: ['second'] },
      ...{ attempts: 2, retryOn: ['connect'] },
    };
    const proxy = await mount(route, { limits });
    fail(first, 500);
    const statuses = [];
    for (let i = 0; i < 40; i += 1) statuses.push((await ask(proxy)).status);
    expect(statuses).toEqual([500, 500, 500, ...Array.from({ length: 37 }, () => 200)]);
    expect([first.arrived.length, second.arrived.length]).toEqual([3, 37]);
  });
});
