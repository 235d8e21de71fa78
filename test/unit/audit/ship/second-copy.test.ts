/** Strict durability: what is not in the second copy was not recorded, callers are told in time, and it mends by itself. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameLog } from '../../../../src/audit/ship/shipping.ts';
import type { ShippingOptions } from '../../../../src/audit/ship/shipping.ts';
import type { TrailOptions } from '../../../../src/audit/trail-options.ts';
import { verifyTrail } from '../../../../src/audit/verify.ts';
import { answerTo, decisionEvent, requestEvent } from '../../../support/audit-samples.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  type Opened,
  readEntries,
  readJournal,
} from '../../../support/trail-directory.ts';
import { until } from '../../../support/until.ts';

afterEach(cleanTrails);

type Scene = Opened & {
  readonly copy: string;
  readonly take: () => void;
  readonly giveBack: () => void;
};

/** A trail with a strict copy on a volume that can be taken away. */
async function open(options: Partial<TrailOptions> = {}): Promise<Scene> {
  const volume = join(newDirectory(), 'volume');
  mkdirSync(volume);
  const ship: ShippingOptions = {
    to: { kind: 'directory', directory: volume },
    intervalMs: 60_000,
    timeoutMs: 1000,
    content: true,
    strict: true,
  };
  const opened = await openIn(newDirectory(), { ship, ...options });
  return {
    ...opened,
    copy: join(volume, nameLog(opened.directory)),
    take: () => renameSync(volume, `${volume}.away`),
    giveBack: () => renameSync(`${volume}.away`, volume),
  };
}

describe('with strict durability', () => {
  test('an entry that was told stands in the copy, whatever the interval', async () => {
    const { trail, copy } = await open();
    for (let count = 0; count < 5; count += 1) {
      const { id } = await trail.record(decisionEvent());
      expect(readJournal(copy).some((line) => line.includes(id))).toBe(true);
    }
    const many = await Promise.all(
      Array.from({ length: 200 }, () => trail.record(decisionEvent())),
    );
    const there = new Set(readEntries(copy).map(({ id }) => id));
    expect(many.filter(({ id }) => !there.has(id))).toEqual([]);
  });

  test('calls are refused while no second copy can be made, the ones under way in time, later ones at once', async () => {
    const scene = await open({ writeTimeoutMs: 500 });
    const { trail, directory } = scene;
    await trail.record(decisionEvent());
    scene.take();
    const began = performance.now();
    const refused = await Promise.allSettled([
      trail.record(decisionEvent()),
      trail.record(requestEvent()),
    ]);
    expect(performance.now() - began).toBeGreaterThanOrEqual(400);
    for (const each of refused)
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'audit_unavailable' } });
    expect(trail.health()).toMatchObject({
      writable: false,
      reason: expect.stringContaining('the second copy cannot be made') as unknown,
    });
    const before = readJournal(directory).length;
    await expect(trail.record(decisionEvent())).rejects.toMatchObject({
      code: 'audit_unavailable',
      headers: { 'retry-after': '1' },
    });
    expect(readJournal(directory)).toHaveLength(before);
    scene.giveBack();
    await until(() => scene.trail.health().writable);
    await trail.record(decisionEvent());
    await trail.close();
    const entries = readEntries(directory);
    expect(entries.find(({ type }) => type === 'gap')).toMatchObject({
      cause: 'unwritable',
      count: 3,
      reason: expect.stringContaining('second copy') as unknown,
    });
    // The request whose caller was refused has an entry, and so it has an end.
    expect(entries.filter(({ type }) => type === 'recovered')).toHaveLength(1);
    expect(verifyTrail({ directory })).toMatchObject({ verdict: 'intact', open: 0 });
    expect(readJournal(scene.copy)).toEqual(readJournal(directory));
  });

  test('a moment without the store costs time and nothing else', async () => {
    const scene = await open({ writeTimeoutMs: 5_000 });
    await scene.trail.record(decisionEvent());
    scene.take();
    const request = requestEvent();
    const recorded = scene.trail.record(request);
    await sleep(300);
    scene.giveBack();
    const { id } = await recorded;
    expect(readJournal(scene.copy).join()).toContain(id);
    await scene.trail.record(answerTo(request));
    expect(scene.trail.health().writable).toBe(true);
  });

  test('one that is closed while it waits ends, and goes on at the next start', async () => {
    const scene = await open();
    scene.take();
    const refused = scene.trail.record(decisionEvent());
    const told = expect(refused).rejects.toMatchObject({ code: 'audit_unavailable' });
    await sleep(50);
    await scene.trail.close();
    await told;
    scene.giveBack();
    const { directory } = scene;
    const ship: ShippingOptions = {
      to: { kind: 'directory', directory: join(scene.copy, '..') },
      intervalMs: 20,
      timeoutMs: 1000,
      content: true,
      strict: true,
    };
    const again = await openIn(directory, { ship });
    await again.trail.record(decisionEvent());
    await again.trail.close();
    expect(readJournal(scene.copy)).toEqual(readJournal(directory));
    expect(verifyTrail({ directory: scene.copy }).verdict).toBe('intact');
  });
});
