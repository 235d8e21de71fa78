/** Several workers whose primary stands still: calls go on, no limit is let go of, and nobody waits without end. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { workerLogDirectory } from '../../src/audit/worker-logs.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { readEntries } from '../support/trail-directory.ts';
import { callAnyWorker, untilLogged } from '../support/workers.ts';

const perMinute = 12;
const numbers = [1, 2];

describe('workers whose primary stands still', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      environment: { ...quickPolicy, GATEWAY_WORKERS: String(numbers.length) },
    });
  });
  afterAll(async () => {
    gateway.process.kill('SIGCONT');
    await gateway.stop();
  });

  const validate = async (key: string): Promise<number> => {
    const { status } = await callAnyWorker(gateway, '/v1/validate', {
      key,
      body: { prompt: 'Good morning.' },
    });
    return status;
  };

  /** How many of so many calls at the same time passed; none is answered with anything but 200 and 429. */
  async function countPassed(key: string, calls: number): Promise<number> {
    const all = await Promise.all(Array.from({ length: calls }, () => validate(key)));
    expect(all.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    return all.filter((status) => status === 200).length;
  }

  const readLog = (worker: number): ReturnType<typeof readEntries> =>
    readEntries(workerLogDirectory(join(gateway.data, 'audit'), worker));

  /** Who never heard what was used before lets nothing through alone, and one of them may get all of a few calls. */
  async function untilAllCounted(): Promise<void> {
    const isDecision = ({ type }: { type?: unknown }): boolean => type === 'decision';
    while (!numbers.every((worker) => readLog(worker).some(isDecision)))
      await Promise.all(Array.from({ length: 40 }, () => validate(gateway.key)));
  }

  test('count each for its share, say so, and count together again when it goes on', async () => {
    const body = { owner: 'o', scopes: ['govern'], rate: `${perMinute}/m` };
    const { json } = await callAnyWorker(gateway, '/v1/keys', { body });
    const [id, key] = [String(json['id']), String(json['key'])];
    await untilAllCounted();
    const startedMs = performance.now();
    let passed = await countPassed(key, 2);
    gateway.process.kill('SIGSTOP');
    for (let round = 0; round < 3; round += 1) passed += await countPassed(key, 10);
    const { status } = await callAnyWorker(gateway, '/metrics');
    gateway.process.kill('SIGCONT');
    expect(status).toBe(503);
    await untilLogged(gateway, ({ msg }) => msg === 'the shared rate limit store is back');
    passed += await countPassed(key, perMinute);
    const given = ((performance.now() - startedMs) * perMinute) / 60_000;
    expect(passed).toBeGreaterThan(2);
    expect(passed).toBeLessThanOrEqual(perMinute + Math.ceil(given));
    const entries = numbers.flatMap(readLog);
    const alone = { key: id, degraded: ['rate_limit'] };
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'decision', actor: expect.objectContaining(alone) }),
    );
  });
});
