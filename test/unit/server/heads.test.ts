import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { bindContext } from '../../../src/server/context.ts';
import { addHeaders } from '../../../src/server/heads.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.close();
  server?.closeAllConnections();
  if (server !== undefined) await once(server, 'close');
});

const context = {
  ...{ requestId: 'call-1', exchange: 'exchange-1', receivedAt: 0, startedNs: 0n },
  ...{ address: '', agent: '', identity: undefined },
};

/** What a call is answered, and the names that node still keeps a header under. */
async function answer(write: (response: Response) => void) {
  const app = express();
  app.disable('x-powered-by');
  addHeaders(app, [
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'no-referrer'],
  ]);
  let kept: readonly string[] = [];
  app.use((request, response) => {
    bindContext(request, context);
    write(response);
    kept = response.getHeaderNames();
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answered = await fetch(`http://127.0.0.1:${port}/`);
  const { date, connection, ...headers } = Object.fromEntries(answered.headers);
  expect([date, connection]).toEqual([expect.any(String), 'keep-alive']);
  return { status: answered.status, reason: answered.statusText, headers, kept };
}

const alike = {
  'x-request-id': 'call-1',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};
const timeout = { 'keep-alive': 'timeout=5' };

describe('the headers that every answer has', () => {
  test('join those that its head is written with, and node keeps none of them', async () => {
    const told = await answer((response) =>
      response.writeHead(201, { 'content-length': 2, 'referrer-policy': 'origin' }).end('{}'),
    );
    expect(told).toMatchObject({ status: 201, reason: 'Created', kept: [] });
    expect(told.headers).toEqual({
      ...alike,
      ...timeout,
      ...{ 'content-length': '2', 'referrer-policy': 'origin' },
    });
  });

  test('are there where no head is written', async () => {
    const { headers } = await answer((response) => response.end());
    expect(headers).toEqual({ ...alike, ...timeout, 'content-length': '0' });
  });

  test('leave what was set before as it was set', async () => {
    const { headers } = await answer((response) => {
      response.setHeader('X-Frame-Options', 'SAMEORIGIN');
      response.setHeader('content-type', 'text/plain');
      response.writeHead(200, 'Fine').end('ok');
    });
    expect(headers).toMatchObject({
      ...alike,
      ...{ 'x-frame-options': 'SAMEORIGIN', 'content-type': 'text/plain' },
    });
  });

  test('join a list of names and values, and a reason', async () => {
    const told = await answer((response) =>
      response.writeHead(418, 'Teapot', ['Vary', 'origin', 'Vary', 'accept']).end(),
    );
    expect(told).toMatchObject({ status: 418, reason: 'Teapot' });
    expect(told.headers).toMatchObject({ ...alike, vary: 'origin, accept' });
  });
});
