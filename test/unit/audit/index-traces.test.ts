/** What was taken out of the search index leaves no word in any of its files, whoever else reads them meanwhile. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexPath } from '../../../src/audit/index-sqlite.ts';
import { firstLink } from '../../../src/audit/chain.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { SearchThread } from '../../../src/audit/search/thread.ts';
import { expectWiped } from '../../../src/audit/search/wiping.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import { decisionEvent, sampleActor } from '../../support/audit-samples.ts';
import { findRaw } from '../../support/raw-search.ts';
import { cleanTrails, openIn, openNew } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const masterKey = new Uint8Array(32).fill(9);
const word = 'quokkazanzibar';
const alice = { ...sampleActor, subject: 'alice' };

async function say(trail: Trail, ...texts: readonly string[]): Promise<void> {
  const [received = '', forwarded] = texts.map((text) => {
    const raw = Buffer.from(text);
    return { raw, redacted: () => raw };
  });
  const contents = { ...(received !== '' && { received }), ...(forwarded && { forwarded }) };
  await trail.record(decisionEvent({ actor: alice, contents }));
}

async function find(trail: Trail, text: string): Promise<number> {
  const query = readListQuery(new URLSearchParams({ q: text }), Date.now());
  return (await trail.listEntries(query)).answer.entries.length;
}

/** Sees the index as it is now, as a verification or a backup does, until it is closed. */
function readMeanwhile(directory: string): DatabaseSync {
  const reader = new DatabaseSync(indexPath(directory), { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM text_rows').get();
  return reader;
}

describe('while somebody else reads the index', () => {
  test('an erasure waits for them and leaves no word', async () => {
    const { directory, trail } = await openNew({ masterKey });
    await say(trail, `the ${word} of alice`);
    expect(await find(trail, word)).toBe(1);
    const reader = readMeanwhile(directory);
    let erased = false;
    const erasing = trail.eraseSubject({ subject: 'alice' }, sampleActor).then(() => {
      erased = true;
    });
    await sleep(500);
    expect([erased, findRaw(directory, [word])]).toEqual([
      false,
      expect.arrayContaining([expect.stringContaining('index.sqlite')]),
    ]);
    reader.close();
    await erasing;
    expect(findRaw(directory, [word])).toEqual([]);
    expect(await find(trail, word)).toBe(0);
  });

  test('texts do not expire before they are done', async () => {
    const retention = { allowedDays: 1, flaggedDays: 1, blockedDays: 1, clockAheadDaysMax: 7 };
    const { directory, trail } = await openNew({ masterKey, retention });
    await say(trail, `the ${word} of alice`);
    expect(await find(trail, word)).toBe(1);
    const reader = readMeanwhile(directory);
    const expiring = trail.expire(Date.now() + 3 * 86_400_000);
    await sleep(500);
    expect(readdirSync(join(directory, 'content'))).toHaveLength(1);
    reader.close();
    expect(await expiring).toBe(1);
    expect(findRaw(directory, [word])).toEqual([]);
  });

  test('what is said under the next key is found, though the erasure is not over', async () => {
    const { directory, trail } = await openNew({ masterKey });
    await say(trail, `the ${word} of alice`);
    expect(await find(trail, word)).toBe(1);
    const reader = readMeanwhile(directory);
    const erasing = trail.eraseSubject({ subject: 'alice' }, sampleActor);
    await sleep(500);
    await say(trail, 'a penguin of alice');
    expect(await find(trail, 'penguin')).toBe(1);
    reader.close();
    expect(await erasing).toMatchObject({ entries: 1 });
    expect([await find(trail, 'penguin'), await find(trail, word)]).toEqual([1, 0]);
  });

  test('what was said before is taken in no more, though its key is still there', async () => {
    const { directory, trail } = await openNew({ masterKey });
    await say(trail, `the ${word} of alice`);
    expect(await find(trail, word)).toBe(1);
    const reader = readMeanwhile(directory);
    const erasing = trail.eraseSubject({ subject: 'alice' }, sampleActor);
    await sleep(500);
    trail.reindex();
    expect(await find(trail, word)).toBe(0);
    reader.close();
    await erasing;
    expect(findRaw(directory, [word])).toEqual([]);
  });

  test('nobody waits for ever', async () => {
    const { directory, trail } = await openNew({ masterKey });
    await say(trail, `the ${word} of alice`);
    expect(await find(trail, word)).toBe(1);
    await trail.close();
    const search = new SearchThread({ directory, masterKey });
    const position = { segment: 0, offset: 0, link: firstLink };
    const reader = readMeanwhile(directory);
    try {
      await search.ask('forget', { subject: 'alice', through: 1 }, position);
      const writer = new DatabaseSync(indexPath(directory));
      writer.exec('CREATE TABLE more (one INTEGER)');
      writer.close();
      await expect(expectWiped(search, () => position, 300)).rejects.toMatchObject({
        code: 'not_ready',
      });
      reader.close();
      await expectWiped(search, () => position, 300);
    } finally {
      await search.close();
    }
  });
});

test('a start leaves no word that a crash kept from being wiped', async () => {
  const { directory, trail } = await openNew({ masterKey });
  await say(trail, 'nothing of note');
  expect(await find(trail, 'note')).toBe(1);
  await trail.close();
  // As a process leaves it that was killed after the words were taken out, and before its log was emptied.
  const database = new DatabaseSync(indexPath(directory));
  database.exec(
    `PRAGMA wal_autocheckpoint = 0; CREATE TABLE more (one TEXT); INSERT INTO more VALUES ('${word}')`,
  );
  database.exec('PRAGMA secure_delete = ON; DELETE FROM more; DROP TABLE more');
  const left = ['', '-wal'].map((suffix) => readFileSync(indexPath(directory) + suffix));
  database.close();
  ['', '-wal'].forEach((suffix, index) => {
    writeFileSync(indexPath(directory) + suffix, left[index] ?? '');
  });
  expect(findRaw(directory, [word])).not.toEqual([]);
  const again = await openIn(directory, { masterKey });
  expect(await find(again.trail, 'note')).toBe(1);
  expect(findRaw(directory, [word])).toEqual([]);
});

test('an erasure leaves no word of a text that was damaged since it was taken in', async () => {
  const { directory, trail } = await openNew({ masterKey });
  // The second one lies first in the file.
  await say(trail, 'something else of hers', `the ${word} of alice`);
  await say(trail, 'and a text that is as it was');
  expect(await find(trail, word)).toBe(1);
  const [name = ''] = readdirSync(join(directory, 'content'));
  const path = join(directory, 'content', name);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
  writeFileSync(path, bytes);
  await trail.eraseSubject({ subject: 'alice' }, sampleActor);
  expect(findRaw(directory, [word])).toEqual([]);
  expect(await find(trail, word)).toBe(0);
});
