import { afterEach, describe, expect, test } from '@jest/globals';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSegments, segmentPath } from '../../../src/audit/journal-files.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import type { TrailOptions } from '../../../src/audit/trail-options.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  openNew,
  readEntries,
} from '../../support/trail-directory.ts';
import { until } from '../../support/until.ts';

afterEach(cleanTrails);

async function record(trail: Trail, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await trail.record(decisionEvent());
}

function countVerified(directory: string): number {
  return readEntries(directory).filter(({ act }) => act === 'verified').length;
}

/** Verifies at once, and answers the faults that the gauge tells of then. */
async function verifyNow(trail: Trail): Promise<number> {
  const steps = trail.verify({}, systemActor);
  while ((await steps.next()).done !== true);
  return trail.gauges().faults;
}

describe('a trail that verifies itself', () => {
  test('does so again and again, tells it in the trail, and finds a byte that changed', async () => {
    const alarms: string[] = [];
    const { directory, trail } = await openNew({
      verifyIntervalMs: 50,
      journalBytesMax: 4096,
      masterKey: Buffer.alloc(32, 3),
      onAlarm: (message, { first }) => alarms.push(`${message}: ${String(first)}`),
    });
    await record(trail, 20);
    await until(() => countVerified(directory) >= 2);
    expect([trail.gauges().faults, alarms]).toEqual([0, []]);
    const path = segmentPath(directory, listSegments(directory)[0] ?? 1);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(1000) ^ 1, 1000);
    writeFileSync(path, bytes);
    await until(() => trail.gauges().faults > 0);
    expect(alarms[0]).toMatch(/^the trail was verified and is not intact: ./);
  });

  test('keeps what was found by whoever asked, and does nothing by itself where that is switched off', async () => {
    const { directory, trail } = await openNew({ verifyIntervalMs: 0 });
    await record(trail, 3);
    expect(await verifyNow(trail)).toBe(0);
    expect(countVerified(directory)).toBe(1);
  });
});

describe('two clones of a trail with one witness', () => {
  test('are found out by each of them, and logs of other names are nothing to them', async () => {
    const folder = newDirectory();
    const witness = join(folder, 'witness.jsonl');
    const options: Partial<TrailOptions> = {
      witnesses: [witness, 'https://witness.invalid/take'],
      historyIntervalMs: 10,
      sealIntervalMs: 10,
      masterKey: Buffer.alloc(32, 3),
    };
    const open = async (name: string, origin = 'one'): Promise<Trail> =>
      (await openIn(join(folder, name), { ...options, origin })).trail;
    const first = await open('original');
    await record(first, 3);
    await first.close();
    cpSync(join(folder, 'original'), join(folder, 'clone'), { recursive: true });
    const other = await open('other', 'another');
    const original = await open('original');
    for (const trail of [other, original]) await record(trail, 3);
    await until(() => countNotes(witness, 'another') > 0 && countNotes(witness, 'one') > 1);
    for (const trail of [other, original]) expect(await verifyNow(trail)).toBe(0);
    const known = countNotes(witness, 'one');
    const clone = await open('clone');
    await record(clone, 5);
    await until(() => countNotes(witness, 'one') > known);
    for (const trail of [original, clone]) expect(await verifyNow(trail)).toBeGreaterThan(0);
    expect(await verifyNow(other)).toBe(0);
  });
});

function countNotes(witness: string, origin: string): number {
  if (!existsSync(witness)) return 0;
  return readFileSync(witness, 'utf8').split(`audit/${origin}\\n`).length - 1;
}
