/** Requests that two readers could take differently, or that would reach something nobody judged: each with the statuses that refuse it. */
import { gzipSync } from 'node:zlib';
import type { Surface } from './surfaces.ts';

export type Oddity = {
  readonly name: string;
  /** On routes with a body only, on those without, or on all. */
  readonly on: 'POST' | 'GET' | 'all';
  /** `trace` tells the upstream whose call it is, where it arrives there. */
  readonly write: (surface: Surface, key: string, trace: string) => Buffer;
  readonly statuses: readonly number[];
  /** Surfaces that it means nothing on are left out. */
  readonly where?: (surface: Surface) => boolean;
};

type Change = {
  readonly method?: string;
  readonly target?: (path: string) => string;
  readonly version?: string;
  readonly headers?: readonly string[];
  /** Instead of what every request has. */
  readonly host?: readonly string[];
  readonly authorization?: (key: string) => readonly string[];
  readonly type?: readonly string[];
  readonly body?: (plain: string) => string | Buffer;
  /** False: the headers given say how long the body is. */
  readonly sized?: boolean;
  readonly lines?: string;
};

function writeRaw(
  { method, path, headers, least }: Surface,
  [key, trace]: readonly [string, string],
  change: Change,
): Buffer {
  const hasBody = method === 'POST';
  const plain = hasBody ? JSON.stringify(least) : '';
  const body = Buffer.from(change.body?.(plain) ?? plain);
  const sized = change.sized ?? true;
  const lines = [
    `${change.method ?? method} ${change.target?.(path) ?? path}${change.version ?? ' HTTP/1.1'}`,
    ...(change.host ?? ['host: gateway']),
    `traceparent: ${trace}`,
    ...(change.authorization?.(key) ?? [`authorization: Bearer ${key}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(change.type ?? (body.length > 0 ? ['content-type: application/json'] : [])),
    ...(change.headers ?? []),
    ...(sized && body.length > 0 ? [`content-length: ${body.length}`] : []),
  ];
  const end = change.lines ?? '\r\n';
  return Buffer.concat([Buffer.from([...lines, '', ''].join(end), 'latin1'), body]);
}

function odd(
  name: string,
  on: Oddity['on'],
  change: Change,
  statuses: readonly number[] = [400],
): Oddity {
  return { name, on, statuses, write: (surface, ...told) => writeRaw(surface, told, change) };
}

const add = (member: string) => (plain: string) =>
  plain === '{}' ? `{${member}}` : `${plain.slice(0, -1)},${member}}`;
const inLatin = (member: string) => (plain: string) => Buffer.from(add(member)(plain), 'latin1');
const chunked = (plain: string): string =>
  `${Buffer.byteLength(plain).toString(16)}\r\n${plain}\r\n0\r\n\r\n`;
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
const before = (path: string, more: string): string => path.replace(/^(\/[^/]+)/, `$1${more}`);

const bodies: readonly Oddity[] = [
  odd('a member twice', 'POST', { body: add('"x":1,"x":2') }),
  odd('a member twice, once escaped', 'POST', { body: add('"x":1,"\\u0078":2') }),
  odd('a member twice, deep inside', 'POST', { body: add('"y":[{"x":1,"x":2}]') }),
  odd('names that differ in case', 'POST', { body: add('"x":1,"X":2') }),
  odd('`__proto__`', 'POST', { body: add('"__proto__":{}') }),
  odd('a null character in a name', 'POST', { body: add('"a\\u0000":1') }),
  odd('half of a surrogate pair', 'POST', { body: add('"x":"\\ud800"') }),
  odd('a number that overflows', 'POST', { body: add('"x":1e999') }),
  odd('NaN', 'POST', { body: add('"x":NaN') }),
  odd('a comment', 'POST', { body: add('/* no */"x":1') }),
  odd('a second document', 'POST', { body: (plain) => `${plain}{}` }),
  odd('a list', 'POST', { body: (plain) => `[${plain}]` }),
  odd('no body', 'POST', { body: () => '', type: ['content-type: application/json'] }),
  odd('invalid UTF-8', 'POST', { body: inLatin('"x":"\xff"') }),
  odd('an overlong character', 'POST', { body: inLatin('"x":"\xc0\xaf"') }),
  odd('a byte order mark', 'POST', { body: (plain) => `\ufeff${plain}` }),
  odd('UTF-16', 'POST', { body: (plain) => Buffer.from(plain, 'utf16le') }),
  odd('10,000 levels', 'POST', { body: add(`"x":${'['.repeat(1e4)}${']'.repeat(1e4)}`) }, [413]),
  odd('no media type', 'POST', { type: [] }, [415]),
  odd('two media types', 'POST', {
    type: ['content-type: application/json', 'content-type: text/plain'],
  }),
  odd('`text/json`', 'POST', { type: ['content-type: text/json'] }, [415]),
  odd('a media type that ends in `+json`', 'POST', { type: ['content-type: a/b+json'] }, [415]),
  odd('a form', 'POST', { type: ['content-type: multipart/form-data; boundary=x'] }, [415]),
  odd(
    'a charset other than UTF-8',
    'POST',
    {
      type: ['content-type: application/json; charset=utf-7'],
    },
    [415],
  ),
  odd('an unknown encoding', 'POST', { headers: ['content-encoding: rot13'] }, [415]),
  odd('two encodings', 'POST', { headers: ['content-encoding: gzip, gzip'] }, [415]),
  odd('an encoding that is none', 'POST', { headers: ['content-encoding: gzip'] }),
  odd('a bomb', 'POST', { headers: ['content-encoding: gzip'], body: () => bomb }, [413]),
  {
    ...odd('`stream` as a word', 'POST', {
      body: (plain) => plain.replace(/"stream":(?:true|false)/, '"stream":"true"'),
    }),
    where: ({ least }) => 'stream' in least,
  },
];

const framing: readonly Oddity[] = [
  odd('chunks beside a length', 'POST', {
    headers: ['transfer-encoding: chunked', 'content-length: 5'],
    sized: false,
    body: chunked,
  }),
  odd('two lengths', 'POST', { headers: ['content-length: 1'] }),
  odd('a length with a sign', 'POST', { headers: ['content-length: +2'], sized: false }),
  odd('an unknown transfer coding', 'POST', {
    headers: ['transfer-encoding: xchunked'],
    sized: false,
    body: chunked,
  }),
  odd('chunked twice', 'POST', {
    headers: ['transfer-encoding: chunked, chunked'],
    sized: false,
    body: chunked,
  }),
  odd('a packed transfer coding', 'POST', {
    headers: ['transfer-encoding: gzip, chunked'],
    sized: false,
    body: chunked,
  }),
  odd('a bad chunk size', 'POST', {
    headers: ['transfer-encoding: chunked'],
    sized: false,
    body: (plain) => `0x${chunked(plain)}`,
  }),
  odd('a space before the colon', 'all', { headers: ['x-odd : 1'] }),
  odd('a folded header', 'all', { headers: ['x-odd: 1\r\n 2'] }),
  odd('a bare line feed', 'all', { lines: '\n' }),
  odd('a null character in a header', 'all', { headers: ['x-odd: a\x00b'] }),
  odd('no version', 'all', { version: '' }),
  odd('another version', 'all', { version: ' HTTP/3.7' }),
  odd('no host', 'all', { host: [] }),
  odd('two hosts', 'all', { host: ['host: gateway', 'host: other'] }),
  odd('a body on a GET', 'GET', { headers: ['content-type: application/json'], body: () => '{}' }),
  odd('an unknown expectation', 'all', { headers: ['expect: a-miracle'] }),
  odd('an upgrade', 'all', { headers: ['connection: upgrade', 'upgrade: websocket'] }),
];

const addresses: readonly Oddity[] = [
  odd('a doubled slash', 'all', { target: (path) => before(path, '/') }),
  odd('a dot segment', 'all', { target: (path) => before(path, '/x/..') }),
  odd('an encoded dot segment', 'all', { target: (path) => before(path, '/%2e') }),
  odd('an encoded slash', 'all', { target: (path) => path.replace(/\/(?=[^/]*$)/, '%2f') }),
  odd('a slash encoded twice', 'all', { target: (path) => path.replace(/\/(?=[^/]*$)/, '%252f') }),
  odd('a backslash', 'all', { target: (path) => before(path, '%5c') }),
  odd('a path parameter', 'all', { target: (path) => path.replace(/(?=\?|$)/, ';a=b') }),
  odd('a null character in the path', 'all', { target: (path) => before(path, '%00') }),
  odd(
    'a path that is no percent-encoding',
    'all',
    { target: (path) => before(path, '/%zz') },
    [400, 404],
  ),
  odd('a whole URL', 'all', { target: (path) => `http://gateway${path}` }),
  odd(
    'another case',
    'all',
    { target: (path) => path.replace(/^\/(\w)/, (all) => all.toUpperCase()) },
    [404],
  ),
  odd('a slash at the end', 'all', { target: (path) => path.replace(/(?=\?|$)/, '/') }, [404]),
  odd('another method', 'all', { method: 'PUT' }, [405]),
  odd('TRACE', 'all', { method: 'TRACE' }, [405]),
  odd('an unknown query parameter', 'all', {
    target: (path) => `${path}${path.includes('?') ? '&' : '?'}zz=1`,
  }),
  odd(
    'a key in the query',
    'all',
    { target: (path) => `${path}${path.includes('?') ? '&' : '?'}key=abc` },
    [401],
  ),
  odd('no key', 'all', { authorization: () => [] }, [401]),
  odd(
    'the same key twice',
    'all',
    { authorization: (key) => [`authorization: Bearer ${key}`, `authorization: Bearer ${key}`] },
    [401],
  ),
  odd(
    'two keys that differ',
    'all',
    { authorization: (key) => [`authorization: Bearer ${key}`, 'authorization: Bearer other'] },
    [401],
  ),
];

export const oddities: readonly Oddity[] = [...bodies, ...framing, ...addresses];

export function isTried({ on, where }: Oddity, surface: Surface): boolean {
  return (on === 'all' || on === surface.method) && (where?.(surface) ?? true);
}
