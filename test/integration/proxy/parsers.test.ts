/** Bodies that two parsers could read differently: refused in the client's shape, recorded, and the upstream is never contacted. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { sendRaw } from '../../support/raw.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
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
});

afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

const good = '{"model":"gpt-test","messages":[{"role":"user","content":"hi"}]}';
const deep = `{"model":"m","messages":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
const json = { 'content-type': 'application/json' };

type Case = readonly [
  name: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  status: number,
  code: string,
];

const cases: readonly Case[] = [
  ['no JSON', '{"model":', json, 400, 'invalid_request'],
  ['nothing', '', json, 400, 'invalid_request'],
  ['a list', '[]', json, 400, 'invalid_request'],
  ['NaN', '{"model":"m","messages":[],"temperature":NaN}', json, 400, 'invalid_request'],
  ['a second document', `${good}${good}`, json, 400, 'invalid_request'],
  ['no model', '{"messages":[]}', json, 400, 'invalid_request'],
  ['no messages', '{"model":"m"}', json, 400, 'invalid_request'],
  ['stream as a word', '{"model":"m","messages":[],"stream":"true"}', json, 400, 'invalid_request'],
  ['a member twice', '{"model":"m","messages":[],"model":"n"}', json, 400, 'ambiguous_request'],
  [
    'a member twice, once escaped',
    '{"model":"m","messages":[{"role":"user","content":"a","\\u0063ontent":"b"}]}',
    json,
    400,
    'ambiguous_request',
  ],
  [
    'names that differ in case',
    '{"model":"m","messages":[],"Messages":[]}',
    json,
    400,
    'ambiguous_request',
  ],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), json, 400, 'ambiguous_request'],
  ['a byte order mark', `\ufeff${good}`, json, 400, 'ambiguous_request'],
  ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), json, 400, 'ambiguous_request'],
  ['half a surrogate pair', good.replace('hi', '\\ud800'), json, 400, 'ambiguous_request'],
  ['10,000 levels', deep, json, 413, 'too_large'],
  ['no media type', good, { 'content-type': '' }, 415, 'unsupported_media_type'],
  ['another media type', good, { 'content-type': 'text/json' }, 415, 'unsupported_media_type'],
  [
    'a media type that ends in +json',
    good,
    { 'content-type': 'application/x+json' },
    415,
    'unsupported_media_type',
  ],
  [
    'another charset',
    good,
    { 'content-type': 'application/json; charset=utf-16' },
    415,
    'unsupported_media_type',
  ],
  [
    'two charsets',
    good,
    { 'content-type': 'application/json; charset=utf-8; charset=utf-7' },
    415,
    'unsupported_media_type',
  ],
  [
    'another charset behind another parameter',
    good,
    { 'content-type': 'application/json; v=1; Charset="utf-7"' },
    415,
    'unsupported_media_type',
  ],
  [
    'an unknown encoding',
    good,
    { ...json, 'content-encoding': 'compress' },
    415,
    'unsupported_media_type',
  ],
  [
    'two encodings',
    gzipSync(gzipSync(good)),
    { ...json, 'content-encoding': 'gzip, gzip' },
    415,
    'unsupported_media_type',
  ],
  [
    'an encoding that is none',
    good,
    { ...json, 'content-encoding': 'gzip' },
    400,
    'invalid_request',
  ],
  [
    'a cut encoding',
    gzipSync(good).subarray(0, 40),
    { ...json, 'content-encoding': 'gzip' },
    400,
    'invalid_request',
  ],
  [
    'a gzip bomb',
    gzipSync(Buffer.alloc(50_000_000)),
    { ...json, 'content-encoding': 'gzip' },
    413,
    'too_large',
  ],
  [
    'a brotli bomb',
    brotliCompressSync(Buffer.alloc(50_000_000)),
    { ...json, 'content-encoding': 'br' },
    413,
    'too_large',
  ],
  [
    'a zstd bomb',
    zstdCompressSync(Buffer.alloc(50_000_000)),
    { ...json, 'content-encoding': 'zstd' },
    413,
    'too_large',
  ],
  ['a large body', `${good}${' '.repeat(1_000_000)}`, json, 413, 'too_large'],
];

describe('a body is refused where it', () => {
  test.each(cases)('has %s', async (_, body, headers, status, code) => {
    const answer = await call(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      body: Buffer.from(body),
      headers,
    });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ error: { type: 'invalid_request_error', code } });
    expect(answer.headers.get('x-should-retry')).toBe('false');
    expect(upstream.arrived).toEqual([]);
    expect(proxy.events).toMatchObject([{ type: 'denied', cause: code, status }]);
  });
});

describe('a body is read and sent on as it was meant where it', () => {
  test.each([
    ['is plain', Buffer.from(good), 'identity'],
    ['is gzip', gzipSync(good), 'gzip'],
    ['is GZIP', gzipSync(good), 'GZIP'],
    ['is gzip by its old name', gzipSync(good), 'x-gzip'],
    ['is deflate', deflateSync(good), 'deflate'],
    ['is br', brotliCompressSync(good), 'br'],
    ['is zstd', zstdCompressSync(good), 'zstd'],
  ])('%s', async (_, body, encoding) => {
    const answer = await call(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'Application/JSON; charset="UTF-8"',
        'content-encoding': encoding,
      },
    });
    expect(answer.status).toBe(200);
    expect(upstream.arrived.map(({ body }) => body.toString())).toEqual([good]);
    expect(upstream.arrived[0]?.headers['content-encoding']).toBeUndefined();
    expect(upstream.arrived[0]?.headers['content-length']).toBe(String(good.length));
  });
});

test.each([
  'application/json;',
  'application/json ; charset=utf8',
  'application/json;charset=UTF-8; v=1',
  'application/json; odata.metadata=minimal; profile="https://a.example"',
])('is read as JSON where it is said to be `%s`', async (type) => {
  const headers = { 'content-type': type };
  const answer = await call(`${proxy.url}/v1/chat/completions`, { body: good, headers });
  expect(answer.status).toBe(200);
  expect(upstream.arrived[0]?.headers['content-type']).toBe('application/json');
});

describe('framing', () => {
  const head =
    'POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const chunked = `${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`;

  test.each([
    [
      'chunked beside a length',
      `${head}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n${chunked}`,
    ],
    [
      'a length beside chunked',
      `${head}content-length: ${good.length}\r\ntransfer-encoding: chunked\r\n\r\n${chunked}`,
    ],
    ['two lengths', `${head}content-length: 5\r\ncontent-length: ${good.length}\r\n\r\n${good}`],
    ['a length with a sign', `${head}content-length: +${good.length}\r\n\r\n${good}`],
    ['a space before the colon', `${head}content-length : ${good.length}\r\n\r\n${good}`],
    ['a folded header', `${head}x: a\r\n b\r\ncontent-length: ${good.length}\r\n\r\n${good}`],
    ['an unknown transfer coding', `${head}transfer-encoding: xchunked\r\n\r\n${chunked}`],
    ['chunked twice', `${head}transfer-encoding: chunked, chunked\r\n\r\n${chunked}`],
    ['a bare LF', `${head.replaceAll('\r\n', '\n')}content-length: ${good.length}\n\n${good}`],
    ['a bad chunk size', `${head}transfer-encoding: chunked\r\n\r\n0x${chunked}`],
  ])('%s never reaches the upstream', async (_, bytes) => {
    const answer = await sendRaw(proxy.url, bytes, 500);
    expect([0, 400]).toContain(answer.status);
    expect(upstream.arrived).toEqual([]);
  });

  test('chunks, an expectation and hop-by-hop headers end at the gateway', async () => {
    const answer = await sendRaw(
      proxy.url,
      `${head}transfer-encoding: chunked\r\nte: trailers\r\ntrailer: x\r\n` +
        'connection: keep-alive, x-secret\r\nx-secret: 1\r\nexpect: 100-continue\r\n' +
        'x-forwarded-for: 1.2.3.4\r\nx-http-method-override: GET\r\ncookie: a=b\r\n' +
        `proxy-authorization: Basic x\r\n\r\n${chunked}`,
      1_000,
    );
    expect(answer.head).toContain('100 Continue');
    expect(upstream.arrived.map(({ body }) => body.toString())).toEqual([good]);
    expect(Object.keys(upstream.arrived[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
  });

  test('a body that is refused unread is not taken for a second request', async () => {
    const second = `${head}content-length: ${good.length}\r\n\r\n${good}`;
    const answer = await sendRaw(proxy.url, `${head}content-length: 9000000\r\n\r\n${second}`);
    expect(answer.status).toBe(413);
    expect(answer.head).toMatch(/connection: close/i);
    expect(upstream.arrived).toEqual([]);
    expect(proxy.events).toHaveLength(1);
  });

  test('two requests in one packet are two exchanges, answered in order', async () => {
    const one = `${head}content-length: ${good.length}\r\n\r\n${good}`;
    const answer = await sendRaw(proxy.url, `${one}${one.replace('"hi"', '"yo"')}`);
    expect(answer.status).toBe(200);
    await waitFor(() => proxy.events.length === 4);
    expect(upstream.arrived.map(({ body }) => body.toString().slice(-7))).toEqual(
      expect.arrayContaining([expect.stringContaining('hi'), expect.stringContaining('yo')]),
    );
  });

  test('a body that stops arriving is given up in time', async () => {
    const slow = await mountProxy([openaiAt(upstream.url)], { limits: { requestTimeoutMs: 100 } });
    const answer = await sendRaw(slow.url, `${head}content-length: 100\r\n\r\n{"model`);
    expect(answer.status).toBe(408);
    expect(slow.events).toMatchObject([{ type: 'denied', cause: 'request_timeout' }]);
    await slow.close();
  });

  test('a client that leaves before its body is complete is recorded as one', async () => {
    await sendRaw(proxy.url, `${head}content-length: 100\r\n\r\n{"model`, 50);
    await waitFor(() => proxy.events.length === 1);
    expect(proxy.events).toMatchObject([{ type: 'denied', cause: 'client_left' }]);
    expect(upstream.arrived).toEqual([]);
  });
});
