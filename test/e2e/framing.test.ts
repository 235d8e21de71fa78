import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { readEntries } from '../support/journal.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { sendRaw } from '../support/raw.ts';
import { type Upstream, startUpstream } from '../support/upstream.ts';

let gateway: RunningGateway;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({
    environment: {
      ...quickPolicy,
      OPENAI_API_KEY: 'provider-key',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      GATEWAY_RATE_LIMIT: '0',
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const message = '"messages":[{"role":"user","content":"hello"}]';
const plain = `{"model":"gpt-test",${message}}`;

function request(
  headers: readonly string[],
  body: string | Buffer,
  path = '/v1/chat/completions',
): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: gateway',
    `authorization: Bearer ${gateway.key}`,
    ...headers,
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Sends a head, after a moment what its body begins with, and then no more; what comes back is read to its end. */
async function sendHalf(head: Buffer, rest: string): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let said = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (said += piece));
  const ended = once(socket, 'close');
  socket.write(head);
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (rest === '') socket.end();
  else socket.write(rest);
  socket.once('end', () => socket.destroy());
  await ended;
  return said;
}

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const json = 'content-type: application/json';
const sized = (body: string | Buffer): string => `content-length: ${Buffer.byteLength(body)}`;
const deep = `{"model":"gpt-test",${message},"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20));

/** Name, what is sent, the statuses that refuse it. */
const refused: readonly (readonly [string, () => Buffer, readonly number[]])[] = [
  [
    'duplicate keys',
    () =>
      request([json, sized(`{"model":"a",${plain.slice(1)}`)], `{"model":"a",${plain.slice(1)}`),
    [400],
  ],
  [
    'escaped duplicate keys',
    () => {
      const body = `{"model":"gpt-test","m\\u006fdel":"other",${message}}`;
      return request([json, sized(body)], body);
    },
    [400],
  ],
  [
    'duplicate keys deep inside',
    () => {
      const body =
        '{"model":"gpt-test","messages":[{"role":"user","content":"ok","content":"bad"}]}';
      return request([json, sized(body)], body);
    },
    [400],
  ],
  [
    'invalid UTF-8',
    () => {
      const body = Buffer.from(plain.replace('hello', 'hel\xfflo'), 'latin1');
      return request([json, sized(body)], body);
    },
    [400],
  ],
  [
    'UTF-16',
    () => request([json, sized(Buffer.from(plain, 'utf16le'))], Buffer.from(plain, 'utf16le')),
    [400],
  ],
  [
    'a charset that is not UTF-8',
    () => request([`${json}; charset=utf-16`, sized(plain)], plain),
    [415],
  ],
  ['a byte order mark', () => request([json, sized(`\ufeff${plain}`)], `\ufeff${plain}`), [400]],
  [
    'NaN',
    () =>
      request(
        [json, sized(plain.replace('{', '{"temperature":NaN,'))],
        plain.replace('{', '{"temperature":NaN,'),
      ),
    [400],
  ],
  [
    'a number that overflows',
    () =>
      request(
        [json, sized(plain.replace('{', '{"seed":1e999,'))],
        plain.replace('{', '{"seed":1e999,'),
      ),
    [400],
  ],
  ['trailing junk', () => request([json, sized(`${plain}{}`)], `${plain}{}`), [400]],
  ['10,000-deep nesting', () => request([json, sized(deep)], deep), [400, 413]],
  [
    'unknown content-encoding',
    () => request([json, 'content-encoding: rot13', sized(plain)], plain),
    [415],
  ],
  [
    'two content-encodings',
    () => request([json, 'content-encoding: gzip, gzip', sized(plain)], plain),
    [415],
  ],
  [
    'a lying content-encoding',
    () => request([json, 'content-encoding: gzip', sized(plain)], plain),
    [400],
  ],
  ['a gzip bomb', () => request([json, 'content-encoding: gzip', sized(bomb)], bomb), [413]],
  [
    'chunked with content-length',
    () =>
      request(
        [json, 'transfer-encoding: chunked', sized(plain)],
        `${plain.length.toString(16)}\r\n${plain}\r\n0\r\n\r\n`,
      ),
    [400],
  ],
  [
    'chunks in HTTP/1.0, which has none',
    () => {
      const body = `${plain.length.toString(16)}\r\n${plain}\r\n0\r\n\r\n`;
      const bytes = request([json, 'transfer-encoding: chunked'], body).toString('latin1');
      return Buffer.from(bytes.replace(' HTTP/1.1', ' HTTP/1.0'), 'latin1');
    },
    [400],
  ],
  ['two content-lengths', () => request([json, sized(plain), 'content-length: 1'], plain), [400]],
  [
    'an unknown transfer-encoding',
    () => request([json, 'transfer-encoding: xchunked'], plain),
    [400],
  ],
  [
    'a packed transfer-encoding',
    () =>
      request(
        [json, 'transfer-encoding: gzip, chunked'],
        `${plain.length.toString(16)}\r\n${plain}\r\n0\r\n\r\n`,
      ),
    [400],
  ],
  [
    'a path that is no percent-encoding',
    () => request([json, sized(plain)], plain, '/v1/%zz'),
    [400, 404],
  ],
  [
    'a bad chunk size',
    () => request([json, 'transfer-encoding: chunked'], `zz\r\n${plain}\r\n0\r\n\r\n`),
    [400],
  ],
  ['a space before the colon', () => request([json, 'content-length : 5'], plain), [400]],
  ['a folded header', () => request([json, 'x-a: b\r\n c', sized(plain)], plain), [400]],
  ['no content-type', () => request([sized(plain)], plain), [415]],
  ['text/plain', () => request(['content-type: text/plain', sized(plain)], plain), [415]],
  [
    'an absolute target',
    () => request([json, sized(plain)], plain, 'http://gateway/v1/chat/completions'),
    [400],
  ],
  ['a doubled slash', () => request([json, sized(plain)], plain, '/v1//chat/completions'), [400]],
  ['an encoded slash', () => request([json, sized(plain)], plain, '/v1/chat%2fcompletions'), [400]],
  ['a dot segment', () => request([json, sized(plain)], plain, '/v1/x/../chat/completions'), [400]],
  [
    'a path parameter',
    () => request([json, sized(plain)], plain, '/v1/chat/completions;a=b'),
    [400],
  ],
  [
    'a protocol upgrade',
    () => request([json, 'connection: upgrade', 'upgrade: websocket', sized(plain)], plain),
    [400],
  ],
  [
    'an unknown route',
    () => request([json, sized(plain)], plain, '/v1/realtime/client_secrets'),
    [404],
  ],
];

describe('what two parsers could read differently', () => {
  test.each(refused)(
    '%s: refused with a clear error, recorded, never sent on',
    async (_name, bytes, statuses) => {
      upstream.clear();
      const answer = await sendRaw(gateway.url, bytes());
      expect(statuses).toContain(answer.status);
      const problem = JSON.parse(answer.body) as { error?: { message: string }; detail?: string };
      expect((problem.error?.message ?? problem.detail ?? '').length).toBeGreaterThan(10);
      expect(upstream.arrived).toHaveLength(0);
      const requestId = /x-request-id: (\S+)/i.exec(answer.head)?.[1];
      const { json: page } = await call(`${gateway.url}/v1/audit/entries?limit=200`, {
        key: gateway.key,
      });
      const entries = page['entries'] as {
        type: string;
        request_id?: string;
        cause?: string;
        count?: number;
      }[];
      // The first of a kind is an entry of its own; the rest of the minute is folded into a counted one.
      const own = entries.some((entry) => entry.request_id === requestId);
      const folded = entries.some((entry) => entry.type === 'denied');
      expect(own || folded).toBe(true);
    },
  );

  test('the same request without the oddity passes, compressed or not', async () => {
    upstream.clear();
    const packed: [string, Buffer][] = [
      ['gzip', gzipSync(plain)],
      ['deflate', deflateSync(plain)],
      ['br', brotliCompressSync(plain)],
      ['zstd', zstdCompressSync(plain)],
    ];
    const answers = [await sendRaw(gateway.url, request([json, sized(plain)], plain))];
    for (const [encoding, body] of packed) {
      answers.push(
        await sendRaw(
          gateway.url,
          request([json, `content-encoding: ${encoding}`, sized(body)], body),
        ),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(upstream.arrived.map(({ body }) => body.toString())).toEqual(Array(5).fill(plain));
    expect(upstream.arrived.every(({ headers }) => headers['content-encoding'] === undefined)).toBe(
      true,
    );
  });

  test.each([
    [
      'its framing breaks',
      [json, 'transfer-encoding: chunked'],
      'ZZ\r\n',
      400,
      'ambiguous_request',
    ],
    ['no more of it comes', [json, 'content-length: 99'], '', 499, 'client_left'],
  ] as const)(
    'a call of whose body %s is one refusal on record, the one that was told',
    async (_, headers, rest, status, cause) => {
      for (const path of ['/v1/chat/completions', '/v1/validate']) {
        const before = await readEntries(gateway.data);
        const answer = await sendHalf(request(headers, '', path), rest);
        expect(answer).toContain(`HTTP/1.1 ${status}`);
        const denials = async () =>
          (await readEntries(gateway.data))
            .slice(before.length)
            .filter(({ type }) => type === 'denied');
        await waitFor(async () => (await denials()).length > 0);
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect(await denials()).toMatchObject([{ cause, call: { route: path, status } }]);
      }
    },
  );

  test('a call of whose head no more comes is told and recorded as left', async () => {
    const before = await readEntries(gateway.data);
    const head = Buffer.from('POST /v1/validate HTTP/1.1\r\nhost: gate');
    expect(await sendHalf(head, '')).toContain('HTTP/1.1 499');
    const denials = async () =>
      (await readEntries(gateway.data))
        .slice(before.length)
        .filter(({ type }) => type === 'denied');
    await waitFor(async () => (await denials()).length > 0);
    expect(await denials()).toMatchObject([{ cause: 'client_left', call: { status: 499 } }]);
  });

  test.each([
    ['FOO', '/v1/chat/completions', 'POST', 'error'],
    ['get', '/v1/models?x=1', 'GET', 'error'],
    ['post', '/v1/messages', 'POST', 'error'],
    ['FOO', '/v1/validate', 'POST', 'detail'],
    ['FOO', '/nowhere', '', 'detail'],
  ])(
    'a method that HTTP does not know (%s %s) is told as one that is not offered',
    async (...given) => {
      const [method, path, allow, shape] = given;
      const { status, head, body } = await sendRaw(
        gateway.url,
        `${method} ${path} HTTP/1.1\r\nhost: gateway\r\ncontent-length: 0\r\n\r\n`,
      );
      expect(status).toBe(405);
      expect(/^allow: *(.*)$/im.exec(head)?.[1]?.trim()).toBe(allow);
      expect(JSON.parse(body)).toHaveProperty(shape);
      expect(body).toContain(allow === '' ? 'no such method' : `this path takes ${allow}`);
    },
  );

  test('what is no request at all is told as bad framing', async () => {
    for (const bytes of [
      '\x16\x03\x01\x02 \x01\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'FOO\r\n\r\n',
    ])
      expect((await sendRaw(gateway.url, bytes)).status).toBe(400);
  });

  test('`Expect` is answered here and never sent on', async () => {
    upstream.clear();
    const answer = await sendRaw(
      gateway.url,
      request([json, 'expect: 100-continue', sized(plain)], plain),
    );
    expect(answer.head).toMatch(/^HTTP\/1\.1 100/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(upstream.arrived.length).toBeLessThanOrEqual(1);
    expect(upstream.arrived[0]?.headers.expect).toBeUndefined();
    expect(upstream.arrived[0]?.headers.authorization).toBe('Bearer provider-key');
  });

  test.each([
    ['of a key that is none', '/v1/chat/completions', ['authorization: Bearer none'], 401],
    ['that is too long', '/v1/chat/completions', ['content-length: 99999999'], 413],
    ['to a route that is not there', '/v1/files', [sized(plain)], 404],
  ])('a body that waits to be asked for is not asked for in a call %s', async (...given) => {
    const [, path, headers, status] = given;
    const head = request([json, 'expect: 100-continue', ...headers], '', path);
    expect((await sendRaw(gateway.url, head)).head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('an empty content-encoding is none', async () => {
    const answer = await sendRaw(
      gateway.url,
      request([json, 'content-encoding:', sized(plain)], plain),
    );
    expect(answer.status).toBe(200);
  });
});
