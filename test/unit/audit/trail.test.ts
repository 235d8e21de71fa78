import { singlesMax } from '../../../src/audit/flood.ts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { constants, readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { pbkdf2 } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { segmentPath } from '../../../src/audit/journal-files.ts';
import { nextTurn } from '../../../src/audit/turn.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import {
  answerTo,
  blockedBy,
  decisionEvent,
  deniedEvent,
  requestEvent,
  sampleActor,
} from '../../support/audit-samples.ts';
import { cleanTrails, openNew, readEntries } from '../../support/trail-directory.ts';

const derive = promisify(pbkdf2);

afterEach(cleanTrails);

describe('record()', () => {
  test('answers when the entry stands in the journal, and chains it', async () => {
    const { directory, trail } = await openNew();
    const request = requestEvent();
    const first = await trail.record(request);
    expect(readEntries(directory).at(-1)).toMatchObject({ id: first.id, seq: first.seq });
    const second = await trail.record(answerTo(request));
    expect(second.seq).toBe(first.seq + 1);
    expect(readEntries(directory).at(-1)).toMatchObject({ type: 'answered', request: first.seq });
    await trail.close();
    expect(verifyTrail({ directory })).toMatchObject({ verdict: 'intact', exchanges: 1, open: 0 });
  });

  test('keeps the order of the chain over many at once and over segments', async () => {
    const { directory, trail } = await openNew({ journalBytesMax: 50_000 });
    await Promise.all(
      Array.from({ length: 300 }, async () => {
        const request = requestEvent();
        await trail.record(request);
        await trail.record(answerTo(request));
      }),
    );
    await trail.close();
    const report = verifyTrail({ directory });
    expect(report).toMatchObject({ verdict: 'intact', exchanges: 300, open: 0, faults: [] });
    expect(report.segments).toBeGreaterThan(5);
  });

  test('lets the disk begin within a long turn, before all who come in it are there', async () => {
    const { directory, trail } = await openNew();
    await trail.record(decisionEvent());
    const sizeOf = (): number => statSync(segmentPath(directory, 1)).size;
    const before = sizeOf();
    const recorded: Promise<unknown>[] = [];
    // The turn lasts until the disk has written, or would go on for much longer than any write takes.
    for (const end = performance.now() + 20_000; sizeOf() === before && performance.now() < end;)
      if (recorded.length < 1000) recorded.push(trail.record(decisionEvent()));
    expect(sizeOf()).toBeGreaterThan(before);
    await Promise.all(recorded);
    await trail.close();
    expect(verifyTrail({ directory })).toMatchObject({ verdict: 'intact' });
  });

  test('does not take its own lines for those of another while it looks at the file', async () => {
    const { directory, trail } = await openNew();
    await trail.record(decisionEvent());
    // The look has to queue behind these, and a long turn comes before it gets its answer.
    const derived = Array.from({ length: 8 }, () => derive('', '', 400_000, 32, 'sha256'));
    await sleep(400);
    const sizeOf = (): number => statSync(segmentPath(directory, 1)).size;
    const before = sizeOf();
    const recorded: Promise<unknown>[] = [];
    for (const end = performance.now() + 200; sizeOf() === before && performance.now() < end;)
      if (recorded.length < 1000) recorded.push(trail.record(decisionEvent()));
    await Promise.all([...recorded, ...derived]);
    expect(trail.health()).toEqual({ writable: true });
    await trail.close();
    expect(verifyTrail({ directory })).toMatchObject({ verdict: 'intact' });
  });

  test('writes what waits before it wakes those whose entries are durable', async () => {
    const { trail } = await openNew();
    const first = trail.record(decisionEvent());
    // By then the first is on its way to the disk.
    await nextTurn();
    const second = trail.record(decisionEvent());
    expect(trail.queueDepth()).toBe(1);
    await first;
    expect(trail.queueDepth()).toBe(0);
    await second;
    await trail.close();
  });

  test('takes one terminal entry per exchange and no answer without a request', async () => {
    const { trail } = await openNew();
    const request = requestEvent();
    await expect(trail.record(answerTo(request))).rejects.toMatchObject({ code: 'internal' });
    await trail.record(request);
    await expect(trail.record(request)).rejects.toMatchObject({ code: 'internal' });
    await trail.record(answerTo(request));
    await expect(trail.record(answerTo(request))).rejects.toMatchObject({ code: 'internal' });
    const refused = answerTo(requestEvent(), { type: 'blocked', ruling: blockedBy('p', 'r') });
    await trail.record(refused);
    await expect(trail.record(refused)).rejects.toMatchObject({ code: 'internal' });
  });

  test('writes the first refused calls of a kind one by one and counts the flood behind them', async () => {
    const { directory, trail } = await openNew();
    const recorded = await Promise.all(
      Array.from({ length: 500 }, () => trail.record(deniedEvent())),
    );
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(singlesMax);
    await trail.record(deniedEvent({ cause: 'rate_limited', status: 429 }));
    await trail.record(deniedEvent({ actor: { ...sampleActor, address: '198.51.100.9' } }));
    await trail.close();
    const denied = readEntries(directory).filter(({ type }) => type === 'denied');
    const singles = Array.from({ length: singlesMax + 2 }, () => 1);
    expect(denied.map(({ count }) => count)).toEqual([...singles, 500 - singlesMax]);
    expect(denied.at(-1)).toMatchObject({ detail: { first: recorded.at(-1)?.id } });
  });

  test('lets addresses that are too many share one count', async () => {
    const { directory, trail } = await openNew();
    const from = (index: number): string => `10.${index >> 8}.${index & 255}.1`;
    await Promise.all(
      Array.from({ length: 10_500 }, (_, index) =>
        trail.record(deniedEvent({ actor: { ...sampleActor, key: '', address: from(index) } })),
      ),
    );
    await trail.close();
    const denied = readEntries(directory).filter(({ type }) => type === 'denied');
    const total = denied.reduce((sum, { count }) => sum + Number(count), 0);
    expect(total).toBe(10_500);
    expect(denied.length).toBeLessThan(10_010 + singlesMax);
  });
});

/** The flags that the kernel holds for each file below a directory that this process has open. */
function openFlags(directory: string): number[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      const [, flags = ''] =
        /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
      return path.startsWith(directory) ? [Number.parseInt(flags, 8)] : [];
    } catch {
      // The one that the directory was read with is closed by now.
      return [];
    }
  });
}

(process.platform === 'linux' ? describe : describe.skip)('on Linux', () => {
  test.each([
    ['fsync', constants.O_DSYNC],
    ['os', 0],
  ] as const)(
    'with `%s` journal and texts are written through or not',
    async (durability, flag) => {
      const { directory, trail } = await openNew({ durability });
      const raw = Buffer.from('hello');
      await trail.record(requestEvent({ contents: { received: { raw, redacted: () => raw } } }));
      const flags = ['journal', 'content'].flatMap((name) => openFlags(join(directory, name)));
      expect(flags.map((each) => each & constants.O_DSYNC)).toEqual([flag, flag]);
    },
  );
});
