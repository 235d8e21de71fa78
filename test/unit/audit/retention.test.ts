import { afterEach, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { readListQuery } from '../../../src/audit/search/query.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import type { Content } from '../../../src/governance/event.ts';
import { blockedBy, decisionEvent, sampleActor } from '../../support/audit-samples.ts';
import { hasPython, python } from '../../support/python.ts';
import { root } from '../../support/repository.ts';
import { cleanTrails, openNew, readEntries } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const dayMs = 86_400_000;
const retention = { allowedDays: 30, flaggedDays: 60, blockedDays: 0 };
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

  test('removes a file of which nothing is kept', async () => {
    const { directory, trail } = await openNew({
      ...patient,
      retention: { allowedDays: 1, flaggedDays: 1, blockedDays: 1 },
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
