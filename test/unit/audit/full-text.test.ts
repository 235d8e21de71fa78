/** The full text takes in every text once, whoever has read its entry before and whatever comes in between. */
import { afterEach, expect, test } from '@jest/globals';
import { renameSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { firstLink } from '../../../src/audit/chain.ts';
import { IndexStore, indexPath, removeIndex } from '../../../src/audit/index-sqlite.ts';
import { segmentPath } from '../../../src/audit/journal-files.ts';
import type { Horizon } from '../../../src/audit/search/horizon.ts';
import { Indexer } from '../../../src/audit/search/indexer.ts';
import { KeptText } from '../../../src/audit/search/kept-text.ts';
import { TextIndex } from '../../../src/audit/search/text-index.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { cleanTrails, openNew } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const masterKey = new Uint8Array(32).fill(9);
const count = 30;
/** Takes more room than a table has left that was just made. */
const padding = Array.from({ length: 300 }, (_, at) => `padding${at}`).join(' ');

/** A closed trail in which each of `count` texts has a word that all have and one of its own, and no index. */
async function writeTexts(): Promise<string> {
  const { directory, trail } = await openNew({ masterKey });
  for (let at = 0; at < count; at += 1) {
    const raw = Buffer.from(`wombat number${at} ${padding}`);
    await trail.record(decisionEvent({ contents: { received: { raw, redacted: () => raw } } }));
  }
  await trail.close();
  removeIndex(directory);
  return directory;
}

function endOf(directory: string): Horizon {
  return { segment: 1, offset: statSync(segmentPath(directory, 1)).size };
}

function find(directory: string, word: string): number {
  const database = new DatabaseSync(indexPath(directory), { readOnly: true });
  const rows = database.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').all(word);
  database.close();
  return rows.length;
}

function findEach(directory: string): readonly number[] {
  return Array.from({ length: count }, (_, at) => find(directory, `number${at}`));
}

const eachOnce = Array.from({ length: count }, () => 1);

test('does not read entries again that the columns have read', async () => {
  const directory = await writeTexts();
  const end = endOf(directory);
  const indexer = new Indexer(directory, masterKey);
  indexer.follow(end, 1000);
  renameSync(segmentPath(directory, 1), `${segmentPath(directory, 1)}.away`);
  indexer.texts.follow(end, 1000);
  expect([indexer.texts.next, find(directory, 'wombat')]).toEqual([indexer.next, count]);
  expect(findEach(directory)).toEqual(eachOnce);
  indexer.close();
});

test('goes over the journal itself where it is behind, and meets the columns where they are', async () => {
  const directory = await writeTexts();
  const end = endOf(directory);
  const before = new Indexer(directory, masterKey);
  before.follow(end, 1000);
  before.texts.follow(end, 5);
  expect(find(directory, 'wombat')).toBe(5);
  before.close();
  const indexer = new Indexer(directory, masterKey);
  indexer.texts.follow(end, 6);
  indexer.follow(end, 20);
  while (indexer.texts.next < indexer.next) indexer.texts.follow(end, 4);
  indexer.texts.follow(end, 3);
  indexer.follow(end, 1000);
  while (indexer.texts.next < indexer.next) indexer.texts.follow(end, 4);
  expect(findEach(directory)).toEqual(eachOnce);
  indexer.close();
});

test('takes in again what a full disk had no room for', async () => {
  const directory = await writeTexts();
  const end = endOf(directory);
  const store = IndexStore.open(directory, { ...firstLink, segment: 1, offset: 0 });
  const kept = new KeptText(directory, masterKey);
  const texts = new TextIndex(store.database, directory, kept, 1);
  const limit = (pages: number): void => store.database.exec(`PRAGMA max_page_count = ${pages}`);
  store.database.exec('CREATE TABLE filling (bytes BLOB) STRICT');
  limit(1);
  expect(() => {
    store.database.exec('INSERT INTO filling VALUES (zeroblob(20000))');
  }).toThrow('full');
  expect(() => texts.follow(end, 1000)).toThrow('full');
  expect([texts.next, find(directory, 'wombat')]).toEqual([0, 0]);
  limit(1_000_000);
  texts.follow(end, 1000);
  expect(findEach(directory)).toEqual(eachOnce);
  kept.close();
  store.close();
});
