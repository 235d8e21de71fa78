/** Metrics at an address of their own: whoever reaches it reads them, the log says where it is, and it has nothing else. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

let folder: string;
let gateway: RunningGateway;
let metrics: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-metrics-'));
  const file = join(folder, 'gateway.yaml');
  await writeFile(file, 'listen: { metrics: { host: 127.0.0.1, port: 0 } }\n');
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

  test('has nothing else, and the other one has no metrics', async () => {
    const other = metrics.replace('/metrics', '/v1/audit/entries');
    expect((await call(other, { key: gateway.key })).status).toBe(404);
    expect((await call(`${gateway.url}/metrics`, { key: gateway.key })).status).toBe(404);
  });
});
