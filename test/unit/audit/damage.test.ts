/** A journal that was damaged under a trail that is open: what is asked of it says so, and no export of it looks whole. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { indexPath } from '../../../src/audit/index-sqlite.ts';
import { segmentPath } from '../../../src/audit/journal-files.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import { answerTo, decisionEvent, requestEvent } from '../../support/audit-samples.ts';
import { cleanTrails, openNew, readJournal, spoilLine } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const query = readListQuery(new URLSearchParams('type=decision&limit=200'), Date.now());
const everything = { filter: { terms: [] }, format: 'jsonl' } as const;

/** The line with this number says something else from here on, and is an entry all the same. */
function alter(directory: string, seq: number, to: (line: string) => string): void {
  const path = segmentPath(directory, 1);
  const lines = readFileSync(path, 'latin1').split('\n');
  lines[seq] = to(lines[seq] ?? '');
  writeFileSync(path, lines.join('\n'), 'latin1');
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

const plainId = '00000000-0000-7000-8000-000000000000';

describe('an entry that is asked for by its id', () => {
  const hidden = (first: number, place: string): RegExp =>
    new RegExp(
      `^entry \`[0-9a-f-]{36}\` cannot be read, and may be in a damaged place of the log test, which is that of ${place.replace('N', String(first))}.*audit verify`,
    );

  test('is said to be in a damaged place, by file and line, where its line cannot be read', async () => {
    const { directory, trail, ids } = await fill(8);
    spoilLine(directory, 5);
    const lost = ids.find(({ seq }) => seq === 5)?.id ?? '';
    const told = hidden(5, 'entry N \\(journal/00000001.jsonl, line 6\\)');
    for (const ask of [trail.findEntry, trail.readContent, trail.readReview, trail.proveEntry])
      await expect(ask(lost)).rejects.toMatchObject({
        ...{ code: 'not_ready', message: expect.stringMatching(told) },
      });
    spoilLine(directory, 6);
    await expect(trail.findEntry(lost)).rejects.toThrow(hidden(5, 'entries N to 6'));
  });

  test('is not there where its neighbours are whole, whatever else is damaged', async () => {
    const { directory, trail, ids } = await fill(8);
    spoilLine(directory, 5);
    const between = (ids.find(({ seq }) => seq === 3)?.id ?? '').slice(0, -12);
    for (const id of [plainId, `${between}000000000000`, 'no id at all', 'ffffffff-x'])
      await expect(trail.findEntry(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not given out where its line was altered, whose neighbours are', async () => {
    const { directory, trail, ids } = await fill(8);
    alter(directory, 5, (line) => line.replace('"model":"gpt-4o"', '"model":"gpt-4p"'));
    const lost = ids.find(({ seq }) => seq === 5)?.id ?? '';
    await expect(trail.findEntry(lost)).rejects.toThrow(hidden(5, 'entry N'));
    for (const { id, seq } of ids.filter((each) => each.seq !== 5))
      expect((await trail.findEntry(id)).seq).toBe(seq);
    expect((await trail.listEntries(query)).partial).toMatch(/^1 entry .* number 5:/);
    expect(await exportAll(trail)).toEqual([0, expect.stringContaining('the trail is damaged')]);
  });

  test.each(['00', 'ff'])(
    'is not given out where its id was altered to %s…, and its neighbours are found',
    async (digits) => {
      const { directory, trail, ids } = await fill(8);
      alter(directory, 5, (line) => line.replace(/"id":"01/, `"id":"${digits}`));
      const lost = ids.find(({ seq }) => seq === 5)?.id ?? '';
      await expect(trail.findEntry(lost)).rejects.toThrow(hidden(5, 'entry N'));
      for (const { id, seq } of ids.filter((each) => each.seq !== 5))
        expect((await trail.findEntry(id)).seq).toBe(seq);
    },
  );

  test('is told of where the link of the line behind it was altered, and of no other', async () => {
    const { directory, trail, ids } = await fill(8);
    alter(directory, 5, (line) => line.replace(/"prev":"[0-9a-f]{4}/, '"prev":"0000'));
    for (const { id, seq } of ids.filter((each) => each.seq !== 5))
      expect((await trail.findEntry(id)).seq).toBe(seq);
  });

  test('is told of where the file is away', async () => {
    const { directory, trail, ids } = await fill(8);
    rmSync(segmentPath(directory, 1));
    const lost = ids.at(0)?.id ?? '';
    await expect(trail.findEntry(lost)).rejects.toThrow(/journal\/00000001.jsonl is away/);
  });
});

test('a word of somebody who is erased stays nowhere, though the entry that had it cannot be read', async () => {
  const { directory, trail } = await openNew({ durability: 'os' });
  const raw = Buffer.from('a walrus');
  const contents = { received: { raw, redacted: () => raw } };
  const { seq } = await trail.record(decisionEvent({ contents }));
  const walruses = readListQuery(new URLSearchParams('q=walrus'), Date.now());
  expect((await trail.listEntries(walruses)).answer.entries.length).toBe(1);
  spoilLine(directory, seq);
  expect((await trail.listEntries(walruses)).partial).toMatch(/^1 entry cannot be read/);
  await trail.eraseSubject({ subject: decisionEvent().actor.subject }, systemActor);
  expect(await trail.listEntries(walruses)).toMatchObject({ answer: { entries: [] }, behind: 0 });
  expect((await trail.listEntries(walruses)).partial).toBeUndefined();
});

describe('an exchange', () => {
  test('says which of its entries cannot be read, and that none can', async () => {
    const { directory, trail } = await openNew({ durability: 'os' });
    const asked = requestEvent();
    const { exchange } = asked;
    const { seq: request } = await trail.record(asked);
    const { seq: end } = await trail.record(answerTo(asked));
    expect((await trail.readExchange(exchange)).entries.length).toBe(2);
    spoilLine(directory, end);
    expect(await trail.readExchange(exchange)).toEqual({
      entries: [expect.objectContaining({ seq: request })],
      partial: expect.stringMatching(`^1 entry cannot be read in the log test.*number ${end}:`),
    });
    spoilLine(directory, request);
    await expect(trail.readExchange(exchange)).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringMatching(/^exchange `.*`: 2 entries cannot be read/),
    });
  });
});

describe('a line that cannot be read', () => {
  test('is told of by a list, which has the others', async () => {
    const { directory, trail, ids } = await fill(8);
    spoilLine(directory, 5);
    const { answer, partial } = await trail.listEntries(query);
    expect(answer.entries.length).toBe(7);
    expect(partial).toMatch(/^1 entry cannot be read in the log test, the first of them number 5:/);
    for (const { id, seq } of ids.filter((each) => each.seq !== 5))
      expect((await trail.findEntry(id)).seq).toBe(seq);
  });

  test('refuses an export before its first byte, and the entry of its end says so', async () => {
    const { directory, trail } = await fill(8);
    spoilLine(directory, 5);
    const [lines, end] = await exportAll(trail);
    expect([lines, end]).toEqual([0, expect.stringMatching(/the trail is damaged.*audit export/)]);
    expect(lastEntry(directory)).toMatchObject({
      act: 'broken off',
      detail: { entries: 0, left_out: 1, partial: expect.stringContaining('number 5') },
    });
  });

  test('breaks off an export that has begun, whose end says how far it got', async () => {
    const { directory, trail } = await fill(620);
    spoilLine(directory, 600);
    const [lines, end] = await exportAll(trail);
    expect([lines, end]).toEqual([500, expect.stringContaining('the trail is damaged')]);
    expect(lastEntry(directory)).toMatchObject({
      act: 'broken off',
      detail: { entries: 500, left_out: 1 },
    });
  });

  test('refuses evidence', async () => {
    const { directory, trail } = await fill(8);
    spoilLine(directory, 5);
    await expect(trail.exportEvidence({ terms: [] }, systemActor).next()).rejects.toThrow(
      /the trail is damaged|no checkpoint of the trail holds/,
    );
  });

  test('is told of where the index is built anew over it', async () => {
    const { directory, trail } = await fill(8);
    spoilLine(directory, 5);
    rmSync(indexPath(directory));
    await expect(trail.listEntries(query)).rejects.toThrow(
      /the journal cannot be followed.*the trail is damaged/,
    );
  });
});
