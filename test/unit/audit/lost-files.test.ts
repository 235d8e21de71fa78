/** Files that are taken away under a trail that is written: what leans on them is refused, and whoever runs it is told. */
import { afterEach, expect, test } from '@jest/globals';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Trail } from '../../../src/audit/trail.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { decisionEvent, sampleActor } from '../../support/audit-samples.ts';
import { cleanTrails, newDirectory, openIn } from '../../support/trail-directory.ts';
import { until } from '../../support/until.ts';

afterEach(cleanTrails);

const masterKey = new Uint8Array(32).fill(9);
const raw = Buffer.from('an ordinary walrus');
const contents = { received: { raw, redacted: () => raw } };

function say(trail: Trail, subject: string): Promise<unknown> {
  return trail.record(decisionEvent({ actor: { ...sampleActor, subject }, contents }));
}

async function openTelling() {
  const directory = newDirectory();
  const alarms: string[] = [];
  const onAlarm = (message: string): number => alarms.push(message);
  const { trail } = await openIn(directory, { masterKey, onAlarm });
  await say(trail, 'ann');
  return { directory, trail, alarms };
}

test.each(['keys.sqlite', 'lock'])(
  'without its %s a trail takes nothing new, says so, and goes on when it is back',
  async (name) => {
    const { directory, trail, alarms } = await openTelling();
    const path = join(directory, name);
    renameSync(path, `${path}.away`);
    await until(() => !trail.health().writable);
    expect(trail.health().reason).toBe(
      `\`${path}\` was deleted or moved away while the gateway had it open: put that file back, or start again`,
    );
    for (const subject of ['ann', 'bob'])
      await expect(say(trail, subject)).rejects.toMatchObject({ code: 'audit_unavailable' });
    renameSync(`${path}.away`, path);
    await until(() => trail.health().writable);
    await say(trail, 'bob');
    expect(alarms).toEqual([
      'a file of the audit trail is lost: no new call is taken',
      'all files of the audit trail are back',
    ]);
    await trail.close();
    expect(verifyTrail({ directory, masterKey }).verdict).toBe('intact');
  },
);

test('no key of a person is made in a file that takes the place of the one that was lost', async () => {
  const { directory, trail } = await openTelling();
  rmSync(join(directory, 'keys.sqlite'));
  await expect(say(trail, 'bob')).rejects.toMatchObject({ code: 'audit_unavailable' });
  await until(() => !trail.health().writable);
  await expect(say(trail, 'bob')).rejects.toMatchObject({ code: 'audit_unavailable' });
  expect(readdirSync(directory)).not.toContain('keys.sqlite');
});

test('texts go on into another file where theirs was taken away, and into another folder', async () => {
  const { directory, trail, alarms } = await openTelling();
  const content = join(directory, 'content');
  const told = (times: number) => until(() => alarms.length === times);
  for (const file of readdirSync(content)) rmSync(join(content, file));
  await told(1);
  await say(trail, 'ann');
  rmSync(content, { recursive: true });
  await told(2);
  // One call finds that there is no folder; it is made before the next one is taken.
  await say(trail, 'ann').catch(() => undefined);
  await until(() => trail.health().writable);
  await say(trail, 'ann');
  await trail.close();
  expect(readdirSync(content)).toEqual([expect.stringMatching(/-000[34]\.bin$/)]);
  const { verdict, faults } = verifyTrail({ directory, masterKey });
  expect([verdict, new Set(faults.map(({ detail }) => detail))]).toEqual([
    'incomplete',
    new Set(['content is missing and no entry says why']),
  ]);
  expect(alarms.slice(0, 2)).toEqual(['kept texts were deleted', 'kept texts were deleted']);
});
