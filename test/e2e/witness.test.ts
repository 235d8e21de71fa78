/** A witness that does not answer: the metrics say for how long, and where it is asked for, no call goes on without one. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';

const witnessLagMaxMs = 3_000;

let folder: string;
let gateway: RunningGateway;
let witness: Server;
/** Whether the witness takes what it is given. */
let takes = true;
let taken = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-witness-'));
  witness = createServer((request, response) => {
    request.resume();
    if (takes) taken += 1;
    response.writeHead(takes ? 204 : 503).end();
  }).listen(0, '127.0.0.1');
  await once(witness, 'listening');
  const { port } = witness.address() as AddressInfo;
  const file = join(folder, 'gateway.yaml');
  const audit = { witnesses: [`http://127.0.0.1:${port}/checkpoints`], witnessLagMaxMs };
  await writeFile(file, JSON.stringify({ audit }));
  takes = false;
  const environment = { ...quickPolicy, GATEWAY_CONFIG: file };
  gateway = await startGateway({ environment });
});
afterAll(async () => {
  await gateway.stop();
  witness.closeAllConnections();
  witness.close();
  await rm(folder, { recursive: true });
});

async function validate(): Promise<string> {
  const body = { prompt: 'Good morning.' };
  const answer = await call(`${gateway.url}/v1/validate`, { key: gateway.key, body });
  const { code = '' } = answer.json as { code?: string };
  return `${answer.status} ${code}`.trim();
}

async function readLagSeconds(): Promise<number> {
  const { text } = await call(`${gateway.url}/metrics`, { key: gateway.key });
  return Number(/^governance_witness_lag_seconds\{witness="[^"]+"\} (\S+)$/m.exec(text)?.[1]);
}

describe('a witness that is down', () => {
  test('is told of by its age, ends service after the bound that was set, and lets it go on when it is back', async () => {
    await until(async () => (await readLagSeconds()) > 0);
    await until(async () => (await validate()) === '503 audit_unavailable');
    expect(await readLagSeconds()).toBeGreaterThan(witnessLagMaxMs / 1000);
    const ready = await call(`${gateway.url}/readyz`);
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('no witness')]);
    expect((await call(`${gateway.url}/healthz`)).status).toBe(200);
    await gateway.untilSaid('a witness did not take the checkpoint');

    takes = true;
    await until(async () => (await validate()) === '200');
    expect(taken).toBeGreaterThan(0);
    expect(await readLagSeconds()).toBe(0);
    expect((await call(`${gateway.url}/readyz`)).status).toBe(200);
  });
});
