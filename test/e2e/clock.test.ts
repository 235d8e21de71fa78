/** The clock of a machine is set forward, set back, and stands still under a gateway at work. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { readEntries } from '../support/trail-directory.ts';
import { until } from '../support/until.ts';

const hourMs = 3_600_000;
const failuresPerMinute = 5;
const perMinute = 30;

let folder: string;
let clock: string;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'governance-clock-'));
  clock = join(folder, 'clock');
  const config = join(folder, 'gateway.yaml');
  writeFileSync(config, JSON.stringify({ rateLimit: { failuresPerMinute } }));
  writeFileSync(clock, '0');
  gateway = await startGateway({
    program: ['--import', './test/support/clock.ts', 'src/gateway.ts'],
    data: join(folder, 'data'),
    environment: { ...quickPolicy, GATEWAY_CONFIG: config, TEST_CLOCK: clock },
  });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

/** It is read again after ten milliseconds. */
async function set(text: string): Promise<void> {
  writeFileSync(clock, text);
  await sleep(50);
}

async function ask(key: string): Promise<{ status: number; retryAfter: number }> {
  const body = { prompt: 'Good morning.' };
  const { status, headers } = await call(`${gateway.url}/v1/validate`, { key, body });
  return { status, retryAfter: Number(headers.get('retry-after')) };
}

async function createKey(more: object): Promise<string> {
  const body = { owner: 'clock', scopes: ['govern'], ...more };
  const { status, json } = await call(`${gateway.url}/v1/keys`, { key: gateway.key, body });
  expect(status).toBe(200);
  return String(json['key']);
}

/** Until it is told to wait; how many calls passed. */
async function useUp(key: string): Promise<number> {
  for (let passed = 0; ; passed += 1) {
    const { status, retryAfter } = await ask(key);
    if (status === 200) continue;
    expect(status).toBe(429);
    expect(retryAfter).toBeLessThanOrEqual(60);
    return passed;
  }
}

describe('a clock', () => {
  test('that is set forward ends keys whose time is over, and gives nobody a new minute', async () => {
    const [short, long] = [await createKey({ expires: '1h' }), await createKey({ expires: '9h' })];
    const limited = await createKey({ rate: `${perMinute}/m` });
    expect([(await ask(short)).status, (await ask(long)).status]).toEqual([200, 200]);
    const startedMs = performance.now();
    let passed = await useUp(limited);
    await set(`${2 * hourMs}`);
    passed += await useUp(limited);
    const given = ((performance.now() - startedMs) * perMinute) / 60_000;
    expect(passed).toBeLessThanOrEqual(perMinute + Math.ceil(given));
    expect([(await ask(short)).status, (await ask(long)).status]).toEqual([401, 200]);

    await set(`${-2 * hourMs}`);
    expect([(await ask(short)).status, (await ask(long)).status]).toEqual([401, 200]);
    await useUp(limited);
    await until(async () => (await ask(limited)).status === 200);
  });

  test('that is set shuts nobody out for longer who guesses keys, and lets nobody in sooner', async () => {
    const guess = () => ask('nobody');
    let startedMs = 0;
    const useGuessesUp = async (): Promise<void> => {
      startedMs = performance.now();
      await until(async () => (await guess()).status === 429);
    };
    await useGuessesUp();
    for (const offMs of [-3 * hourMs, 3 * hourMs]) {
      await set(`${offMs}`);
      const { status, retryAfter } = await guess();
      // A machine that stood still for the rest of the minute has shown nothing.
      if (performance.now() - startedMs > 55_000) await useGuessesUp();
      else expect([status, retryAfter > 0, retryAfter <= 60]).toEqual([429, true, true]);
    }
  });

  test('that stands still holds nothing up: rates are given back, entries written, and the trail is ready', async () => {
    const limited = await createKey({ rate: `${perMinute}/m` });
    await set(`=${Date.now()}`);
    await useUp(limited);
    await until(async () => (await ask(limited)).status === 200);
    expect((await call(`${gateway.url}/readyz`)).status).toBe(200);
  });

  test('leaves a trail that is in order by number, tells each jump, and is intact', async () => {
    await set('0');
    expect((await ask(gateway.key)).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
    const directory = join(gateway.data, 'audit');
    const entries = readEntries(directory);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
    const ats = entries.map(({ at }) => Date.parse(String(at)));
    const jumps = ats.slice(1).map((at, index) => at - (ats[index] ?? at));
    expect([Math.max(...jumps) > hourMs, Math.min(...jumps) < -hourMs]).toEqual([true, true]);
    const silences = entries.filter(({ cause }) => cause === 'silent');
    expect(silences.map(({ count }) => Number(count) > hourMs)).toContain(true);
    expect(runCommand(gateway.data, ['audit', 'verify', '--dir', directory])).toMatch(/intact/);
  });
});
