import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { toOpenApiPath } from '../../src/server/openapi.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type BuiltApp, buildApp } from '../support/app.ts';
import { quickPolicy } from '../support/quick-policy.ts';

/** Whoever adds one here says that it may be called by anybody who reaches the address. */
const open = [
  'GET /healthz',
  'GET /readyz',
  'GET /openapi.json',
  'GET /console',
  'GET /console/',
  'GET /console/*path',
  'GET /v1/sign-in',
  'POST /v1/sign-in/begin',
  'POST /v1/sign-in/finish',
];
/** Where no identity provider is configured, there is nothing to begin. */
const closed = ['POST /v1/sign-in/begin', 'POST /v1/sign-in/finish'];

type Layer = {
  readonly route?: {
    readonly path: string;
    readonly stack: readonly { readonly method?: string; readonly name: string }[];
  };
};

/** Every path and method that Express would answer, as it keeps them itself. */
function listMounted(
  app: BuiltApp['app'],
): { readonly name: string; readonly handlers: readonly string[] }[] {
  const { stack } = app.router as unknown as { readonly stack: readonly Layer[] };
  return stack.flatMap(({ route }) => {
    if (route === undefined) return [];
    const methods = [...new Set(route.stack.flatMap(({ method }) => method ?? []))];
    return methods.map((method) => ({
      name: `${method.toUpperCase()} ${route.path}`,
      handlers: route.stack.filter((layer) => layer.method === method).map(({ name }) => name),
    }));
  });
}

describe('the router', () => {
  let built: BuiltApp;
  let gateway: RunningGateway;
  let folder: string;
  beforeAll(async () => {
    built = await buildApp();
    folder = await mkdtemp(join(tmpdir(), 'router-'));
    const file = join(folder, 'gateway.yaml');
    // One refusal for each route is more than an address may usually have in a minute.
    await writeFile(file, 'rateLimit: { requestsPerMinute: 0, failuresPerMinute: 1000 }');
    gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_CONFIG: file } });
  });
  afterAll(async () => {
    await built.close();
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('has no path of its own that could be one of the proxy, so that their order says nothing', () => {
    const [proxied = [], own = []] = ['handleExchange', 'handleRoute'].map((handler) =>
      listMounted(built.app)
        .filter(({ handlers }) => handlers.includes(handler))
        .map(({ name }) => name.split(/[ /]+/)),
    );
    expect(Math.min(proxied.length, own.length)).toBeGreaterThan(20);
    const isOpen = (segment: string | undefined): boolean => /^[:*]/.test(segment ?? '');
    const isWild = (path: readonly string[]): boolean => path.at(-1)?.startsWith('*') === true;
    const areAlike = (left: readonly string[], right: readonly string[]): boolean => {
      if (left.length !== right.length && !isWild(left) && !isWild(right)) return false;
      const shared = Math.min(left.length, right.length);
      return left
        .slice(0, shared)
        .every((segment, at) => segment === right[at] || isOpen(segment) || isOpen(right[at]));
    };
    const alike = proxied.filter((left) => own.some((right) => areAlike(left, right)));
    expect(alike).toEqual([]);
  });

  test('mounts each route behind the guard, but for the open ones', () => {
    const mounted = listMounted(built.app);
    expect(mounted.length).toBeGreaterThan(10);
    const unguarded = mounted
      .filter(({ handlers }) => handlers[0] !== 'guard')
      .map(({ name }) => name);
    expect(unguarded.sort()).toEqual([...open].sort());
  });

  test('mounts the turn and the limit right behind the guard', () => {
    const guarded = listMounted(built.app).filter(
      // Whoever watches over the gateway is answered above all when it is full.
      ({ name }) => !open.includes(name) && name !== 'GET /metrics',
    );
    const behind = guarded.filter(
      ({ handlers: [, turn, limit] }) => turn !== 'turn' || limit !== 'limit',
    );
    expect(behind).toEqual([]);
  });

  test('finds a route that somebody mounted without its guard', () => {
    const app = express();
    app.get('/v1/forgotten', (_request, response) => response.end());
    expect(listMounted(app).map(({ handlers }) => handlers[0])).not.toContain('guard');
  });

  test('mounts nothing that the OpenAPI document does not list, and the reverse', () => {
    const mounted = listMounted(built.app)
      .map(({ name }) => name)
      // The same routes again under each upstream's name.
      .filter((name) => !name.includes(' /sandbox/'));
    const { paths } = built.document() as { readonly paths: Readonly<Record<string, object>> };
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(mounted.map(toOpenApiPath).sort()).toEqual(listed.sort());
  });

  test('refuses on every route of its own as problem details, in no provider’s shape', async () => {
    const own = listMounted(built.app).filter(
      ({ name, handlers }) => handlers.includes('handleRoute') && !open.includes(name),
    );
    expect(own.length).toBeGreaterThan(20);
    for (const { name } of own) {
      const [method = '', path = ''] = name.split(' ');
      const { headers } = await call(gateway.url + path.replaceAll(/[:*]\w+/g, 'x'), { method });
      expect(`${name} ${headers.get('content-type')}`).toBe(`${name} application/problem+json`);
    }
  });

  test('answers 401 on every guarded route of the running gateway', async () => {
    const document = (await call(`${gateway.url}/openapi.json`)).json as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const openPaths = open.map(toOpenApiPath);
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const method of Object.keys(operations)) {
        const name = `${method.toUpperCase()} ${path}`;
        const { status } = await call(gateway.url + path.replaceAll(/\{\w+\}/g, 'x'), {
          method: method.toUpperCase(),
          ...(method === 'post' ? { body: {} } : {}),
        });
        expect([name, status]).toEqual([
          name,
          closed.includes(name) ? 404 : openPaths.includes(name) ? 200 : 401,
        ]);
      }
    }
  });
});
