import { singlesMax } from '../../../src/audit/flood.ts';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { journalDirectory, segmentPath } from '../../../src/audit/journal-files.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import {
  answerTo,
  blockedBy,
  decisionEvent,
  deniedEvent,
  requestEvent,
  sampleActor,
} from '../../support/audit-samples.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  openNew,
  readEntries,
  readJournal,
} from '../../support/trail-directory.ts';

afterEach(cleanTrails);

function typesOf(directory: string): unknown[] {
  return readEntries(directory).map(({ type }) => type);
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 5000; !condition() && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(condition()).toBe(true);
}

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

describe('openTrail()', () => {
  test('refuses a directory that another trail writes', async () => {
    const { directory } = await openNew();
    await expect(openIn(directory)).rejects.toMatchObject({ code: 'audit_unavailable' });
  });

  test('goes on where the last run ended', async () => {
    const { directory, trail } = await openNew();
    await trail.record(decisionEvent());
    await trail.close();
    const again = await openIn(directory);
    await again.trail.record(decisionEvent());
    await again.trail.close();
    expect(typesOf(directory)).toEqual([
      'heartbeat',
      'key',
      'decision',
      'heartbeat',
      'heartbeat',
      'decision',
      'heartbeat',
    ]);
    expect(verifyTrail({ directory }).verdict).toBe('intact');
  });

  test('ends what a crash left open and cuts off a torn line', async () => {
    const { directory, trail } = await openNew();
    const request = requestEvent();
    await trail.record(request);
    const lines = readJournal(directory);
    const crashed = newDirectory();
    mkdirSync(journalDirectory(crashed));
    writeFileSync(segmentPath(crashed, 1), `${lines.join('\n')}\n{"actor":{"addr`);
    await (await openIn(crashed)).trail.close();
    const entries = readEntries(crashed);
    expect(entries.map(({ type }) => type)).toEqual([
      'heartbeat',
      'key',
      'request',
      'gap',
      'recovered',
      'heartbeat',
      'key',
      'heartbeat',
    ]);
    expect(entries[4]).toMatchObject({
      exchange: request.exchange,
      request: 2,
      outcome: { delivered: 'unknown', ended_by: 'gateway' },
    });
    expect(verifyTrail({ directory: crashed })).toMatchObject({ verdict: 'intact', open: 0 });
  });

  test('finds exchanges that were open before the last segment was begun', async () => {
    const { directory, trail } = await openNew({ journalBytesMax: 4000 });
    const request = requestEvent();
    await trail.record(request);
    for (let index = 0; index < 20; index += 1) await trail.record(decisionEvent());
    const copy = newDirectory();
    mkdirSync(journalDirectory(copy));
    const lines = readJournal(directory);
    let written = '';
    let segment = 1;
    for (const line of lines) {
      if (line.includes('"cause":"rotated"')) {
        writeFileSync(segmentPath(copy, segment), written);
        written = '';
        segment += 1;
      }
      written += `${line}\n`;
    }
    writeFileSync(segmentPath(copy, segment), written);
    await (await openIn(copy)).trail.close();
    const recovered = readEntries(copy).filter(({ type }) => type === 'recovered');
    expect(recovered).toMatchObject([{ exchange: request.exchange, request: 2 }]);
    expect(verifyTrail({ directory: copy })).toMatchObject({ verdict: 'intact', open: 0 });
  });

  test('does not start on a journal that was changed', async () => {
    const { directory, trail } = await openNew();
    await trail.record(decisionEvent());
    await trail.close();
    const lines = readJournal(directory);
    writeFileSync(
      segmentPath(directory, 1),
      `${lines.join('\n')}\n`.replace('"bytes_in":100', '"bytes_in":101'),
    );
    await expect(openIn(directory)).rejects.toMatchObject({ code: 'audit_unavailable' });
    const report = verifyTrail({ directory });
    expect(report.verdict).toBe('altered');
    expect(report.faults[0]).toMatchObject({ seq: 2 });
  });
});

describe('a foreign hand on the live journal', () => {
  const hands: readonly [string, (path: string) => void][] = [
    ['deletes it', (path) => rmSync(path)],
    ['cuts it', (path) => truncateSync(path, 10)],
    ['renames it', (path) => renameSync(path, `${path}.1`)],
    ['appends to it', (path) => appendFileSync(path, 'x')],
    ['changes its permissions', (path) => chmodSync(path, 0o666)],
    [
      'replaces it',
      (path) => {
        renameSync(path, `${path}.1`);
        writeFileSync(path, '');
      },
    ],
  ];
  test.each(hands)('%s: the trail stops and says so', async (_, act) => {
    const alarms: string[] = [];
    const { directory, trail } = await openNew({ onAlarm: (message) => alarms.push(message) });
    await trail.record(decisionEvent());
    act(segmentPath(directory, 1));
    await until(() => !trail.health().writable);
    await expect(trail.record(decisionEvent())).rejects.toMatchObject({
      code: 'audit_unavailable',
      headers: { 'retry-after': '1' },
    });
    expect(alarms).toContain('the audit trail cannot be written');
  });
});
