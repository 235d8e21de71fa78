/** An S3-shaped store for tests: checks every signature and checksum by itself, keeps objects in memory, and can fail on demand. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Stored = {
  readonly bytes: Buffer;
  readonly lockedUntil: string;
  readonly mode: string;
};

export type BucketServer = {
  readonly endpoint: string;
  readonly name: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly objects: Map<string, Stored>;
  /** Requests that were refused, with why. */
  readonly refused: string[];
  /** Requests that were answered, as `PUT KEY`. */
  readonly asked: string[];
  /** Answers every request so until it is undefined again. */
  fail: 'reset' | 'status' | 'hang' | 'lost-answer' | 'portal' | undefined;
  /** What it says to have taken, and does not keep. */
  swallow: 'all' | 'half' | 'other' | undefined;
  /** Most keys that a list answers at once. */
  pageMax: number;
  readonly close: () => Promise<void>;
};

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/of+the+tests' };

function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Read from the published description of the signature, apart from the code under test. */
function checkSignature(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (found === null) return 'AuthorizationHeaderMalformed';
  const [, id, day = '', region = '', names = '', signature] = found;
  if (id !== credentials.accessKeyId) return 'InvalidAccessKeyId';
  const date = String(headers['x-amz-date']);
  if (!date.startsWith(day)) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const own = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (own.some((name) => !names.split(';').includes(name))) return 'AccessDenied';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sorted = query === '' ? '' : query.split('&').sort().join('&');
  const canonical = `${request.method ?? ''}\n${path}\n${sorted}\n${names
    .split(';')
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('')}\n${names}\n${sha256(body)}`;
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`;
  const dayKey = hmac(`AWS4${credentials.secretAccessKey}`, day);
  const key = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

function list(server: BucketServer, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const keys = [...server.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const contents: string[] = [];
  const folders = new Set<string>();
  let last = '';
  let more = false;
  for (const key of keys) {
    const cut = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    const item = cut < 0 ? key : key.slice(0, cut + 1);
    if (item <= after || folders.has(item)) continue;
    more = contents.length + folders.size >= server.pageMax;
    if (more) break;
    last = item;
    if (cut < 0)
      contents.push(
        `<Contents><Key>${key}</Key><Size>${server.objects.get(key)?.bytes.length ?? 0}</Size></Contents>`,
      );
    else folders.add(item);
  }
  const prefixes = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
  );
  const next = more ? `<NextContinuationToken>${last}</NextContinuationToken>` : '';
  return `<ListBucketResult>${next}${contents.join('')}${prefixes.join('')}</ListBucketResult>`;
}

function put(server: BucketServer, key: string, request: IncomingMessage, bytes: Buffer): number {
  const { headers } = request;
  const checksum = createHash('sha256').update(bytes).digest('base64');
  if (headers['x-amz-checksum-sha256'] !== checksum) return 400;
  if (headers['if-none-match'] === '*' && server.objects.has(key)) return 412;
  if (server.swallow === 'all') return 200;
  server.objects.set(key, {
    bytes: server.swallow === 'half' ? bytes.subarray(0, bytes.length >> 1) : bytes,
    lockedUntil: String(headers['x-amz-object-lock-retain-until-date'] ?? ''),
    mode: String(headers['x-amz-object-lock-mode'] ?? ''),
  });
  return 200;
}

function describeTaken(server: BucketServer, bytes: Buffer): Record<string, string> {
  const taken = server.swallow === 'other' ? Buffer.from('something else') : bytes;
  return {
    etag: `"${createHash('md5').update(taken).digest('hex')}"`,
    'x-amz-checksum-sha256': createHash('sha256').update(taken).digest('base64'),
  };
}

async function answer(
  server: BucketServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (server.fail === 'hang') return;
  if (server.fail === 'reset') request.socket.resetAndDestroy();
  else if (server.fail === 'status') refuse(response, 503, 'SlowDown');
  else if (server.fail === 'portal') response.end('<html>Please sign in to this network</html>');
  else serve(server, request, response, body);
}

function serve(
  server: BucketServer,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const wrong = checkSignature(request, body);
  if (wrong !== undefined) {
    server.refused.push(`${request.method ?? ''} ${request.url ?? ''}: ${wrong}`);
    refuse(response, 403, wrong);
    return;
  }
  const url = new URL(request.url ?? '', 'http://store');
  const key = decodeURIComponent(url.pathname.slice(server.name.length + 2));
  server.asked.push(`${request.method ?? ''} ${key}`);
  if (request.method === 'PUT') {
    const status = put(server, key, request, body);
    if (server.fail === 'lost-answer') request.socket.resetAndDestroy();
    else if (status === 200) response.writeHead(200, describeTaken(server, body)).end();
    else refuse(response, status, 'PreconditionFailed');
    return;
  }
  const found = server.objects.get(key);
  if (key === '') response.end(list(server, url.searchParams));
  else if (found === undefined) refuse(response, 404, 'NoSuchKey');
  else response.end(found.bytes);
}

export async function startBucketServer(): Promise<BucketServer> {
  const http = createServer((request, response) => {
    answer(server, request, response).catch(() => response.destroy());
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server: BucketServer = {
    ...credentials,
    endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    name: 'audit-copies',
    objects: new Map(),
    refused: [],
    asked: [],
    fail: undefined,
    swallow: undefined,
    pageMax: 1000,
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}
