/** Connections to an upstream: used again while they are fresh, and never for a call that might be lost on them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { chatCompletion } from '../../support/upstream.ts';
import { mountProxy, openaiAt } from './support.ts';

const ask = (url: string) =>
  call(`${url}/v1/chat/completions`, { body: { model: 'm', messages: [] } });

test('a connection is used again, but not when the upstream is about to close it', async () => {
  let connections = 0;
  let seconds = 60;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      // How long it keeps a connection without use.
      const keeps = `timeout=${seconds}`;
      response.writeHead(200, { 'content-type': 'application/json', 'keep-alive': keeps });
      response.end(JSON.stringify(chatCompletion('fine')));
    });
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = await mountProxy([openaiAt(`http://127.0.0.1:${port}`)]);
  expect([(await ask(proxy.url)).status, connections]).toEqual([200, 1]);
  seconds = 2;
  expect([(await ask(proxy.url)).status, connections]).toEqual([200, 1]);
  // A second less than it says, so that a call under way to it comes in time.
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect([(await ask(proxy.url)).status, connections]).toEqual([200, 2]);
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a call that a connection lost is told, and not sent twice', async () => {
  let arrived = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived += 1;
      if (arrived === 1) response.end(JSON.stringify(chatCompletion('fine')));
      else request.socket.resetAndDestroy();
    });
    response.setHeader('content-type', 'application/json');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = await mountProxy([openaiAt(`http://127.0.0.1:${port}`)]);
  expect((await ask(proxy.url)).status).toBe(200);
  expect((await ask(proxy.url)).status).toBe(502);
  expect(arrived).toBe(2);
  expect(proxy.events.at(-1)).toMatchObject({ type: 'failed', outcome: { endedBy: 'upstream' } });
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
