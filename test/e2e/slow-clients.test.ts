/** Clients that send a byte now and then, or nothing: each is closed in time, and nobody else notices them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

const headerTimeoutMs = 1_500;
const requestTimeoutMs = 3_000;
/** The sockets are looked at once a second, and the machine may do other things: far less than these clients would go on. */
const slackMs = 60_000;
const clients = 60;
/** Longer than a client may say nothing more once it was answered. */
const heldMs = 3_000;

let folder: string;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-slow-'));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, JSON.stringify({ limits: { headerTimeoutMs, requestTimeoutMs } }));
  const environment = { ...quickPolicy, GATEWAY_CONFIG: file };
  gateway = await startGateway({ environment });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

type Ended = { readonly said: string; readonly ms: number };

/** Sends `head` and then a byte at a time until the gateway closes the socket. */
function trickle(head: string, piece: string): Promise<Ended> {
  const { hostname, port } = new URL(gateway.url);
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let said = '';
    let drip: NodeJS.Timeout | undefined;
    const socket: Socket = connect(Number(port), hostname, () => {
      socket.write(head);
      drip = setInterval(() => socket.write(piece), 100);
    });
    socket.setEncoding('utf8').on('data', (text: string) => (said += text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve({ said, ms: performance.now() - startedMs });
    });
  });
}

/** Sends `head`, keeps its own side open whatever comes, and says a byte now and then, until that fails. */
function holdOn(head: string): Promise<Ended> {
  const { hostname, port } = new URL(gateway.url);
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let said = '';
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.write(head);
    socket.setEncoding('utf8').on('data', (text: string) => (said += text));
    let drip: NodeJS.Timeout | undefined;
    socket.once('end', () => (drip = setInterval(() => socket.write('a'), heldMs)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve({ said, ms: performance.now() - startedMs });
    });
  });
}

const all = (head: string, piece: string): readonly Promise<Ended>[] =>
  Array.from({ length: clients }, () => trickle(head, piece));

/** How many others were served before the first of them was closed; they are called until the last one is. */
async function servedBeside(slow: readonly Promise<Ended>[]): Promise<number> {
  const state = { begun: false, over: false };
  void Promise.race(slow).then(() => (state.begun = true));
  void Promise.all(slow).then(() => (state.over = true));
  let served = 0;
  do {
    const body = { prompt: 'Good morning.' };
    expect((await call(`${gateway.url}/v1/validate`, { key: gateway.key, body })).status).toBe(200);
    if (!state.begun) served += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (!state.over);
  return served;
}

describe('a crowd of slow clients', () => {
  test('whose headers trickle in is closed in time, with others served all the while', async () => {
    const head = 'POST /v1/validate HTTP/1.1\r\nhost: gateway\r\nx-slow: ';
    const slow = all(head, 'a');
    const served = await servedBeside(slow);
    for (const { said, ms } of await Promise.all(slow)) {
      expect(said).toMatch(/^HTTP\/1\.1 408 /);
      expect(ms).toBeGreaterThanOrEqual(headerTimeoutMs - 100);
      expect(ms).toBeLessThan(headerTimeoutMs + slackMs);
    }
    expect(served).toBeGreaterThan(0);
  });

  test('whose bodies trickle in is closed in time, with others served all the while', async () => {
    const head =
      `POST /v1/validate HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${gateway.key}\r\n` +
      'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{"prompt":"';
    const slow = all(head, 'a');
    const served = await servedBeside(slow);
    for (const { said, ms } of await Promise.all(slow)) {
      expect(said).toMatch(/^HTTP\/1\.1 408 /);
      expect(ms).toBeGreaterThanOrEqual(requestTimeoutMs - 100);
      expect(ms).toBeLessThan(requestTimeoutMs + slackMs);
    }
    expect(served).toBeGreaterThan(0);
  });

  test('that says nothing at all is closed in time', async () => {
    for (const { ms } of await Promise.all(all('', '')))
      expect(ms).toBeLessThan(requestTimeoutMs + slackMs);
  });

  test('is let go of though it keeps its own side open', async () => {
    const heads = [
      ['', 408],
      ['GET /healthz HTTP/1.1\r\nhost: ga', 408],
      ['GET /healthz HTTP/1.1\r\nhost : gateway\r\n\r\n', 400],
      ['CONNECT other:443 HTTP/1.1\r\nhost: other:443\r\n\r\n', 405],
    ] as const;
    const ended = await Promise.all(heads.map(([head]) => holdOn(head)));
    expect(ended.map(({ said }) => said.slice(0, 12))).toEqual(
      heads.map(([, status]) => `HTTP/1.1 ${status}`),
    );
    for (const { ms } of ended) expect(ms).toBeLessThan(requestTimeoutMs + slackMs);
  });
});

test('a request may be given less time than its headers have by default', async () => {
  const file = join(folder, 'short.yaml');
  await writeFile(file, JSON.stringify({ limits: { requestTimeoutMs: 1_000 } }));
  const short = await startGateway({ environment: { ...quickPolicy, GATEWAY_CONFIG: file } });
  expect((await call(`${short.url}/healthz`)).status).toBe(200);
  expect(await short.stop()).toBe(0);
});
