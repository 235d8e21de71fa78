/** A client that still sends its request when it is refused reads why, and nothing that it sends behind that is looked at. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
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
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const megabyte = 1_048_576;
const largerBytes = 11 * megabyte;

function toHead(path: string, lines: readonly string[], key = gateway.key): string {
  return [`POST ${path} HTTP/1.1`, 'host: gateway', `authorization: Bearer ${key}`, ...lines]
    .map((line) => `${line}\r\n`)
    .join('')
    .concat('\r\n');
}

type Told = { readonly said: string; readonly fault: string };

/** The gateway waits two seconds for more of a client that it refused; what stays below them by this much is in time. */
const inTimeMs = 1_700;
const pauseMs = 200;

function open(): { readonly socket: Socket; readonly closed: Promise<void>; fault: string } {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const opened = { socket, closed, fault: '' };
  socket.on('error', (error: NodeJS.ErrnoException) => {
    opened.fault = error.code ?? error.message;
  });
  return opened;
}

/** Writes all pieces with a pause behind each, and reads only then: again where the machine stood still meanwhile. */
async function writeFirst(pieces: readonly (string | Buffer)[]): Promise<Told> {
  for (;;) {
    const startedMs = performance.now();
    const opened = open();
    const { socket, closed } = opened;
    for (const piece of pieces) {
      if (socket.writable) socket.write(piece);
      await sleep(pauseMs);
    }
    let said = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (said += piece));
    // What has come in is read by the next turn of the loop.
    await sleep(1);
    const late = performance.now() - startedMs > inTimeMs;
    await closed;
    if (!late) return { said, fault: opened.fault };
  }
}

/** Writes all of it, as fast as it is taken, and reads only then: as most clients do. */
async function writeAll(bytes: string | Buffer): Promise<Told> {
  const opened = open();
  const { socket, closed } = opened;
  await Promise.race([closed, new Promise((resolve) => socket.write(bytes, resolve))]);
  let said = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (said += piece));
  await closed;
  return { said, fault: opened.fault };
}

const piece = Buffer.alloc(megabyte / 4, 'a');
const json = ['content-type: application/json', `content-length: ${largerBytes}`];

describe('a client that sends on while it is refused', () => {
  test.each(['/v1/validate', '/v1/chat/completions'])('reads why: %s', async (path) => {
    const { said, fault } = await writeFirst([toHead(path, json), piece, piece, piece]);
    expect(fault).toBe('');
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toContain('is larger than');
    expect(said.toLowerCase()).toContain('connection: close');
  });

  test('reads that its key is none', async () => {
    const { said, fault } = await writeFirst([toHead('/v1/validate', json, 'none'), piece, piece]);
    expect([fault, said.slice(0, 13)]).toEqual(['', 'HTTP/1.1 401 ']);
  });

  test.each([
    ['is too long', '/v1/chat/completions', largerBytes, undefined, 413],
    ['comes with no key of ours', '/v1/chat/completions', 8 * megabyte, 'none', 401],
    ['goes to no route', '/v1/files', 32 * megabyte, undefined, 404],
  ])('reads why where all of its body was written first: one that %s', async (...given) => {
    const [, path, length, key, status] = given;
    const head = toHead(path, ['content-type: application/json', `content-length: ${length}`], key);
    const { said, fault } = await writeAll(
      Buffer.concat([Buffer.from(head), Buffer.alloc(length)]),
    );
    expect([fault, said.slice(0, 13)]).toEqual(['', `HTTP/1.1 ${status} `]);
  });

  test.each([
    ['whose headers are too long', 'GET / HTTP/1.1\r\nhost: gateway\r\nx-long: ', 431],
    ['that is framed badly', 'GET / HTTP/1.1\r\nhost : gateway\r\n\r\n', 400],
    ['that asks for a tunnel', 'CONNECT other:443 HTTP/1.1\r\nhost: other:443\r\n\r\n', 405],
  ])('reads why where a long request was written %s', async (_, head, status) => {
    const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(8 * megabyte, 'a')]);
    const { said, fault } = await writeAll(bytes);
    expect([fault, said.slice(0, 13)]).toEqual(['', `HTTP/1.1 ${status} `]);
  });

  test('has no further call served on that connection', async () => {
    const length = 4 * megabyte;
    const body = Buffer.alloc(length, 'a');
    const call = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
    const behind = toHead('/v1/chat/completions', [
      'content-type: application/json',
      `content-length: ${call.length}`,
    ]);
    const first = toHead('/v1/validate', ['content-type: text/plain', `content-length: ${length}`]);
    const { said } = await writeFirst([first, body.subarray(0, -1), 'a' + behind + call]);
    expect(said).toMatch(/^HTTP\/1\.1 415 /);
    expect(said.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(upstream.arrived).toHaveLength(0);
  });
});
