/** Clients that read nothing of answers which stand ready: let go of in time, their places are free for others. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';
import { type Upstream, answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';

const clientStallTimeoutMs = 1_500;
const exchangesMax = 2;
const clients = 2;
/** More than sockets hold. */
const answerBytes = 12 * 1024 * 1024;
const dull = 'All work and no play makes Jack a dull boy. ';

let folder: string;
let upstream: Upstream;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'governance-unread-'));
  const long = chatCompletion(dull.repeat(answerBytes / dull.length));
  upstream = await startUpstream(({ body }, response) => {
    answerJson(response, body.includes('"long"') ? long : chatCompletion('All is well.'));
  });
  const file = join(folder, 'gateway.yaml');
  writeFileSync(file, JSON.stringify({ limits: { exchangesMax, clientStallTimeoutMs } }));
  gateway = await startGateway({
    environment: {
      ...quickPolicy,
      GATEWAY_CONFIG: file,
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
  rmSync(folder, { recursive: true });
});

const toBody = (model: string): object => ({
  model,
  messages: [{ role: 'user', content: 'hello' }],
});

/** Asks for a long answer and reads its beginning only. */
function askAndStop(): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const body = JSON.stringify(toBody('long'));
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${gateway.key}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
    socket.on('error', reject);
    socket.once('data', () => {
      socket.pause();
      resolve(socket);
    });
  });
}

async function ask(model: string): Promise<{ status: number; text: string }> {
  const url = `${gateway.url}/v1/chat/completions`;
  return call(url, { key: gateway.key, body: toBody(model) });
}

describe('clients that read nothing of a whole answer', () => {
  test('give their places back, and one that reads slowly gets all of it', async () => {
    const idle = await Promise.all(Array.from({ length: clients }, askAndStop));
    expect((await ask('short')).status).toBe(503);
    await until(async () => (await ask('short')).status === 200);
    for (const socket of idle) socket.destroy();

    const slow = await askAndStop();
    let length = 0;
    const startedMs = performance.now();
    slow.on('data', (piece: Buffer) => (length += piece.length));
    // But for its beginning, which was read before.
    while (length < 0.99 * answerBytes) {
      slow.resume();
      await sleep(20);
      slow.pause();
      // Less than is waited for, and much longer in all.
      await sleep(clientStallTimeoutMs / 5);
      if (performance.now() - startedMs > 2 * clientStallTimeoutMs) slow.resume();
      expect(slow.destroyed).toBe(false);
    }
    slow.destroy();
  });
});
