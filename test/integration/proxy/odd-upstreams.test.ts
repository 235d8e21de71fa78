/** Upstreams that write their streams as no provider does: nothing is shown that was not judged, and nothing ends well that did not. */
import { createServer, type Server, type Socket } from 'node:net';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { shareOf } from '../../support/draws.ts';
import { sendRaw } from '../../support/raw.ts';
import { formats, type Format, type Frame } from './odd-formats.ts';
import { familiesAt, judgeBy, mountProxy, type Mounted } from './support.ts';
import { holdToEnd, ways } from './ways.ts';

const judge = judgeBy({
  patterns: { codename: { keywords: ['BLOCKME'] } },
  rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
});

/** What the upstream answers every call with. */
let answer: string | Buffer = '';
let reset = false;
let server: Server;
let gateways: Record<(typeof ways)[number], Mounted>;

beforeAll(async () => {
  server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (!reset) socket.end(answer);
      else socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const upstreams = familiesAt(`http://127.0.0.1:${String(port)}`);
  const options = { limits: { upstreamOpenTimeoutMs: 1_000 } };
  gateways = {
    live: await mountProxy(upstreams, { judge, ...options }),
    held: await mountProxy(upstreams, { judge: holdToEnd(judge), ...options }),
  };
});
afterAll(async () => {
  for (const gateway of Object.values(gateways)) {
    expect(gateway.bugs).toEqual([]);
    await gateway.close();
  }
  server.close();
});

const types = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  array: 'application/json',
};

type Writing = {
  readonly eol?: string;
  readonly between?: string;
  readonly field?: string;
  readonly change?: (data: string) => string;
};

function write(format: Format, frames: readonly Frame[], writing: Writing = {}): string {
  const { eol = '\n', between = '', field = 'data: ', change = (data: string) => data } = writing;
  const said = frames.map(({ event, data }) => ({ event, data: change(data) }));
  if (format.framing === 'array')
    return `[${said.map(({ data }) => data).join(`,${between}${eol}`)}]`;
  if (format.framing === 'ndjson')
    return said.map(({ data }) => `${data}${between}${eol}`).join('');
  return said
    .map(({ event, data }) => {
      const lines = data.split('\n').map((line) => `${field}${line}${eol}`);
      return `${event === '' ? '' : `event: ${event}${eol}`}${lines.join('')}${eol}${between}`;
    })
    .join('');
}

type Head = { readonly status?: string; readonly type?: string; readonly more?: readonly string[] };

function toAnswer(
  format: Format,
  body: string | Buffer,
  { status = '200 OK', type = types[format.framing], more = [] }: Head = {},
): Buffer {
  const lines = [`HTTP/1.1 ${status}`, ...(type === '' ? [] : [`content-type: ${type}`]), ...more];
  return Buffer.concat([
    Buffer.from([...lines, 'connection: close', '', ''].join('\r\n')),
    Buffer.from(body),
  ]);
}

function toChunks(body: string, size: number, trailer = ''): string {
  const bytes = Buffer.from(body);
  let text = '';
  for (let at = 0; at < bytes.length; at += size) {
    const chunk = bytes.subarray(at, at + size);
    text += `${chunk.length.toString(16)}\r\n${chunk.toString('latin1')}\r\n`;
  }
  return `${text}0\r\n${trailer}\r\n`;
}

type Odd = (format: Format, pieces: readonly string[]) => string | Buffer | undefined;

const plain =
  (writing: Writing): Odd =>
  (format, pieces) =>
    toAnswer(format, write(format, format.say(pieces), writing));
const framed =
  (change: (frames: readonly Frame[], format: Format) => readonly Frame[]): Odd =>
  (format, pieces) =>
    toAnswer(format, write(format, change(format.say(pieces), format)));
const bodied =
  (change: (body: string, format: Format) => string | Buffer, head: Head = {}): Odd =>
  (format, pieces) =>
    toAnswer(format, change(write(format, format.say(pieces)), format), head);
const only =
  (framing: Format['framing'], odd: Odd): Odd =>
  (format, pieces) =>
    format.framing === framing ? odd(format, pieces) : undefined;
const packed = (encoding: string, pack: (body: Buffer) => Buffer): Odd =>
  bodied((body) => pack(Buffer.from(body)), { more: [`content-encoding: ${encoding}`] });

/** Each frame of words, as its format writes it. */
const inWords =
  (change: (data: string) => string): Odd =>
  (format, pieces) => {
    const marked = new Set(format.say(pieces).map(({ data }) => data));
    for (const { data } of format.say([])) marked.delete(data);
    const frames = format.say(pieces).map(({ event, data }) => ({
      event,
      data: marked.has(data) && /"[~^]?[A-Z~^ ]+"/.test(data) ? change(data) : data,
    }));
    return toAnswer(format, write(format, frames));
  };

const withMember = (json: string) => (data: string) => data.replace(/^\{/, `{"zz":${json},`);

const oddities: Readonly<Record<string, Odd>> = {
  'as it should be': plain({}),
  'two ends': framed((frames) => [...frames, ...frames.slice(-1)]),
  'everything twice': framed((frames) => [...frames, ...frames]),
  'words behind the end': framed((frames, format) => [...format.say([]), ...frames]),
  'no end': framed((frames, format) => frames.slice(0, -format.say([]).length || undefined)),
  CRLF: plain({ eol: '\r\n' }),
  CR: only('sse', plain({ eol: '\r' })),
  'CR in lines': only('ndjson', plain({ eol: '\r' })),
  'a mark at the beginning': bodied((body) => `\ufeff${body}`),
  'a mark in each frame': plain({ change: (data) => `\ufeff${data}` }),
  'data without a space': plain({ field: 'data:' }),
  'data with two spaces': plain({ field: 'data:  ' }),
  'data with a space before': only('sse', plain({ field: ' data: ' })),
  'data with a space before its colon': only('sse', plain({ field: 'data : ' })),
  Data: only('sse', plain({ field: 'Data: ' })),
  'data in lines': plain({
    change: (data) => (data.startsWith('{') ? JSON.stringify(JSON.parse(data), null, 1) : data),
  }),
  'comments between': only('sse', plain({ between: ': hm\n\n' })),
  'an event without data between': only('sse', plain({ between: 'event: hm\n\n' })),
  'empty data between': only('sse', plain({ between: 'data:\n\n' })),
  'retry and id': only('sse', plain({ between: 'id: 7\nretry: 3\n\n' })),
  'blank lines between': plain({ between: '\n\n' }),
  'spaces behind': plain({ change: (data) => `${data} \t ` }),
  'a record separator': only('ndjson', plain({ change: (data) => `\x1e${data}` })),
  'U+2028 between': plain({ between: '\u2028' }),
  'a huge line': plain({ change: (data) => data.replace(/^\{/, `{${' '.repeat(20_000)}`) }),
  'everything in one line': only(
    'ndjson',
    bodied((body) => `${body.replaceAll('\n', ' ')}\n`),
  ),
  'half a frame and the rest': plain({
    change: (data) => (data.length < 9 ? data : `${data.slice(0, 9)}\n\ndata: ${data.slice(9)}`),
  }),
  'two frames in one event': only(
    'sse',
    framed((frames) => frames.map((frame) => ({ ...frame, data: `${frame.data}\n${frame.data}` }))),
  ),
  'no last line end': bodied((body) => body.trimEnd()),
  'a cut end': bodied((body) => body.trimEnd().slice(0, -3)),
  'NUL between': bodied((body) => body.replaceAll('\n', '\0\n')),
  'UTF-16': bodied((body) => Buffer.from(body, 'utf16le')),
  'UTF-16 that says so': bodied((body) => Buffer.from(`\ufeff${body}`, 'utf16le'), {
    type: 'text/event-stream; charset=utf-16',
  }),
  escapes: plain({
    change: (data) =>
      data.replace(/[~A-Z^]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  }),
  'escapes in names': plain({
    change: (data) =>
      data.replace(
        /"(content|text|delta|response)":/g,
        (_, name: string) => `"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}":`,
      ),
  }),
  'a byte at a time': (format, pieces) =>
    toAnswer(format, toChunks(write(format, format.say(pieces)), 1), {
      more: ['transfer-encoding: chunked'],
    }),
  'a chunk too few': (format, pieces) =>
    toAnswer(format, toChunks(write(format, format.say(pieces)), 7).slice(0, -5), {
      more: ['transfer-encoding: chunked'],
    }),
  'words in a trailer': (format, pieces) =>
    toAnswer(
      format,
      toChunks(write(format, format.say(pieces)), 70, `x-said: ${pieces.join('')}\r\n`),
      { more: ['transfer-encoding: chunked', 'trailer: x-said'] },
    ),
  'words in a chunk extension': (format, pieces) =>
    toAnswer(
      format,
      toChunks(write(format, format.say(pieces)), 70).replaceAll(/^([0-9a-f]+)\r$/gm, `$1;x=hm\r`),
      { more: ['transfer-encoding: chunked'] },
    ),
  'early hints before': (format, pieces) =>
    Buffer.concat([
      Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'),
      Buffer.from(plain({})(format, pieces) ?? ''),
    ]),
  'a length too short': bodied((body) => body, { more: ['content-length: 300'] }),
  'a length too long': bodied((body) => body, { more: ['content-length: 30000'] }),
  'status 201': bodied((body) => body, { status: '201 Created' }),
  'status 206': bodied((body) => body, {
    status: '206 Partial Content',
    more: ['content-range: bytes 0-9/10'],
  }),
  'status 299': bodied((body) => body, { status: '299 Odd' }),
  'status 302': bodied((body) => body, { status: '302 Found', more: ['location: /elsewhere'] }),
  'status 400': bodied((body) => body, { status: '400 Bad' }),
  'status 500': bodied((body) => body, { status: '500 Bad' }),
  'no type': bodied((body) => body, { type: '' }),
  'as JSON': bodied((body) => body, { type: 'application/json' }),
  'as text': bodied((body) => body, { type: 'text/plain' }),
  'as a page': bodied((body) => body, { type: 'text/html' }),
  'as bytes': bodied((body) => body, { type: 'application/octet-stream' }),
  'as lines': bodied((body) => body, { type: 'application/x-ndjson' }),
  'as other lines': bodied((body) => body, { type: 'application/jsonl' }),
  'as events': bodied((body) => body, { type: 'text/event-stream' }),
  'in capitals': (format, pieces) =>
    toAnswer(format, write(format, format.say(pieces)), {
      type: types[format.framing].toUpperCase(),
    }),
  'two types': (format, pieces) =>
    toAnswer(format, write(format, format.say(pieces)), { more: ['content-type: text/html'] }),
  'two in one type': (format, pieces) =>
    toAnswer(format, write(format, format.say(pieces)), {
      type: `${types[format.framing]}, text/html`,
    }),
  gzip: packed('gzip', gzipSync),
  'x-gzip in capitals': packed('X-GZIP', gzipSync),
  deflate: packed('deflate', deflateSync),
  'raw deflate': packed('deflate', deflateRawSync),
  br: packed('br', brotliCompressSync),
  zstd: packed('zstd', zstdCompressSync),
  'gzip twice': packed('gzip, gzip', (body) => gzipSync(gzipSync(body))),
  'gzip that is cut': packed('gzip', (body) => gzipSync(body).subarray(0, -6)),
  'gzip in two members': packed('gzip', (body) =>
    Buffer.concat([gzipSync(body.subarray(0, 99)), gzipSync(body.subarray(99))]),
  ),
  'gzip and more': packed('gzip', (body) => Buffer.concat([gzipSync(''), body])),
  'gzip that is none': packed('gzip', (body) => body),
  'gzip that says nothing': bodied((body) => gzipSync(body)),
  'an unknown packing': packed('rot13', (body) => body),
  identity: packed('identity', (body) => body),
  'an error between': framed((frames) => [
    ...frames.slice(0, 2),
    { event: 'error', data: '{"type":"error","error":{"type":"x","message":"hm"}}' },
    ...frames.slice(2),
  ]),
  'an error alone': framed(() => [
    { event: 'error', data: '{"type":"error","error":{"type":"x","message":"hm"}}' },
  ]),
  'a member twice': inWords((data) =>
    data.replace(/"(content|text|delta|response)":("(?:[^"]*)")/, '"$1":"fine","$1":$2'),
  ),
  'a member in capitals': inWords((data) =>
    data.replace(
      /"(content|text|delta|response)":(")/,
      (_, name: string) => `"${name.toUpperCase()}":"`,
    ),
  ),
  'index 1': inWords((data) => data.replace(/"(index|content_index|output_index)":0/, '"$1":1')),
  'index -1': inWords((data) => data.replace(/"(index|content_index|output_index)":0/, '"$1":-1')),
  'index 1e9': inWords((data) =>
    data.replace(/"(index|content_index|output_index)":0/, '"$1":1e9'),
  ),
  'index 0.5': inWords((data) =>
    data.replace(/"(index|content_index|output_index)":0/, '"$1":0.5'),
  ),
  'index "0"': inWords((data) =>
    data.replace(/"(index|content_index|output_index)":0/, '"$1":"0"'),
  ),
  'index null': inWords((data) =>
    data.replace(/"(index|content_index|output_index)":0/, '"$1":null'),
  ),
  'no index': inWords((data) => data.replace(/"(index|content_index|output_index)":0,/, '')),
  NaN: inWords(withMember('NaN')),
  'a number beyond all': inWords(withMember('1e999')),
  '10,000 lists': inWords(withMember('['.repeat(10_000) + ']'.repeat(10_000))),
  'half a pair': inWords(withMember('"\\ud800"')),
  'an escaped NUL': inWords(withMember('"\\u0000"')),
  'a NUL in a name': inWords(withMember('{"\\u0000":1}')),
  __proto__: inWords(withMember('{"__proto__":{"x":1}}')),
  'a comment in JSON': inWords((data) => data.replace(/^\{/, '{/* hm */')),
  'a comma too many': inWords((data) => data.replace(/\}$/, ',}')),
  'single quotes': inWords((data) => data.replaceAll('"', "'")),
  'frames in lists': inWords((data) => `[${data}]`),
  'frames in strings': inWords((data) => JSON.stringify(data)),
  'a list of bytes that is no frame': inWords((data) => JSON.stringify([...Buffer.from(data)])),
  'a comma first': only(
    'array',
    bodied((body) => body.replace('[', '[,')),
  ),
  'a comma last': only(
    'array',
    bodied((body) => body.replace(/\]$/, ',]')),
  ),
  'no commas': only(
    'array',
    bodied((body) => body.replaceAll(',\n', '\n')),
  ),
  'no brackets': only(
    'array',
    bodied((body) => body.slice(1, -1)),
  ),
  'two lists': only(
    'array',
    bodied((body) => body + body),
  ),
  'a list in a list': only(
    'array',
    bodied((body) => `[${body}]`),
  ),
  'no stream at all': (format, pieces) =>
    toAnswer(format, JSON.stringify(format.whole(pieces.join(''))), { type: 'application/json' }),
  'a whole answer as a stream': (format, pieces) =>
    toAnswer(
      format,
      write(format, [{ event: '', data: JSON.stringify(format.whole(pieces.join(''))) }]),
    ),
};

/** What clients read, so that it must not be refused. */
const usual: ReadonlySet<string> = new Set([
  ...[
    'as it should be',
    'two ends',
    'CRLF',
    'CR',
    'a mark at the beginning',
    'data without a space',
  ],
  ...['comments between', 'an event without data between', 'empty data between', 'retry and id'],
  ...[
    'blank lines between',
    'spaces behind',
    'a huge line',
    'no last line end',
    'a byte at a time',
  ],
  ...[
    'early hints before',
    'status 201',
    'in capitals',
    'gzip',
    'deflate',
    'br',
    'zstd',
    'identity',
  ],
  ...['words in a trailer', 'words in a chunk extension', 'no index', 'escapes in names'],
]);

const canary = 'BLOCKME';
const [left, right] = ['~', '^'];

async function ask(format: Format, way: (typeof ways)[number]) {
  const gateway = gateways[way];
  gateway.events.splice(0);
  const body = JSON.stringify(format.body);
  const head = `POST ${format.path} HTTP/1.1\r\nhost: g\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
  const { status, body: raw, head: headers } = await sendRaw(gateway.url, head + body, 20_000);
  const chunked = /transfer-encoding: chunked/i.test(headers);
  const text = chunked ? raw.replace(/\r\n[0-9a-f]+\r\n/g, '').replace(/^[0-9a-f]+\r\n/, '') : raw;
  const closed = !chunked || raw.endsWith('0\r\n\r\n');
  return { status, text, closed, head: headers, last: gateway.events.at(-1) };
}

const unescape = (text: string): string =>
  text.replace(/\\u00([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** How it went, in words that a failing test shows: `blocked` and `failed` are told to the client, and nothing of the word is. */
function tellBad(got: Awaited<ReturnType<typeof ask>>, halves: readonly string[]): string {
  const shown = unescape(got.text) + got.head;
  if (halves.some((half) => shown.includes(half))) return 'shown';
  if (got.last?.type !== 'blocked' && got.last?.type !== 'failed') return 'passed';
  return got.closed && /error/i.test(got.text) ? 'told' : 'ended well';
}

/** Of an answer in which nothing is to be found: whole and on record as such, or an error and on record as that. */
function tellFine(got: Awaited<ReturnType<typeof ask>>): string {
  const isWhole = got.status < 300 && got.closed && !/"error"/.test(got.text);
  if (got.last?.type === 'answered') return isWhole ? 'answered' : 'on record as answered';
  return isWhole ? 'without its error' : 'failed';
}

/** An error of an upstream is no stream to any client, which shows it as the text that it is. */
const errors: ReadonlySet<string> = new Set(['status 400', 'status 500']);

/** Where the word is cut, and how the answer is judged. */
const cuts = [
  ['live', 1],
  ['live', 3],
  ['live', 6],
  ['held', 3],
] as const;

describe.each(formats.map((format, place) => ({ ...format, place })))('$name', (format) => {
  const streams = Object.entries(oddities).filter(([name]) => !errors.has(name));
  test.each(streams.map(([name, odd], turn) => [name, odd, turn + format.place] as const))(
    '%s: shows nothing that was not judged',
    async (_, odd, turn) => {
      for (const [way, at] of shareOf(cuts, 2, turn)) {
        const halves = [left + canary.slice(0, at), canary.slice(at) + right];
        const bytes = odd(format, ['it is ', ...halves, ' so']);
        if (bytes === undefined) return;
        answer = bytes;
        expect([way, at, tellBad(await ask(format, way), halves)]).toEqual([way, at, 'told']);
      }
    },
  );

  test.each(Object.entries(oddities))('%s: is on record as it ended', async (name, odd) => {
    const told: string[] = [];
    for (const way of ways) {
      const bytes = odd(format, ['it is ', `${left}FINE`, `WORDS${right}`, ' so']);
      if (bytes === undefined) return;
      answer = bytes;
      told.push(tellFine(await ask(format, way)));
    }
    expect(told[0]).toBe(told[1]);
    expect(['answered', 'failed']).toContain(told[0]);
    if (usual.has(name)) expect(told[0]).toBe('answered');
  });
});

test.each(formats)('$name: a reset in mid-stream is told', async (format) => {
  reset = true;
  const frames = format.say(['it is ', 'FINE '.repeat(200), ' so']).slice(0, 2);
  answer = toAnswer(format, write(format, frames));
  for (const way of ways) {
    const got = await ask(format, way);
    expect([way, got.last?.type, /error/i.test(got.text)]).toEqual([way, 'failed', true]);
  }
  reset = false;
});
