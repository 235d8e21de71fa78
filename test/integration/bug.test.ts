import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Route } from '../../src/server/route.ts';
import { type BuiltApp, buildApp } from '../support/app.ts';
import { call } from '../support/call.ts';

const broken: Route = {
  method: 'get',
  path: '/broken',
  operation: 'breakDown',
  scope: 'public',
  summary: 'Throws what a bug throws',
  answer: z.unknown(),
  errors: [],
  handle: () => Promise.reject(new TypeError('canary-of-the-bug at /srv/secret/place')),
};

describe('a bug in a route', () => {
  let built: BuiltApp;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    built = await buildApp([broken]);
    server = createServer(built.app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await built.close();
  });

  test('answers 500 with an id and nothing else', async () => {
    const { status, headers, json, text } = await call(`${url}/broken`);
    expect([status, headers.get('content-type')]).toEqual([500, 'application/problem+json']);
    expect(json).toMatchObject({ code: 'internal', request_id: headers.get('x-request-id') });
    expect(text).not.toMatch(/canary|TypeError|secret|\.ts|node_modules/);
  });

  test('leaves the next call unharmed', async () => {
    await call(`${url}/broken`);
    expect((await call(`${url}/healthz`)).json).toEqual({ status: 'ok' });
  });
});
