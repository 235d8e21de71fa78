/** Policies that change under several workers: all of them rule by the new ones before that is said, and none by a broken one. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { policyOf } from '../support/policy.ts';
import { until } from '../support/until.ts';
import { callAnyWorker, untilServed, untilLogged } from '../support/workers.ts';

/** Two rules that always agree within a version, so that a mix of two would show. */
function writeVersion(action: string): string {
  const rule = (id: string, word: string) => ({
    ...{ id, when: `hit("${word}")`, action },
    message: `Version ${action}.`,
  });
  const patterns = { one: { keywords: ['alpha'] }, two: { keywords: ['beta'] } };
  return policyOf({ patterns, rules: [rule('first', 'one'), rule('second', 'two')] }, 'flipping');
}

type Seen = { readonly version: string; readonly action: string; readonly fired: string };

let folder: string;
let gateway: RunningGateway;

async function put(text: string): Promise<void> {
  const file = join(folder, 'flipping.yaml');
  await writeFile(`${file}.next`, text);
  await rename(`${file}.next`, file);
  gateway.process.kill('SIGHUP');
}

const isEnforced = ({ msg }: Record<string, unknown>): boolean =>
  msg === 'all workers rule by these policies';
const isRejected = ({ msg }: Record<string, unknown>): boolean =>
  typeof msg === 'string' && msg.startsWith('policies rejected');

async function ask(): Promise<Seen> {
  const { status, json } = await callAnyWorker(gateway, '/v1/validate', {
    body: { prompt: 'alpha and beta' },
  });
  expect(status).toBe(200);
  const flags = json['flags'] as readonly { rule: string }[];
  return {
    version: String(json['policy_version']),
    action: String(json['action']),
    fired: flags.map(({ rule }) => rule).join() || String(json['rule_triggered']),
  };
}

function askMany(): Promise<readonly Seen[]> {
  return Promise.all(Array.from({ length: 16 }, ask));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-policies-'));
  await writeFile(join(folder, 'flipping.yaml'), writeVersion('block'));
  gateway = await startGateway({
    environment: { GATEWAY_POLICIES: folder, GATEWAY_RATE_LIMIT: '0', GATEWAY_WORKERS: '3' },
  });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a swap of policies', () => {
  test('under traffic leaves each call to one version, and once it is told all workers rule by the new one', async () => {
    const [block] = await askMany();
    await put(writeVersion('flag'));
    await untilLogged(gateway, isEnforced, 1);
    const [flag] = await askMany();
    const alone = new Map([block, flag].flatMap((seen) => (seen ? [[seen.version, seen]] : [])));
    expect(alone.size).toBe(2);

    let swaps = 1;
    let going = true;
    const strange: Seen[] = [];
    const traffic = Array.from({ length: 6 }, async () => {
      while (going) {
        const seen = await ask();
        const { action, fired } = alone.get(seen.version) ?? {};
        if (action !== seen.action || fired !== seen.fired) strange.push(seen);
      }
    });
    for (const action of ['block', 'flag', 'block', 'flag', 'block', 'flag']) {
      await put(writeVersion(action));
      swaps += 1;
      await untilLogged(gateway, isEnforced, swaps);
      const after = await askMany();
      expect(new Set(after.map((seen) => seen.action))).toEqual(new Set([action]));
    }
    going = false;
    await Promise.all(traffic);
    expect(strange).toEqual([]);
  });

  test('that is broken is rejected by all, told once, and the worker that comes next does not have it either', async () => {
    const [before] = await askMany();
    await put(writeVersion('flag').replace('hit(', 'hitt('));
    await untilLogged(gateway, isRejected, 1);
    expect(new Set((await askMany()).map(({ version }) => version))).toEqual(
      new Set([before?.version]),
    );
    const readRejected = async (): Promise<readonly unknown[]> =>
      Promise.all(
        Array.from(
          { length: 9 },
          async () => (await callAnyWorker(gateway, '/v1/policies')).json['rejected'],
        ),
      );
    // The log says so before the workers are told.
    await until(async () => (await readRejected()).every((said) => said !== null));
    for (const said of await readRejected()) expect(said).toMatch(/^\w+\.yaml:.*hitt/);

    const [victim] = await untilServed(gateway, 3);
    process.kill(victim?.pid ?? 0, 'SIGKILL');
    await untilLogged(gateway, ({ msg }) => msg === 'worker serves', 4);
    expect(new Set((await askMany()).map(({ version }) => version))).toEqual(
      new Set([before?.version]),
    );
    for (const said of await readRejected()) expect(said).toMatch(/hitt/);
    expect(gateway.logs().filter(isRejected)).toHaveLength(1);

    await put(writeVersion('block'));
    await untilLogged(gateway, isEnforced, 8);
    expect(new Set((await askMany()).map(({ action }) => action))).toEqual(new Set(['block']));
    expect(new Set(await readRejected())).toEqual(new Set([null]));
  });

  test('does not wait for a worker that stands still: it is ended, and the next one has the new policies', async () => {
    const swaps = gateway.logs().filter(isEnforced).length;
    const served = await untilServed(gateway, 4);
    const victim = served.at(-1)?.pid ?? 0;
    process.kill(victim, 'SIGSTOP');
    const startMs = performance.now();
    await put(writeVersion('flag'));
    await untilLogged(gateway, isEnforced, swaps + 1);
    // Half of what a worker may stand still for where nothing is asked of it.
    expect(performance.now() - startMs).toBeLessThan(15_000);
    expect(new Set((await askMany()).map(({ action }) => action))).toEqual(new Set(['flag']));
    await untilLogged(gateway, ({ msg }) => msg === 'worker serves', served.length + 1);
    expect(new Set((await askMany()).map(({ action }) => action))).toEqual(new Set(['flag']));
    expect(() => process.kill(victim, 0)).toThrow('ESRCH');
    expect(gateway.output()).toContain('it took no policies in time');
  });
});
