/** How a trail begins and goes on: after a crash, over segments, and never on files that somebody changed. */
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hashLine } from '../../../src/audit/chain.ts';
import { journalDirectory, listSegments, segmentPath } from '../../../src/audit/journal-files.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { decisionEvent, requestEvent } from '../../support/audit-samples.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  openNew,
  readEntries,
  readJournal,
} from '../../support/trail-directory.ts';
import { until } from '../../support/until.ts';

afterEach(cleanTrails);

function typesOf(directory: string): unknown[] {
  return readEntries(directory).map(({ type }) => type);
}

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

  test('never removes a segment that held sealed entries, whatever is left of it', async () => {
    const { directory, trail } = await openNew({ journalBytesMax: 4000 });
    for (let index = 0; index < 20; index += 1) await trail.record(decisionEvent());
    await trail.close();
    const last = segmentPath(directory, listSegments(directory).at(-1) ?? 1);
    truncateSync(last, 10);
    await expect(openIn(directory)).rejects.toThrow(/is damaged or was altered/);
    expect(statSync(last).size).toBe(10);
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

  test('does not start on entries that a newer version wrote, says so, and leaves them as they are', async () => {
    const { directory, trail } = await openNew();
    await trail.record(decisionEvent());
    await trail.close();
    const lines = readJournal(directory);
    const last = lines.at(-1) ?? '';
    const { seq } = JSON.parse(last) as { seq: number };
    const prev = hashLine(Buffer.from(last));
    const newer = `{"prev":"${prev}","seq":${seq + 1},"type":"novelty","v":2}\n`;
    appendFileSync(segmentPath(directory, 1), newer);
    await expect(openIn(directory)).rejects.toThrow(
      /00000001\.jsonl` holds entries of version 2, which a newer gateway wrote.*another directory/,
    );
    expect(readJournal(directory)).toEqual([...lines, newer.trimEnd()]);
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
