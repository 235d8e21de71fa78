/** Policies that change under load: every call is ruled by one whole version, and a broken one never serves. */
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { policyOf } from '../support/policy.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { until } from '../support/until.ts';

const callsTotal = 10_000;
const callers = 20;
const flipMs = 50;

/** Each version gives all three of these rules another action, so that a mix of two would show. */
function writeVersion(action: string): string {
  const rule = (id: string, word: string) => ({
    id,
    when: `hit("${word}")`,
    action,
    message: `Version ${action}.`,
  });
  const patterns = { one: { keywords: ['alpha'] }, two: { keywords: ['beta'] } };
  return policyOf({ patterns, rules: [rule('first', 'one'), rule('second', 'two')] }, 'flipping');
}

const versions = { block: writeVersion('block'), flag: writeVersion('flag') };
const broken = versions.flag.replace('hit(', 'hitt(').replace('"flag"', '"allow"');

let folder: string;
let gateway: RunningGateway;
const file = (): string => join(folder, 'flipping.yaml');

async function put(text: string): Promise<void> {
  await writeFile(`${file()}.next`, text);
  await rename(`${file()}.next`, file());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policies-'));
  await put(versions.block);
  gateway = await startGateway({
    environment: { GATEWAY_POLICIES: folder, GATEWAY_RATE_LIMIT: '0' },
  });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

type Seen = { readonly version: string; readonly action: string; readonly fired: string };

async function ask(): Promise<Seen> {
  const { status, json } = await call(`${gateway.url}/v1/validate`, {
    key: gateway.key,
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

/** What a version rules when it stands alone. */
async function learn(action: 'block' | 'flag'): Promise<Seen> {
  await put(versions[action]);
  let seen = await ask();
  await until(
    async () => {
      gateway.process.kill('SIGHUP');
      seen = await ask();
      return seen.action === action;
    },
    () => `the version that is to ${action} serves`,
  );
  return seen;
}

describe('hot reload', () => {
  test('under load rules each call by one whole version, errs on none, and never serves a broken one', async () => {
    const alone = [await learn('flag'), await learn('block')];
    const expected = new Map(alone.map((seen) => [seen.version, seen]));
    expect(expected.size).toBe(2);

    let flips = 0;
    const texts = [versions.flag, broken, versions.block, broken];
    let left = callsTotal;
    const flipping = (async () => {
      while (left > 0) {
        await put(texts[flips % texts.length] ?? '');
        gateway.process.kill('SIGHUP');
        flips += 1;
        await sleep(flipMs);
      }
    })();

    const met = new Map<string, number>();
    const strange: Seen[] = [];
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (left > 0) {
          left -= 1;
          const seen = await ask();
          const wanted = expected.get(seen.version);
          if (wanted?.action !== seen.action || wanted.fired !== seen.fired) strange.push(seen);
          met.set(seen.version, (met.get(seen.version) ?? 0) + 1);
        }
      }),
    );
    await flipping;

    expect(strange).toEqual([]);
    expect([...met.keys()].sort()).toEqual([...expected.keys()].sort());
    expect(flips).toBeGreaterThan(20);
    expect([...met.values()].reduce((sum, count) => sum + count, 0)).toBe(callsTotal);
  });

  test('tells the trail at its start which bundle serves', async () => {
    const journal = await readFile(join(gateway.data, 'audit/journal/00000001.jsonl'), 'utf8');
    const entries = journal
      .split('\n', 3)
      .map((line) => JSON.parse(line) as { type: string; act?: string; detail?: object });
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ type: 'policy', act: 'loaded' },
        detail: { policy_version: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      }),
    );
  });

  test('tells of what it turned away in /v1/policies, in /readyz and in the trail', async () => {
    await learn('flag');
    const before = await learn('block');
    await put(broken);
    gateway.process.kill('SIGHUP');
    const read = () => call(`${gateway.url}/v1/policies`, { key: gateway.key });
    let { json } = await read();
    await until(async () => {
      ({ json } = await read());
      return json['rejected'] !== null;
    });
    expect(json['policy_version']).toBe(before.version);
    expect(json['policies']).toMatchObject([
      { id: 'flipping', owner: 'tests', severity: 'high', status: 'test', mode: 'enforce' },
    ]);
    // Where it lies on the disk is for whoever runs the gateway, and for nobody who asks it.
    expect(json['policies']).toMatchObject([{ file: 'flipping.yaml' }]);
    await gateway.untilSaid('policies rejected');
    const told = gateway.logs().findLast(({ msg }) => String(msg).startsWith('policies rejected'));
    expect(told?.['faults']).toEqual([expect.stringContaining(`${file()}:`)]);
    expect(json['rejected']).toMatch(/^flipping\.yaml:\d+:\d+: there is no function `hitt`/);
    const ready = await call(`${gateway.url}/readyz`, {});
    expect(ready).toMatchObject({
      status: 200,
      json: { status: 'ready', notes: { policies: expect.stringContaining('were rejected') } },
    });
    expect(ready.text).not.toContain('flipping');
    const journal = await readFile(join(gateway.data, 'audit/journal/00000001.jsonl'), 'utf8');
    const loaded = [...journal.matchAll(/"act":"loaded".*?"policy_version":"([^"]*)"/g)];
    expect(loaded.at(-1)?.[1]).toBe(before.version);
    expect(journal).toMatch(/"act":"rejected"/);
    expect(journal).not.toContain(folder);
  });

  test('says so where whoever asks for it has changed nothing, or mended nothing', async () => {
    await learn('flag');
    const again = 'the policies were read again and are those in force';
    const count = (said: string): number => gateway.logs().filter(({ msg }) => msg === said).length;
    const told = count(again);
    gateway.process.kill('SIGHUP');
    await gateway.untilSaid(() => count(again) > told);
    await put(broken);
    const rejected = 'policies rejected; the last good ones serve on';
    const before = count(rejected);
    gateway.process.kill('SIGHUP');
    await gateway.untilSaid(() => count(rejected) > before);
    gateway.process.kill('SIGHUP');
    const still = 'the policies were read again and are still rejected';
    await gateway.untilSaid(still);
    const line = gateway.logs().find(({ msg }) => msg === still);
    expect(line).toMatchObject({ level: 40, fault: expect.stringContaining('hitt') });
  });
});
