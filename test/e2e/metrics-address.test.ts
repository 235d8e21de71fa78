/** Metrics at an address of their own: whoever reaches it reads them and hears how the gateway is, and it has nothing else. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

const connectionsMax = 40;

let folder: string;
let gateway: RunningGateway;
let metrics: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-metrics-'));
  const file = join(folder, 'gateway.yaml');
  await writeFile(
    file,
    `listen: { metrics: { host: 127.0.0.1, port: 0 } }\nlimits: { connectionsMax: ${connectionsMax} }\n`,
  );
  gateway = await startGateway({ environment: { ...quickPolicy, GATEWAY_CONFIG: file } });
  const line = gateway
    .logs()
    .find(({ msg }) => msg === 'the metrics are at an address of their own');
  metrics = String(line?.['url']);
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true });
});

describe('an address of its own for the metrics', () => {
  test('answers without a key, and tells of calls at the other one', async () => {
    const body = { model: 'sandbox', messages: [{ role: 'user', content: 'Good morning.' }] };
    const asked = await call(`${gateway.url}/v1/chat/completions`, { key: gateway.key, body });
    expect(asked.status).toBe(200);
    const { status, text } = await call(metrics);
    expect(status).toBe(200);
    expect(text).toMatch(/^governance_upstream_duration_seconds_count\{upstream="sandbox"\} 1$/m);
    expect(text).toMatch(/^governance_exchanges_in_flight 0$/m);
  });

  test('says how the gateway is also where clients hold all connections that the other one has', async () => {
    const { hostname, port } = new URL(gateway.url);
    const held: Socket[] = [];
    const answers = (): Promise<boolean> =>
      call(`${gateway.url}/healthz`, { headers: { connection: 'close' } }).then(
        () => true,
        () => false,
      );
    while (await answers()) {
      expect(held.length).toBeLessThanOrEqual(connectionsMax);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      held.push(socket);
    }
    for (const path of ['/healthz', '/readyz'])
      expect((await call(metrics.replace('/metrics', path))).status).toBe(200);
    expect((await call(metrics)).text).toMatch(/^governance_connections_turned_away_total [1-9]/m);
    for (const socket of held) socket.destroy();
    while (!(await answers()));
  });

  test('has nothing else, and the other one has no metrics', async () => {
    const other = metrics.replace('/metrics', '/v1/audit/entries');
    expect((await call(other, { key: gateway.key })).status).toBe(404);
    expect((await call(`${gateway.url}/metrics`, { key: gateway.key })).status).toBe(404);
  });
});
