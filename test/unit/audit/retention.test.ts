import { afterEach, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { findAddresses, readBlob } from '../../../src/audit/content/address.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import type { Content } from '../../../src/governance/event.ts';
import { createMetrics } from '../../../src/server/metrics.ts';
import { watchAlerts } from '../../support/alerts.ts';
import {
  answerTo,
  blockedBy,
  decisionEvent,
  requestEvent,
  sampleActor,
} from '../../support/audit-samples.ts';
import { calmReadings } from '../../support/calm-readings.ts';
import { hasPython, python } from '../../support/python.ts';
import { root } from '../../support/repository.ts';
import {
  cleanTrails,
  openIn,
  openNew,
  readEntries,
  readJournal,
  spoilLine,
} from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const dayMs = 86_400_000;
/** Days pass here at once; what is made of a clock that does so is a matter of its own. */
const clockAheadDaysMax = 36_500;
const retention = { allowedDays: 30, flaggedDays: 60, blockedDays: 0, clockAheadDaysMax };
/** A machine that does other things too is no fault of the trail. */
const patient = { writeTimeoutMs: 60_000 };
const inDays = (days: number): number => Date.now() + days * dayMs;

function say(text: string): { readonly received: Content } {
  const raw = Buffer.from(text);
  return { received: { raw, redacted: () => raw } };
}

async function fill(trail: Trail): Promise<void> {
  await trail.record(decisionEvent({ contents: say('an ordinary walrus') }));
  const held = { ...sampleActor, subject: 'carol' };
  await trail.record(decisionEvent({ actor: held, contents: say('a walrus under hold') }));
  const ruling = blockedBy('secrets', 'credential');
  await trail.record(decisionEvent({ ruling, contents: say('a blocked walrus') }));
}

async function find(trail: Trail, words: string): Promise<number> {
  const query = new URLSearchParams({ q: words, type: 'decision' });
  return (await trail.listEntries(readListQuery(query, Date.now()))).answer.entries.length;
}

function verifyTwice(directory: string): readonly unknown[] {
  const { verdict, faults } = verifyTrail({ directory });
  const second = hasPython()
    ? spawnSync(python, [join(root, 'tools/verify.py'), directory], { encoding: 'utf8' }).status
    : 0;
  return [verdict, faults, second];
}

describe('retention', () => {
  test('destroys texts by age and class, spares what is held, and says so', async () => {
    const { directory, trail } = await openNew({ ...patient, retention });
    await fill(trail);
    await trail.holdSubject({ subject: 'carol' }, 'a lawsuit', sampleActor);
    expect(await find(trail, 'walrus')).toBe(3);
    expect(await trail.expire(inDays(29))).toBe(0);
    expect(await trail.expire(inDays(32))).toBe(1);
    expect(await trail.expire(inDays(33))).toBe(0);
    expect(await find(trail, 'ordinary')).toBe(0);
    expect(await find(trail, 'walrus')).toBe(2);
    await trail.releaseSubject({ subject: 'carol' }, 'the lawsuit is over', sampleActor);
    expect(await trail.expire(inDays(34))).toBe(1);
    expect(await find(trail, 'walrus')).toBe(1);
    await trail.close();
    const acts = readEntries(directory).filter(({ act }) => act === 'expired');
    expect(acts.map(({ detail }) => detail)).toEqual([
      expect.objectContaining({ classes: 'allowed', texts: 1, kept: 2 }),
      expect.objectContaining({ classes: 'allowed', texts: 1, kept: 1 }),
    ]);
    expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
  });

  test('keeps both sides of a call as long as what was ruled of either asks for', async () => {
    const { trail } = await openNew({ ...patient, retention });
    const blocked = requestEvent({ contents: say('a prompt to a walrus') });
    await trail.record(blocked);
    const returned = say('a walrus that was blocked').received;
    const ruling = blockedBy('secrets', 'credential');
    await trail.record(answerTo(blocked, { type: 'blocked', ruling, contents: { returned } }));
    const changed = requestEvent({
      ruling: { ...ruling, action: 'redact' },
      contents: say('a redacted walrus'),
    });
    await trail.record(changed);
    const released = say('a walrus that answers').received;
    await trail.record(answerTo(changed, { contents: { released } }));
    const plain = requestEvent({ contents: say('a plain walrus') });
    await trail.record(plain);
    await trail.record(answerTo(plain, { contents: { released: say('plainly').received } }));
    const left: number[] = [];
    for (const days of [32, 62, 400]) left.push(await trail.expire(inDays(days)));
    expect(left).toEqual([2, 2, 0]);
  });

  test('destroys nothing in any log of one place once a hold is answered that was set meanwhile', async () => {
    const asked = Promise.withResolvers<undefined>();
    const going = Promise.withResolvers<undefined>();
    const masterKey = Buffer.alloc(32, 4);
    const other: { trail?: Trail } = {};
    const untilDestroyed = async (): Promise<void> => other.trail?.untilDestroyed();
    const first = await openNew({ ...patient, masterKey, others: { untilDestroyed } });
    // A worker that is told who is held, and goes by that for a while.
    const holds = async (): Promise<readonly string[]> => {
      const held = await first.trail.listHolds();
      asked.resolve(undefined);
      await going.promise;
      return held;
    };
    const worker = await openNew({ ...patient, masterKey, retention, others: { holds } });
    other.trail = worker.trail;
    await fill(worker.trail);
    let held = false;
    let destroyedAfter = 0;
    const expiring = worker.trail.expire(inDays(32)).then((destroyed) => {
      if (held) destroyedAfter += destroyed;
      return destroyed;
    });
    await asked.promise;
    const holding = first.trail
      .holdSubject({ subject: 'carol' }, 'a lawsuit', sampleActor)
      .then(() => (held = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(held).toBe(false);
    going.resolve(undefined);
    await holding;
    expect([await expiring, destroyedAfter]).toEqual([2, 0]);
    await fill(worker.trail);
    expect(await worker.trail.expire(inDays(32))).toBe(1);
  });

  test('spares a file while an entry of its time cannot be read, which may be of somebody who is held', async () => {
    const all = { allowedDays: 1, flaggedDays: 1, blockedDays: 1, clockAheadDaysMax };
    const { directory, trail } = await openNew({ ...patient, retention: all });
    await fill(trail);
    await trail.holdSubject({ subject: 'carol' }, 'a lawsuit', sampleActor);
    expect(await find(trail, 'walrus')).toBe(3);
    const lines = readJournal(directory);
    const held = lines.findIndex((line) => line.includes('"blob"')) + 1;
    const blobs = findAddresses(lines[held] ?? '');
    const read = () => blobs.map((blob) => readBlob(directory, blob)?.toString('hex'));
    const before = read();
    spoilLine(directory, held);
    expect(await trail.expire(inDays(3))).toBe(2);
    expect(await trail.expire(inDays(4))).toBe(0);
    expect(read()).toEqual(before);
    expect(before).toEqual([expect.stringMatching(/./)]);
  });

  test('removes a file of which nothing is kept', async () => {
    const { directory, trail } = await openNew({
      ...patient,
      retention: { allowedDays: 1, flaggedDays: 1, blockedDays: 1, clockAheadDaysMax },
    });
    await fill(trail);
    expect(await trail.expire(inDays(3))).toBe(3);
    expect(readdirSync(join(directory, 'content'))).toEqual([]);
    await trail.close();
    expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
  });

  test('does not hide that a kept text was changed, or one was overwritten without a word', async () => {
    const { directory, trail } = await openNew({ ...patient, retention });
    await fill(trail);
    await trail.expire(inDays(32));
    await trail.close();
    const [name = ''] = readdirSync(join(directory, 'content'));
    const path = join(directory, 'content', name);
    const before = readFileSync(path);
    const changed = Buffer.from(before);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    writeFileSync(path, changed);
    expect(verifyTwice(directory)).toEqual(['altered', [expect.anything()], 1]);
    // Two texts expired, and one more is overwritten under their name.
    const zeroed = Buffer.from(before);
    const end = zeroed.length - 1;
    for (let at = before.lastIndexOf(Buffer.alloc(20)) + 20; at <= end; at += 1)
      zeroed.writeUInt8(0, at);
    writeFileSync(path, zeroed);
    expect(verifyTwice(directory)).toEqual([
      'altered',
      [expect.objectContaining({ detail: expect.stringContaining('3 texts were overwritten') })],
      1,
    ]);
    writeFileSync(path, before.subarray(0, 10));
    expect(verifyTwice(directory)).toMatchObject(['altered', expect.anything(), 1]);
    // Only a part of the file was said to be gone.
    rmSync(path);
    expect(verifyTwice(directory)).toMatchObject(['incomplete', expect.anything(), 2]);
    writeFileSync(path, before);
    const fresh = await openNew(patient);
    await fill(fresh.trail);
    await fresh.trail.close();
    const file = join(fresh.directory, 'content', name);
    writeFileSync(file, Buffer.alloc(readFileSync(file).length));
    expect(verifyTwice(fresh.directory)[0]).toBe('altered');
    rmSync(file);
    expect(verifyTwice(fresh.directory)[0]).toBe('incomplete');
  });
});

describe('a clock that is far ahead', () => {
  const bounded = { allowedDays: 1, flaggedDays: 1, blockedDays: 1, clockAheadDaysMax: 7 };
  const knownPath = (directory: string): string => join(directory, 'retention-clock');
  const readKnown = (directory: string): number =>
    Date.parse(readFileSync(knownPath(directory), 'utf8').trim());

  test('destroys nothing, neither now nor after a start, until it is set right or a person says that it is', async () => {
    const { directory, trail } = await openNew({ ...patient, retention: bounded });
    await fill(trail);
    expect(await trail.expire(Date.now())).toBe(0);
    await expect(trail.expire(inDays(400))).rejects.toThrow(/400 days after.*clockAheadDaysMax/);
    // What is written under the wrong clock must not make it known.
    await trail.record(decisionEvent());
    await trail.close();
    const again = await openIn(directory, { ...patient, retention: bounded });
    await expect(again.trail.expire(inDays(400))).rejects.toThrow(/400 days/);
    expect(await find(again.trail, 'walrus')).toBe(3);
    expect(await again.trail.expire(inDays(6))).toBe(3);
    await again.trail.close();
    const confirmed = await openIn(directory, {
      ...patient,
      retention: { ...bounded, clockAheadDaysMax: 500 },
    });
    expect(await confirmed.trail.expire(inDays(400))).toBe(0);
    await confirmed.trail.close();
    expect(readKnown(directory)).toBeGreaterThan(inDays(399));
    expect(verifyTwice(directory)).toEqual(['intact', [], 0]);
  });

  test('is told of by an alert until it is believed again', async () => {
    const { trail } = await openNew({ ...patient, retention: bounded });
    await fill(trail);
    const metrics = createMetrics({ ...calmReadings, trail: trail.gauges });
    const isFiring = await watchAlerts(async () => (await metrics.write()).text);
    expect(await isFiring('RetentionStopped')).toBe(false);
    expect(await trail.expire(Date.now())).toBe(0);
    await expect(trail.expire(inDays(400))).rejects.toThrow(/clock/);
    expect(await isFiring('RetentionStopped')).toBe(true);
    expect(await trail.expire(Date.now())).toBe(0);
    expect(await isFiring('RetentionStopped')).toBe(false);
    await trail.close();
  });

  test('that is set back takes nothing of what is known', async () => {
    const { directory, trail } = await openNew({ ...patient, retention: bounded });
    await fill(trail);
    await trail.expire(inDays(5));
    await trail.expire(inDays(-5000));
    expect(readKnown(directory)).toBeGreaterThan(inDays(4));
    await trail.close();
  });

  test.each([
    ['lost', (path: string): void => rmSync(path)],
    ['cut short', (path: string): void => writeFileSync(path, '')],
  ])('is measured by the newest texts where what was known is %s', async (_, spoil) => {
    const { directory, trail } = await openNew({ ...patient, retention: bounded });
    await fill(trail);
    await trail.expire(Date.now());
    spoil(knownPath(directory));
    await expect(trail.expire(inDays(400))).rejects.toThrow(/clock/);
    expect(await find(trail, 'walrus')).toBe(3);
    await trail.close();
  });
});
