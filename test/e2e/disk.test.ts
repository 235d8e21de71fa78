/** A disk that is full, read-only, or hangs: nothing passes unrecorded, callers are told at once, and it mends by itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { Caller, type Told } from '../faults/caller.ts';
import { type Scene, openScene, readModel } from '../faults/scene.ts';
import { lookAt, watchAlerts } from '../support/alerts.ts';
import { call } from '../support/call.ts';
import { fillDisk, hasDisk, onDisk } from '../support/disk.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { type Injection, attachStrace, hasStrace } from '../support/strace.ts';
import { readEntries } from '../support/trail-directory.ts';
import { answerJson, chatCompletion } from '../support/upstream.ts';
import { until } from '../support/until.ts';

const withDisk = hasDisk() ? describe : describe.skip;
const withStrace = hasStrace() ? describe : describe.skip;

/** What the gateway promises, and what a machine that does other things may add. */
const promisedMs = 2000;
const slackMs = 2000;
/** How long a call hangs: without its own limit the gateway would hang as long. */
const hang = 'delay_enter=20s';

/** Answers that the upstream keeps back until it is told to let them go. */
let held: Promise<void>;
let letGo: () => void;
let scene: Scene;
let caller: Caller;
let gateway: RunningGateway;
let number = 0;

beforeAll(async () => {
  caller = new Caller();
  scene = await openScene(async ({ body }, response) => {
    if (readModel(body).startsWith('held')) await held;
    answerJson(response, chatCompletion('All is well.'));
  });
});
afterAll(async () => {
  caller.close();
  await scene.close();
});

async function start(under: readonly string[] = []): Promise<void> {
  const data = mkdtempSync(join(scene.folder, 'data-'));
  gateway = await startGateway({ data, under, environment: scene.environment });
}

function chat(user: string, name = 'chat'): Promise<Told> {
  const { url, key } = gateway;
  number += 1;
  const model = `${name}-${number}`;
  const body = { model, user, messages: [{ role: 'user', content: 'hello' }] };
  return caller.ask({ url, key, path: '/v1/chat/completions', model, body });
}

function validate(): Promise<Told> {
  const { url, key } = gateway;
  return caller.ask({ url, key, path: '/v1/validate', model: '', body: { prompt: 'hello' } });
}

function chats(count: number, user: string, name?: string): Promise<Told[]> {
  return Promise.all(Array.from({ length: count }, () => chat(user, name)));
}

async function isReady(): Promise<boolean> {
  const { status, json } = await call(`${gateway.url}/readyz`);
  const { audit } = json['checks'] as Record<string, string>;
  expect(status === 200).toBe(audit === 'ok');
  return status === 200;
}

function expectRefused(told: readonly Told[]): void {
  for (const { status, code, ms } of told) {
    expect({ status, code }).toEqual({ status: 503, code: 'audit_unavailable' });
    expect(ms).toBeLessThan(promisedMs + slackMs);
  }
}

/** Nothing passes while the trouble lasts, callers that were under way included, and all is well by itself afterwards. */
async function suffer(harm: () => Promise<() => unknown>): Promise<void> {
  expect((await chat('ann')).status).toBe(200);
  expect(await isReady()).toBe(true);
  held = new Promise((resolve) => (letGo = resolve));
  const underWay = chats(3, 'ann', 'held');
  const reached = scene.upstream.arrived.length;
  await until(() => Promise.resolve(scene.upstream.arrived.length === reached + 3));
  const isFiring = await watchAlerts(lookAt(gateway));
  expect(await isFiring('AuditWritesFail')).toBe(false);
  const heal = await harm();
  letGo();
  expectRefused(await underWay);
  expectRefused(await chats(4, 'ann'));
  expect(scene.upstream.arrived.length).toBe(reached + 3);
  expect(await isReady()).toBe(false);
  expect((await call(`${gateway.url}/healthz`)).status).toBe(200);
  expect(await isFiring('AuditWritesFail')).toBe(true);
  await heal();
  await until(isReady);
  expect((await chat('ann')).status).toBe(200);
  expect((await chat('bob')).status).toBe(200);
  const since = await watchAlerts(lookAt(gateway));
  expect(await since('AuditWritesFail')).toBe(false);
}

function readTypes(directory: string): string[] {
  return readEntries(directory).map(({ type, cause }) =>
    typeof cause === 'string' ? `${String(type)} ${cause}` : String(type),
  );
}

function expectWhole(data: string): void {
  const directory = join(data, 'audit');
  const types = readTypes(directory);
  expect(types).toContain('gap unwritable');
  expect(types.filter((type) => type === 'recovered')).toHaveLength(3);
  expect(runCommand(data, ['audit', 'verify', '--dir', directory])).toMatch(/intact/);
}

withDisk('a disk', () => {
  test('that is full: 503 at once, no upstream call, not ready; then a gap and all is well', async () => {
    await start(onDisk('size=4m'));
    await suffer(async () => {
      const heal = fillDisk(gateway.pid, gateway.data);
      // What is left of the last page of a file may take an entry or two.
      await until(async () => (await validate()).status === 503);
      return heal;
    });
    expect(await gateway.stop()).toBe(0);
    expectWhole(`${gateway.data}.after`);
  });

  test('that is read-only keeps the gateway from starting, in words that name the place', async () => {
    await expect(start(onDisk('ro'))).rejects.toThrow(
      /cannot start: .*data-\w+.*read-only.*GATEWAY_DATA/,
    );
  });

  test('that is full keeps the gateway from starting, in words that name the place', async () => {
    await expect(start(onDisk('size=8k'))).rejects.toThrow(
      /cannot start: .*data-\w+.*no space.*GATEWAY_DATA/,
    );
  });
});

withStrace('a disk', () => {
  const writing = ['write', 'pwrite64', 'fdatasync', 'ftruncate'];
  let heal: (() => Promise<void>) | undefined;
  beforeEach(() => start());

  const files = (): string[] => [join(gateway.data, 'audit', 'journal', '00000001.jsonl')];
  const harm = async (injection: Injection): Promise<() => Promise<void>> => {
    heal = await attachStrace(gateway.pid, injection);
    return heal;
  };

  test.each(['EROFS', 'EDQUOT', 'EIO'])('that turns to %s', async (error) => {
    await suffer(() => harm({ calls: writing, paths: files(), act: `error=${error}` }));
    expect(await gateway.stop()).toBe(0);
    expectWhole(gateway.data);
  });

  test('that hangs: callers are told in time, and the event loop lives', async () => {
    await suffer(() => harm({ calls: ['write', 'fdatasync'], paths: files(), act: hang }));
    expect(await gateway.stop()).toBe(0);
    expectWhole(gateway.data);
  });

  test('that hangs below the content keys: new subjects are refused, known ones served', async () => {
    expect((await chat('ann')).status).toBe(200);
    const reached = scene.upstream.arrived.length;
    const paths = ['keys.sqlite', 'keys.sqlite-journal'].map((name) =>
      join(gateway.data, 'audit', name),
    );
    const mend = await harm({ calls: ['fsync', 'fdatasync', 'pwrite64'], paths, act: hang });
    expectRefused(await chats(3, 'somebody new'));
    expect(scene.upstream.arrived.length).toBe(reached);
    expect((await chat('ann')).status).toBe(200);
    expect(await isReady()).toBe(false);
    await mend();
    await until(isReady);
    expect((await chat('somebody new')).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
    expect(readTypes(join(gateway.data, 'audit'))).toContain('gap unwritable');
  });

  test('that hangs while the gateway is told to stop does not keep it from ending whole', async () => {
    expect((await chat('ann')).status).toBe(200);
    const late = 'delay_exit=3s';
    const mend = await harm({ calls: ['write', 'fdatasync'], paths: files(), act: late });
    const [file = ''] = files();
    const { size } = statSync(file);
    const underWay = chats(3, 'ann');
    // The lines are written and wait for the disk.
    await until(() => Promise.resolve(statSync(file).size > size));
    const stopped = gateway.stop();
    expectRefused(await underWay);
    expect(await stopped).toBe(0);
    await mend();
    const { data } = gateway;
    gateway = await startGateway({ data, environment: scene.environment });
    expect((await chat('ann')).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
    expect(runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')])).toMatch(/intact/);
  });
});

describe('a disk that hangs for good below the index, where checkpoints cannot be kept either', () => {
  test('holds up no call, is told in /readyz, and does not keep a stop from ending the process', async () => {
    await start();
    expect((await chat('ann')).status).toBe(200);
    const audit = (...names: string[]): string => join(gateway.data, 'audit', ...names);
    const [name = ''] = readdirSync(audit('content'));
    // Nothing hangs as surely as the opening of a pipe that nobody writes to; who writes the file has it open.
    renameSync(audit('content', name), audit('content.aside'));
    spawnSync('mkfifo', [audit('content', name)]);
    mkdirSync(audit('checkpoint.new'));
    expect((await chat('ann')).status).toBe(200);
    await until(async () => {
      const { status, json } = await call(`${gateway.url}/readyz`);
      expect(status).toBe(200);
      const notes = Object.keys(json['notes'] as object);
      return notes.includes('seal') && notes.includes('index');
    });
    expect((await chat('ann')).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
    rmdirSync(audit('checkpoint.new'));
    renameSync(audit('content.aside'), audit('content', name));
    const { data } = gateway;
    gateway = await startGateway({ data, environment: scene.environment });
    expect((await chat('ann')).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
    expect(runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')])).toMatch(/intact/);
  });
});

withStrace('a stop while the disk of the journal hangs', () => {
  test('waits for it some seconds, and the next start finds all that was answered', async () => {
    await start();
    expect((await chat('ann')).status).toBe(200);
    const paths = [join(gateway.data, 'audit', 'journal', '00000001.jsonl')];
    // As long as two calls of the writer hang, which one after the other would be waited for.
    const injection = { calls: ['write', 'fdatasync'], paths, act: 'delay_enter=12s' };
    await attachStrace(gateway.pid, injection);
    expectRefused([await chat('ann')]);
    const beganMs = performance.now();
    const stopped = gateway.stop();
    await gateway.untilSaid('"msg":"stopped"');
    expect(performance.now() - beganMs).toBeLessThan(9_500);
    expect(await stopped).toBe(0);
    const { data } = gateway;
    gateway = await startGateway({ data, environment: scene.environment });
    expect(await gateway.stop()).toBe(0);
    const directory = join(data, 'audit');
    expect(readTypes(directory)).toContain('answered');
    expect(runCommand(data, ['audit', 'verify', '--dir', directory])).toMatch(/intact/);
  });
});

describe('a foreign hand that cuts the live journal', () => {
  test('is noticed without a call: not ready, nothing passes, and the next start refuses', async () => {
    await start();
    expect((await chat('ann')).status).toBe(200);
    const reached = scene.upstream.arrived.length;
    truncateSync(join(gateway.data, 'audit', 'journal', '00000001.jsonl'), 1000);
    await until(async () => !(await isReady()));
    // Long after the last call that failed, and where none came at all, whoever watches is still told.
    const isFiring = await watchAlerts(lookAt(gateway));
    expect(await isFiring('AuditWritesFail')).toBe(true);
    expectRefused(await chats(3, 'ann'));
    expect(scene.upstream.arrived.length).toBe(reached);
    await gateway.untilSaid('the audit trail cannot be written');
    const { data } = gateway;
    await gateway.stop();
    await expect(startGateway({ data, environment: scene.environment })).rejects.toThrow(
      /not the one that was sealed.*audit verify/s,
    );
  });
});
