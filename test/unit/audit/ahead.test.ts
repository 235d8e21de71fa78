/** What is written ahead of the journal: found again where it is whole, and never written over while it is needed. */
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aheadPath, halfBytes } from '../../../src/audit/ahead-file.ts';
import {
  readRecord,
  recordHeadBytes,
  sealRecord,
  spanOf,
} from '../../../src/audit/ahead-record.ts';
import { Ahead } from '../../../src/audit/ahead.ts';
import { Batch } from '../../../src/audit/batch.ts';
import { firstLink } from '../../../src/audit/chain.ts';
import type { Companion, Texts } from '../../../src/audit/journal-options.ts';
import { LiveSegment } from '../../../src/audit/live-segment.ts';
import { Press } from '../../../src/audit/press.ts';
import { createScribe } from '../../../src/audit/scribe.ts';
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
    for (let step = 0; step < 10_000; step += 1) {
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
        const end = slot.at + span;
        expect(held.some(({ at, span: length }) => slot.at < at + length && at < end)).toBe(false);
        held.push({ at: slot.at, span });
      }
    }
    await ahead.close();
  });
});

describe('sync()', () => {
  test('waits for the texts of a batch whose record it lets go', async () => {
    const directory = newDirectory();
    mkdirSync(join(directory, 'journal'));
    const done: string[] = [];
    const run = { day: 20_260_131, number: 1, offset: 0, from: 0, to: 10 };
    const texts: Texts = { room: Buffer.from(new SharedArrayBuffer(10)), runs: [run] };
    const companion: Companion = {
      take: () => texts,
      store: async () => {
        await sleep(200);
        done.push('stored');
      },
      reuse: () => undefined,
      sync: () => Promise.resolve(void done.push('synced')),
      reset: () => Promise.resolve(),
    };
    const press = new Press();
    const onAlarm = (message: string): void => void done.push(message);
    const file = new LiveSegment({ directory, durability: 'fsync', companion, onAlarm }, press);
    await file.open({ segment: 1, offset: 0 });
    await file.writeAhead();
    const { toLine } = createScribe('test', undefined).draft('heartbeat', {});
    const appended = file.append(Batch.of([toLine], 0), firstLink.prev);
    await file.sync();
    expect(done).toEqual(['stored', 'synced']);
    await appended;
    await file.conclude();
    await press.close();
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
    const small = { journalBytesMax: 1_000_000, contentBytesMax: 2_000_000 };
    const opened = await openNew({ ...small, sealIntervalMs });
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
