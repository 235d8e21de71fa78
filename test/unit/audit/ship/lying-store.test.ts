/** A store that says that it took what it does not have is found out, told of, and given it again. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { fetchLog } from '../../../../src/audit/ship/fetch-log.ts';
import { nameLog, openStore, type ShippingOptions } from '../../../../src/audit/ship/shipping.ts';
import { verifyTrail } from '../../../../src/audit/verify.ts';
import { decisionEvent } from '../../../support/audit-samples.ts';
import { type BucketServer, startBucketServer } from '../../../support/bucket-server.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  type Opened,
  readJournal,
} from '../../../support/trail-directory.ts';
import { until } from '../../../support/until.ts';

const servers: BucketServer[] = [];
afterEach(async () => {
  await cleanTrails();
  for (const server of servers.splice(0)) await server.close();
});

type Scene = Opened & { readonly server: BucketServer; readonly ship: ShippingOptions };

async function open(changes: Partial<ShippingOptions> = {}): Promise<Scene> {
  const server = await startBucketServer();
  servers.push(server);
  const { endpoint, name, accessKeyId, secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const bucket = { endpoint, name, ...credentials, region: 'x', prefix: '', timeoutMs: 500 };
  const ship: ShippingOptions = {
    to: { kind: 'bucket', bucket },
    ...{ intervalMs: 10, timeoutMs: 1000, content: true, strict: false, confirmIntervalMs: 50 },
    ...changes,
  };
  return {
    ...(await openIn(newDirectory(), { ship, journalBytesMax: 4_000, writeTimeoutMs: 500 })),
    server,
    ship,
  };
}

/** Entries in several pieces, and in several files. */
async function record({ trail }: Scene, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await trail.record(decisionEvent());
    await until(() => trail.shipping()?.ageMs === 0 || trail.shipping()?.reason !== undefined);
  }
}

async function expectWhole({ directory, trail, ship }: Scene): Promise<void> {
  await until(() => trail.shipping()?.reason === undefined && trail.shipping()?.ageMs === 0);
  await trail.close();
  const copy = join(newDirectory(), 'copy');
  await fetchLog(openStore(ship.to), nameLog(directory), copy);
  expect(readJournal(copy)).toEqual(readJournal(directory));
  expect(verifyTrail({ directory: copy }).verdict).toBe('intact');
}

describe('a store that answers 200', () => {
  test.each(['all', 'half'] as const)('and loses %s of it is found out', async (swallow) => {
    const scene = await open();
    const { server, trail } = scene;
    await record(scene, 4);
    server.swallow = swallow;
    await record(scene, 12);
    await until(() => trail.shipping()?.reason?.startsWith('the store took `') ?? false);
    expect(trail.shipping()?.ageMs).toBeGreaterThan(0);
    server.swallow = undefined;
    await record(scene, 4);
    await expectWhole(scene);
  });

  test('and lost something in the middle a while ago is given it again', async () => {
    const scene = await open({ confirmIntervalMs: 1_000 });
    await record(scene, 4);
    scene.server.swallow = 'all';
    await record(scene, 2);
    scene.server.swallow = undefined;
    await record(scene, 12);
    await until(() => scene.trail.shipping()?.reason?.startsWith('the store took `') ?? false);
    await expectWhole(scene);
  });

  test('although it is none at all counts for nothing, also where each entry waits for it', async () => {
    const scene = await open({ strict: true });
    scene.server.fail = 'portal';
    await expect(scene.trail.record(decisionEvent())).rejects.toMatchObject({
      code: 'audit_unavailable',
    });
    expect(scene.trail.shipping()?.reason).toMatch(/no store: it answered 200 without an etag/);
    scene.server.fail = undefined;
    await until(() => scene.trail.health().writable);
    await expectWhole(scene);
  });

  test('with a page where a list is due has no empty copy', async () => {
    const { server, ship, directory, trail } = await open();
    await trail.close();
    server.fail = 'portal';
    await expect(openStore(ship.to).findEnd(`${nameLog(directory)}/journal`, 0)).rejects.toThrow(
      'it answered 200 without a list',
    );
  });

  test('with the checksum of something else has taken something else', async () => {
    const scene = await open();
    scene.server.swallow = 'other';
    await scene.trail.record(decisionEvent());
    await until(() => scene.trail.shipping()?.reason?.includes('something else') ?? false);
    scene.server.swallow = undefined;
    await expectWhole(scene);
  });
});
