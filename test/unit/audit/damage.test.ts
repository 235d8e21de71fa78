/** A journal that was damaged under a trail that is open: what is asked of it says so, and no export of it looks whole. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { indexPath } from '../../../src/audit/index-sqlite.ts';
import { segmentPath } from '../../../src/audit/journal-files.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { cleanTrails, openNew, readJournal } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const query = readListQuery(new URLSearchParams('type=decision&limit=200'), Date.now());
const everything = { filter: { terms: [] }, format: 'jsonl' } as const;

/** A byte of the line with this number becomes another one. */
function damage(directory: string, seq: number): void {
  const path = segmentPath(directory, 1);
  const lines = readFileSync(path, 'latin1').split('\n');
  const offset = lines.slice(0, seq).join('\n').length + 1;
  const file = openSync(path, 'r+');
  writeSync(file, '#', offset);
  closeSync(file);
}

async function fill(entries: number) {
  const opened = await openNew({ durability: 'os' });
  const ids = await Promise.all(
    Array.from({ length: entries }, () => opened.trail.record(decisionEvent())),
  );
  await opened.trail.listEntries(query);
  return { ...opened, ids };
}

/** The pieces that came, and what it ended with. */
async function exportAll(trail: Trail): Promise<readonly [number, string]> {
  let lines = 0;
  try {
    for await (const piece of trail.exportEntries(everything, systemActor))
      lines += piece.split('\n').length - 1;
    return [lines, 'whole'];
  } catch (error) {
    return [lines, error instanceof Error ? error.message : String(error)];
  }
}

function lastEntry(directory: string): unknown {
  return JSON.parse(readJournal(directory).at(-1) ?? '');
}

describe('a line that cannot be read', () => {
  test('is told of by a list, which has the others', async () => {
    const { directory, trail, ids } = await fill(8);
    damage(directory, 5);
    const { answer, partial } = await trail.listEntries(query);
    expect(answer.entries.length).toBe(7);
    expect(partial).toMatch(/^1 entry cannot be read in the log test, the first of them number 5:/);
    for (const { id, seq } of ids.filter((each) => each.seq !== 5))
      expect((await trail.findEntry(id)).seq).toBe(seq);
  });

  test('refuses an export before its first byte, and the entry of its end says so', async () => {
    const { directory, trail } = await fill(8);
    damage(directory, 5);
    const [lines, end] = await exportAll(trail);
    expect([lines, end]).toEqual([0, expect.stringMatching(/the trail is damaged.*audit export/)]);
    expect(lastEntry(directory)).toMatchObject({
      act: 'broken off',
      detail: { entries: 0, left_out: 1, partial: expect.stringContaining('number 5') },
    });
  });

  test('breaks off an export that has begun, whose end says how far it got', async () => {
    const { directory, trail } = await fill(620);
    damage(directory, 600);
    const [lines, end] = await exportAll(trail);
    expect([lines, end]).toEqual([500, expect.stringContaining('the trail is damaged')]);
    expect(lastEntry(directory)).toMatchObject({
      act: 'broken off',
      detail: { entries: 500, left_out: 1 },
    });
  });

  test('refuses evidence', async () => {
    const { directory, trail } = await fill(8);
    damage(directory, 5);
    await expect(trail.exportEvidence({ terms: [] }, systemActor).next()).rejects.toThrow(
      /the trail is damaged|no checkpoint of the trail holds/,
    );
  });

  test('is told of where the index is built anew over it', async () => {
    const { directory, trail } = await fill(8);
    damage(directory, 5);
    rmSync(indexPath(directory));
    await expect(trail.listEntries(query)).rejects.toThrow(
      /the journal cannot be followed.*the trail is damaged/,
    );
  });
});
