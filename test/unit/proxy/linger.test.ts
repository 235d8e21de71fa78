/** How long a client that sends on is listened to once it was answered: bounded in silence, in time and in bytes. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { linger, type LingerLimits } from '../../../src/proxy/linger.ts';

const long = 60_000;
const megabyte = 1_048_576;
let limits: LingerLimits;
let server: Server;
let ended: Promise<void>;
beforeEach(async () => {
  let end: () => void = () => undefined;
  ended = new Promise((resolve) => (end = resolve));
  server = createServer((_request, response) => {
    response.writeHead(401, { connection: 'close', 'content-length': 2 });
    linger(response, limits);
    response.end('no');
  });
  server.on('connection', (socket) => void socket.once('close', end));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** A client with much to send that never ends its side. */
function begin(): { readonly socket: Socket; readonly answered: Promise<void> } {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const answered = new Promise<void>((resolve) => void socket.once('end', resolve));
  socket.on('error', () => undefined).resume();
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${64 * megabyte}\r\n\r\n`);
  return { socket, answered };
}

test('linger() lets go of a client that says nothing more', async () => {
  limits = { quietMs: 50, totalMs: long, bytesMax: 64 * megabyte };
  const { socket, answered } = begin();
  await answered;
  await ended;
  socket.destroy();
  expect(socket.bytesRead).toBeGreaterThan(0);
});

test('linger() listens while a client sends, and lets go of it after all the time it has', async () => {
  limits = { quietMs: long, totalMs: 300, bytesMax: 64 * megabyte };
  const startedMs = performance.now();
  const { socket } = begin();
  const writing = setInterval(() => socket.writable && socket.write('a'), 20);
  await ended;
  clearInterval(writing);
  socket.destroy();
  expect(performance.now() - startedMs).toBeGreaterThan(290);
});

test('linger() takes as many bytes as it may, and no more', async () => {
  limits = { quietMs: long, totalMs: long, bytesMax: 4 * megabyte };
  const { socket, answered } = begin();
  await answered;
  await new Promise((resolve) => socket.write(Buffer.alloc(4 * megabyte), resolve));
  await sleep(100);
  expect(socket.destroyed).toBe(false);
  socket.write(Buffer.alloc(megabyte));
  await ended;
  socket.destroy();
  expect(socket.bytesRead).toBeGreaterThan(0);
});
