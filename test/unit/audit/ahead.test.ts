/** What is written ahead of the journal: found again where it is whole, and never written over while it is needed. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { cpSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aheadPath, halfBytes } from '../../../src/audit/ahead-file.ts';
import {
  readRecord,
  recordHeadBytes,
  sealRecord,
  spanOf,
} from '../../../src/audit/ahead-record.ts';
import { Ahead } from '../../../src/audit/ahead.ts';
import { segmentPath } from '../../../src/audit/journal-files.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { createRandom } from '../../faults/random.ts';
import { answerTo, requestEvent } from '../../support/audit-samples.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  openNew,
  readJournal,
} from '../../support/trail-directory.ts';
import type { Opened } from '../../support/trail-directory.ts';

/** Nothing is sealed, so the files themselves are never synced. */
const sealIntervalMs = 86_400_000;

afterEach(cleanTrails);

function content(text: string): { readonly raw: Buffer; readonly redacted: () => Buffer } {
  const raw = Buffer.from(text);
  return { raw, redacted: () => raw };
}

async function work({ trail }: Opened, exchanges: number, text = 'hello'): Promise<void> {
  await Promise.all(
    Array.from({ length: exchanges }, async (_, index) => {
      const request = requestEvent({ contents: { received: content(`${text} ${index}`) } });
      await trail.record(request);
      await trail.record(
        answerTo(request, { contents: { returned: content(`${index} ${text}`) } }),
      );
    }),
  );
}

/** The directory as a process leaves it that dies right now. */
function leave(directory: string): string {
  const left = newDirectory();
  cpSync(directory, left, { recursive: true, filter: (path) => !path.endsWith('/lock') });
  return left;
}

function contentFiles(directory: string): readonly string[] {
  return readdirSync(join(directory, 'content')).map((name) => join(directory, 'content', name));
}

describe('a record that is written ahead', () => {
  const lines = Buffer.from('{"a":1}\n{"b":2}\n');
  const slot = { generation: 7, base: 6, index: 3, segment: 2, offset: 12_345_678_901 };
  const texts = { day: 20_260_131, number: 9999, offset: 17, bytes: Buffer.from('noise') };
  const write = (): Buffer => {
    const record = Buffer.concat([Buffer.alloc(recordHeadBytes), lines]);
    sealRecord(record, slot, texts);
    return Buffer.concat([record, texts.bytes]);
  };

  test('is read back as it was', () => {
    expect(readRecord(write(), 0)).toEqual({ ...slot, lines, texts });
  });

  test('is none where a byte of it is missing or another one', () => {
    const whole = write();
    for (let at = 0; at < whole.length; at += 1) {
      expect(readRecord(whole.subarray(0, at), 0)).toBeUndefined();
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(readRecord(changed, 0)).toBeUndefined();
    }
  });
});

describe('the room that is written ahead to', () => {
  test('is not given out again before what stood there is settled', async () => {
    const ahead = await Ahead.open(newDirectory());
    const random = createRandom(11);
    let held: { readonly at: number; readonly span: number }[] = [];
    let settling: { readonly settled: () => void; readonly covers: typeof held } | undefined;
    for (let step = 0; step < 30_000; step += 1) {
      const chance = random();
      if (chance < 0.001) {
        await ahead.forget();
        held = [];
        settling = undefined;
      } else if (chance < 0.01 && settling === undefined) {
        const settled = ahead.part();
        if (settled === undefined) expect(held).toEqual([]);
        else settling = { settled, covers: held };
      } else if (chance < 0.02 && settling !== undefined) {
        const { settled, covers } = settling;
        settled();
        held = held.filter((each) => !covers.includes(each));
        settling = undefined;
      } else {
        const bytes = Math.ceil(random() * 40_000);
        const slot = ahead.reserve(bytes);
        if (slot === undefined) continue;
        const span = spanOf(bytes);
        expect(Math.floor(slot.at / halfBytes)).toBe(Math.floor((slot.at + span - 1) / halfBytes));
        for (const each of held)
          expect(slot.at + span <= each.at || each.at + each.span <= slot.at).toBe(true);
        held.push({ at: slot.at, span });
      }
    }
    await ahead.close();
  });
});

describe('a start after a crash', () => {
  test('brings home entries and texts that were told as durable and are not in their files', async () => {
    const opened = await openNew({ sealIntervalMs });
    await work(opened, 40);
    const left = leave(opened.directory);
    const whole = readJournal(left);
    const path = segmentPath(left, 1);
    const texts = contentFiles(left).map((file) => readFileSync(file));
    // A page that was not written and is zero, and an end that is missing.
    const journal = readFileSync(path);
    journal.fill(0, Math.floor(journal.length / 2), Math.floor(journal.length * 0.6));
    writeFileSync(path, journal.subarray(0, Math.floor(journal.length * 0.8)));
    for (const file of contentFiles(left)) truncateSync(file, Math.floor(statSync(file).size / 2));
    const alarms: string[] = [];
    const { trail } = await openIn(left, { onAlarm: (message) => alarms.push(message) });
    expect(readJournal(left).slice(0, whole.length)).toEqual(whole);
    expect(contentFiles(left).map((file) => readFileSync(file))).toEqual(texts);
    expect(alarms).toContainEqual(expect.stringMatching(/stood ahead/));
    await trail.close();
    expect(verifyTrail({ directory: left })).toMatchObject({ verdict: 'intact', open: 0 });
  });

  test('refuses a journal whose last entries were changed meanwhile', async () => {
    const opened = await openNew({ sealIntervalMs });
    await work(opened, 3);
    const left = leave(opened.directory);
    const path = segmentPath(left, 1);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/"bytes_in":2000(?!.*"bytes_in")/s, '"bytes_in":2001'),
    );
    await expect(openIn(left)).rejects.toThrow(/00000001\.jsonl.*does not fit/);
  });

  test('after the file was gone through many times brings home what is newest', async () => {
    const opened = await openNew({ journalBytesMax: 1_000_000, contentBytesMax: 2_000_000 });
    for (let round = 0; round < 8; round += 1) await work(opened, 400, 'many words '.repeat(200));
    const left = leave(opened.directory);
    const whole = readJournal(left);
    await openIn(left);
    expect(readJournal(left).slice(0, whole.length)).toEqual(whole);
    await opened.trail.close();
    expect(verifyTrail({ directory: opened.directory })).toMatchObject({ verdict: 'intact' });
  });
});

describe('a trail that was closed', () => {
  test('leaves nothing to bring home', async () => {
    const { directory, trail } = await openNew();
    await work({ directory, trail }, 5);
    await trail.close();
    const bytes = readFileSync(aheadPath(directory));
    expect([0, halfBytes].map((at) => readRecord(bytes, at))).toEqual([undefined, undefined]);
  });
});
