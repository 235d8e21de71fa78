/** The configuration of several workers: all of them have the one that was read when they were last restarted, whatever the file has become. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { callAnyWorker, untilLogged, untilServed } from '../support/workers.ts';

let folder: string;
let file: string;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-configured-'));
  file = join(folder, 'gateway.yaml');
  await write(100);
  const environment = { ...quickPolicy, GATEWAY_CONFIG: file, GATEWAY_DATA: '' };
  gateway = await startGateway({ environment, data: join(folder, 'unused') });
});
afterAll(async () => {
  expect(await gateway.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

function write(perMinute: number | string, data = 'state', workers = 2): Promise<void> {
  const lines = [
    `workers: ${workers}`,
    `data: ${join(folder, data)}`,
    `rateLimit: { requestsPerMinute: ${perMinute} }`,
  ];
  return writeFile(file, `${lines.join('\n')}\n`);
}

/** The rate that each of some calls, spread over the workers, was counted by. */
async function readRates(): Promise<readonly string[]> {
  const rates = new Set<string>();
  for (let i = 0; i < 12; i += 1) {
    const { status, headers } = await callAnyWorker(gateway, '/v1/policies');
    expect(status).toBe(200);
    rates.add(/q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? '');
  }
  return [...rates];
}

const said = (start: string) => (log: Record<string, unknown>) =>
  String(log['msg']).startsWith(start);

test('costs no worker while it has faults, and then is that of all of them, except where their logs lie', async () => {
  const [first] = await untilServed(gateway, 2);
  await write('many');
  gateway.process.kill('SIGUSR2');
  await untilLogged(gateway, said('the configuration has faults: no worker is restarted'));
  expect(gateway.output()).toContain(`${file}:3:33: rateLimit.requestsPerMinute: expected`);

  // One that takes the place of another serves by what the others serve by.
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await untilServed(gateway, 3);
  expect(await readRates()).toEqual(['100']);

  await write(7_000, 'elsewhere', 5);
  gateway.process.kill('SIGUSR2');
  await untilLogged(gateway, said('workers were restarted'));
  expect(new Set((await untilServed(gateway, 5)).map(({ pid }) => pid)).size).toBe(5);
  expect(await readRates()).toEqual(['7000']);
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});

test('reaches workers into which something else was loaded that listens to the same channel, and lets go of it', async () => {
  const listener = join(folder, 'agent.mjs');
  const lines = [
    "import { setTimeout } from 'node:timers/promises';",
    "process.on('message', () => undefined);",
    'process.channel?.unref();',
    // Long enough for whatever the primary sends by itself.
    'await setTimeout(500);',
  ];
  await writeFile(listener, lines.join('\n'));
  const beside = await startGateway({
    data: join(folder, 'beside'),
    environment: {
      ...quickPolicy,
      GATEWAY_WORKERS: '2',
      NODE_OPTIONS: `--import=${listener}`,
    },
  });
  await untilServed(beside, 2);
  expect(await beside.stop()).toBe(0);
});
