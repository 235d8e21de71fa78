/** A row of keys.sqlite that was overwritten, and holds and erasures that meet: who is refused, what is said, what goes on. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { KeyStore, keyStorePath } from '../../../src/audit/content/key-store.ts';
import { DatabaseSync } from 'node:sqlite';
import type { Trail } from '../../../src/audit/trail.ts';
import { decisionEvent, sampleActor } from '../../support/audit-samples.ts';
import { cleanTrails, newDirectory, openIn, openNew } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const masterKey = new Uint8Array(32).fill(9);
const raw = Buffer.from('an ordinary walrus');
const contents = { received: { raw, redacted: () => raw } };

function say(trail: Trail, subject: string): Promise<unknown> {
  return trail.record(decisionEvent({ actor: { ...sampleActor, subject }, contents }));
}

test('an overwritten row refuses its subject alone, is named once, and is mended by an erasure', async () => {
  const { directory, trail } = await openNew({ masterKey });
  await say(trail, 'alice');
  await trail.close();
  const database = new DatabaseSync(keyStorePath(directory));
  database.exec('UPDATE keys SET wrapped = randomblob(60)');
  database.close();

  const alarms: string[] = [];
  const onAlarm = (message: string, fields: Readonly<Record<string, unknown>>): void => {
    alarms.push(`${message}: ${String(fields['reason'])}`);
  };
  const again = await openIn(directory, { masterKey, onAlarm });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(say(again.trail, 'alice')).rejects.toMatchObject({ code: 'audit_unavailable' });
  await say(again.trail, 'bob');
  expect(alarms).toEqual([
    expect.stringMatching(
      /^a content key cannot be had: the row of the content key \S+\.1 in `keys.sqlite` was overwritten: put .*, or erase that subject$/,
    ),
  ]);
  await again.trail.eraseSubject({ subject: 'alice' }, sampleActor);
  await say(again.trail, 'alice');
});

describe('a key store', () => {
  test('gives up no key of somebody who is held, and holds nobody who is being erased', () => {
    const store = new KeyStore(newDirectory());
    const wrapped = new Uint8Array(60);
    store.add(['alice', 'bob'].map((id) => ({ id, version: 1, wrapped })));
    expect(store.hold('alice')).toBe(true);
    expect(store.beginErasure('alice')).toBeUndefined();
    expect(store.beginErasure('bob')).toBe(1);
    expect(store.hold('bob')).toBe(false);
    store.finishErasure('bob');
    expect([store.hold('bob'), store.holds()]).toEqual([true, ['alice', 'bob']]);
    store.close();
  });

  test('whose step failed says why, also where the database ended it by itself, and takes the next one', () => {
    const directory = newDirectory();
    const store = new KeyStore(directory);
    const database = new DatabaseSync(keyStorePath(directory));
    // As a full disk does it: all of the step is taken back before anybody is told.
    database.exec(
      `CREATE TRIGGER full BEFORE INSERT ON keys BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END`,
    );
    const row = { id: 'alice', version: 1, wrapped: new Uint8Array(60) };
    expect(() => store.add([row])).toThrow('the disk is full');
    database.exec('DROP TRIGGER full');
    database.close();
    store.add([row]);
    expect(store.find('alice')?.version).toBe(1);
    // One that it did not end is ended here, or the next could not begin.
    expect(() => store.add([row])).toThrow(/UNIQUE/);
    store.add([{ ...row, version: 2 }]);
    expect(store.find('alice')?.version).toBe(2);
    store.close();
  });
});
