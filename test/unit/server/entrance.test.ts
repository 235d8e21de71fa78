import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, request as send, IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { GatewayError } from '../../../src/errors.ts';
import type { DeniedEvent, GovernanceEvent } from '../../../src/governance/event.ts';
import { createAdmission } from '../../../src/server/admission.ts';
import { createEntrance } from '../../../src/server/entrance.ts';

const overloaded = new GatewayError('overloaded', 'try again', { headers: { 'retry-after': '1' } });

let close: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => close());

type Entered = {
  readonly ask: (headers?: Readonly<Record<string, string>>) => Promise<IncomingMessage>;
  readonly port: number;
  readonly events: GovernanceEvent[];
  /** How many calls reached the application. */
  readonly passed: () => number;
};

/** An application behind an entrance that turns everybody away, or nobody. */
async function enter(
  lack: GatewayError | undefined,
  trustProxy = 0,
  onAct: (act: 'arrived' | 'told') => void = () => undefined,
): Promise<Entered> {
  const app = express();
  app.set('trust proxy', trustProxy);
  let passed = 0;
  app.use((_request, response) => {
    passed += 1;
    response.end();
  });
  const events: GovernanceEvent[] = [];
  const admission = createAdmission({
    ...{ exchangesMax: 1, waitingExchangesMax: 1, eventLoopLagMaxMs: 1_000 },
    ...{ bodyBytesMax: 1, heldBytesMax: 1, clientStallTimeoutMs: 30_000 },
  });
  const entrance = createEntrance(app, {
    admission: {
      ...admission,
      admit() {
        onAct('arrived');
        return lack;
      },
    },
    proxy: { familyOf: (path) => (path === '/v1/chat/completions' ? 'openai' : undefined) },
    record(event) {
      events.push(event);
      return Promise.reject(new Error('the disk is full'));
    },
    createId: () => 'exchange-1',
    toRefusal({ path }, error, requestId) {
      onAct('told');
      return {
        type: 'application/json',
        lines: [
          ...Object.entries(error.headers).flat(),
          'x-request-id',
          requestId,
          'x-static',
          'yes',
        ],
        text: `${path}: ${error.message}`,
      };
    },
  });
  const server = createServer(entrance).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = async () => {
    admission.close();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const { port } = server.address() as AddressInfo;
  return {
    port,
    events,
    passed: () => passed,
    async ask(headers = {}) {
      const asked = send({ port, path: '/v1/chat/completions?a=b', method: 'POST', headers });
      asked.end('{}');
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return answer;
    },
  };
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += String(part);
  return text;
}

describe('where there is no room', () => {
  test.each(['GET', 'HEAD'])('whoever watches is answered, by %s', (method) => {
    const admission = createAdmission({
      ...{ exchangesMax: 0, waitingExchangesMax: 1, eventLoopLagMaxMs: 1_000 },
      ...{ bodyBytesMax: 1, heldBytesMax: 1, clientStallTimeoutMs: 30_000 },
    });
    const admit = (url: string): unknown => {
      const request = Object.assign(new IncomingMessage(new Socket()), { method, url });
      return admission.admit(request, new ServerResponse(request));
    };
    for (const url of ['/healthz', '/readyz?from=balancer', '/metrics'])
      expect(admit(url)).toBeUndefined();
    expect(admit('/v1/models')).toMatchObject({ code: 'overloaded' });
    admission.close();
  });
});

describe('the entrance', () => {
  test('lets a call in that there is room for', async () => {
    const { ask, passed, events } = await enter(undefined);
    expect((await ask()).statusCode).toBe(200);
    expect([passed(), events]).toEqual([1, []]);
  });

  test('turns away all others before the application sees them, and tells them why', async () => {
    const { ask, passed } = await enter(overloaded);
    const answer = await ask({ 'x-request-id': 'mine' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers).toMatchObject({
      ...{ 'retry-after': '1', 'x-request-id': 'mine', 'x-static': 'yes' },
      ...{ 'cache-control': 'no-store', connection: 'keep-alive' },
    });
    expect(await readText(answer)).toBe('/v1/chat/completions: try again');
    expect(passed()).toBe(0);
  });

  test('records whom it turned away, and where the call came from', async () => {
    const { ask, events } = await enter(overloaded, 1);
    await ask({ 'user-agent': 'tester/1', 'x-forwarded-for': '203.0.113.7' });
    const [event] = events as DeniedEvent[];
    expect(event).toMatchObject({
      ...{ type: 'denied', cause: 'overloaded', status: 503, exchange: 'exchange-1' },
      ...{ requestId: 'exchange-1', call: { dialect: 'openai' } },
      actor: { key: '', address: '203.0.113.7', agent: 'tester/1' },
    });
  });

  test('believes no address that a stranger claims to forward for', async () => {
    const { ask, events } = await enter(overloaded);
    await ask({ 'x-forwarded-for': '203.0.113.7' });
    expect(events).toMatchObject([{ actor: { address: '127.0.0.1' } }]);
  });

  test('tells it to one that reads only when it has sent more', async () => {
    const { port } = await enter(overloaded);
    const socket = connect({ host: '127.0.0.1', port });
    let fault = '';
    socket.on('error', ({ message }) => (fault = message));
    await once(socket, 'connect');
    socket.write(
      'POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\ncontent-length: 9000000\r\n\r\n',
    );
    for (let count = 0; count < 4; count += 1) {
      socket.write(Buffer.alloc(1_000_000, 'a'));
      await sleep(50);
    }
    let said = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (said += piece));
    await once(socket, 'close');
    expect(fault).toBe('');
    expect(said).toMatch(/^HTTP\/1\.1 503 [^]*connection: close[^]*: try again/);
  });

  test('tells those it turns away before the rest of the turn is done', async () => {
    const acts: string[] = [];
    const { ask } = await enter(overloaded, 0, (act) => {
      acts.push(act);
      if (act === 'arrived') setImmediate(() => acts.push('rest of the turn'));
    });
    const answer = await ask();
    expect(answer.statusCode).toBe(503);
    expect(acts).toEqual(['arrived', 'told', 'rest of the turn']);
  });
});
