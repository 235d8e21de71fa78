/** A disk that fills up bit by bit: told of in time, and its last room is kept for the ends of what is under way. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Caller, type Told } from '../faults/caller.ts';
import { type Scene, openScene, readModel } from '../faults/scene.ts';
import { lookAt, watchAlerts } from '../support/alerts.ts';
import { call } from '../support/call.ts';
import { hasDisk, onDisk } from '../support/disk.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { runCommand } from '../support/keys.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { readEntries } from '../support/trail-directory.ts';
import { answerJson, chatCompletion } from '../support/upstream.ts';
import { until } from '../support/until.ts';

const withDisk = hasDisk() ? describe : describe.skip;
const diskMebibytes = 32;
const underWay = 3;

withDisk('a disk that fills up', () => {
  let scene: Scene;
  let gateway: RunningGateway;
  let letGo: () => void = () => undefined;
  const caller = new Caller();
  const held = new Promise<void>((resolve) => (letGo = resolve));

  beforeAll(async () => {
    scene = await openScene(async ({ body }, response) => {
      if (readModel(body).startsWith('held')) await held;
      answerJson(response, chatCompletion('All is well.'));
    });
    const data = mkdtempSync(join(scene.folder, 'data-'));
    const under = onDisk(`size=${diskMebibytes}m`);
    gateway = await startGateway({ data, under, environment: scene.environment });
  });
  afterAll(async () => {
    caller.close();
    await scene.close();
  });

  function chat(model: string): Promise<Told> {
    const { url, key } = gateway;
    const body = { model, messages: [{ role: 'user', content: 'hello' }] };
    return caller.ask({ url, key, path: '/v1/chat/completions', model, body });
  }

  /** Takes up room until this share of the disk is used. */
  function fillTo(share: number): void {
    const place = join(`/proc/${gateway.pid}/root`, gateway.data);
    const fill = join(place, 'fill');
    const { bavail, blocks, bsize } = statfsSync(place);
    const bytes = (share * blocks - (blocks - bavail)) * bsize;
    appendFileSync(fill, Buffer.alloc(Math.ceil(bytes)));
  }

  async function readUsed(): Promise<number> {
    const { text } = await call(`${gateway.url}/metrics`, { key: gateway.key });
    return Number(/^governance_audit_disk_used_ratio (\S+)$/m.exec(text)?.[1]);
  }

  test('is told of at 80 %, and nothing else changes', async () => {
    const isFiring = await watchAlerts(lookAt(gateway));
    expect(await isFiring('AuditDiskFills')).toBe(false);
    fillTo(0.82);
    await gateway.untilSaid('the disk of the audit trail is filling up');
    expect(await isFiring('AuditDiskFills')).toBe(true);
    expect(await isFiring('AuditDiskIsNearlyFull')).toBe(false);
    expect(await readUsed()).toBeGreaterThan(0.8);
    expect((await chat('low-1')).status).toBe(200);
  });

  test('takes no evidence bundles at 95 %, which need as much room again, and calls go on', async () => {
    fillTo(0.955);
    await gateway.untilSaid('nearly full');
    const isFiring = await watchAlerts(lookAt(gateway));
    expect(await isFiring('AuditDiskIsNearlyFull')).toBe(true);
    const { status, json } = await call(`${gateway.url}/v1/audit/evidence`, {
      key: gateway.key,
    });
    expect([status, json['code']]).toEqual([503, 'overloaded']);
    expect((await chat('scarce-1')).status).toBe(200);
  });

  test('begins nothing new on its reserve, ends what is under way there, and goes on when there is room', async () => {
    const asked = Array.from({ length: underWay }, (_, index) => chat(`held-${index}`));
    const arrived = (): number =>
      scene.reached().filter((model) => model.startsWith('held')).length;
    await until(() => arrived() === underWay);
    fillTo(0.98);
    await gateway.untilSaid('full but for its reserve');
    const before = scene.reached().length;
    const refused = await chat('reserved-1');
    expect([refused.status, refused.code]).toEqual([503, 'audit_unavailable']);
    expect(scene.reached().length).toBe(before);
    const ready = await call(`${gateway.url}/readyz`);
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining('reserve')]);
    letGo();
    for (const { status, whole } of await Promise.all(asked))
      expect([status, whole]).toEqual([200, true]);

    truncateSync(join(`/proc/${gateway.pid}/root`, gateway.data, 'fill'), 0);
    await until(async () => (await call(`${gateway.url}/readyz`)).status === 200);
    const isFiring = await watchAlerts(lookAt(gateway));
    expect(await isFiring('AuditDiskFills')).toBe(false);
    expect((await chat('after-1')).status).toBe(200);
    expect(await gateway.stop()).toBe(0);
    const data = `${gateway.data}.after`;
    const types = readEntries(join(data, 'audit')).map(({ type }) => type);
    // Nothing was cut off, so nothing had to be made up for.
    expect(types.filter((type) => type === 'recovered' || type === 'gap')).toEqual([]);
    expect(runCommand(data, ['audit', 'verify', '--dir', join(data, 'audit')])).toMatch(/intact/);
  });
});

withDisk('a disk that has room, and no place for one more file', () => {
  const filesMax = 500;
  const data = mkdtempSync(join(tmpdir(), 'governance-files-'));
  afterAll(() => {
    for (const place of [data, `${data}.after`]) rmSync(place, { recursive: true, force: true });
  });

  test('is told of, and nothing new begins that might find none for its end', async () => {
    const under = onDisk(`size=${diskMebibytes}m,nr_inodes=${filesMax}`);
    const gateway = await startGateway({ data, under, environment: quickPolicy });
    const place = join(`/proc/${gateway.pid}/root`, data);
    const fillTo = (share: number): void => {
      const { files, ffree } = statfsSync(place);
      for (let left = ffree - Math.floor((1 - share) * files); left > 0; left -= 1)
        appendFileSync(join(place, `fill-${share}-${left}`), '');
    };
    const judge = async (): Promise<number> => {
      const body = { prompt: 'Good morning.' };
      return (await call(`${gateway.url}/v1/validate`, { key: gateway.key, body })).status;
    };
    const isFiring = await watchAlerts(lookAt(gateway));
    expect(await isFiring('AuditDiskFills')).toBe(false);
    fillTo(0.9);
    await gateway.untilSaid('the disk of the audit trail is filling up');
    expect(await isFiring('AuditDiskFills')).toBe(true);
    expect(await judge()).toBe(200);
    fillTo(0.98);
    await gateway.untilSaid('full but for its reserve');
    expect(await judge()).toBe(503);
    for (const name of readdirSync(place)) if (name.startsWith('fill-')) rmSync(join(place, name));
    await gateway.untilSaid('has room again');
    expect(await judge()).toBe(200);
    expect(await gateway.stop()).toBe(0);
  });
});
