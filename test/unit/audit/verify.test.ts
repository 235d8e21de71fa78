import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSegments, segmentPath } from '../../../src/audit/journal-files.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { findScope } from '../../../src/audit/verify/scope.ts';
import { threadBytesMin } from '../../../src/audit/verify/tree-thread.ts';
import { seedTrail } from '../../../tools/seed/seed.ts';

const directory = mkdtempSync(join(tmpdir(), 'verify-'));
const untilMs = Date.parse('2026-05-04T18:00:00Z');
const lastDayUs = (untilMs - 43_200_000) * 1000;

/** Large enough to be checked on two threads, and in several files. */
beforeAll(async () => {
  await seedTrail({
    directory,
    entries: 22_000,
    seed: 7,
    untilMs,
    content: false,
    index: false,
    journalBytesMax: 4_000_000,
  });
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Changes one byte of a file for as long as `look` takes. */
function withFlip<Result>(path: string, at: number, look: () => Result): Result {
  const before = readFileSync(path);
  const changed = Buffer.from(before);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  writeFileSync(path, changed);
  try {
    return look();
  } finally {
    writeFileSync(path, before);
  }
}

describe('verifyTrail() on a long trail', () => {
  test('finds it intact and says what was read', () => {
    expect(findScope(directory).bytes).toBeGreaterThan(threadBytesMin);
    const report = verifyTrail({ directory });
    expect(report).toMatchObject({ verdict: 'intact', begin: 0, faults: [], open: 0 });
    expect(report.entries).toBe(report.sealed);
    expect(report.exchanges).toBeGreaterThan(8000);
  });

  test('finds a byte that was changed in a tile, and in a line by all that vouches for it', () => {
    const tile = withFlip(join(directory, 'tile/0/003'), 100, () => verifyTrail({ directory }));
    expect(tile.faults).toEqual([expect.objectContaining({ place: 'tile/0/003' })]);
    const [first = 1] = listSegments(directory);
    const line = withFlip(segmentPath(directory, first), 2_000_000, () =>
      verifyTrail({ directory }),
    );
    expect(line.faults.map(({ place }) => place)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^journal\/00000001\.jsonl at byte \d+$/),
        'checkpoint',
        expect.stringMatching(/^tile\/0\/0\d\d$/),
      ]),
    );
  });

  test('since a time reads only what was written from then on, under the same root', () => {
    const whole = verifyTrail({ directory });
    const since = verifyTrail({ directory, sinceUs: lastDayUs });
    expect(since).toMatchObject({ verdict: 'intact', faults: [], root: whole.root });
    expect(since.begin + since.entries).toBe(whole.entries);
    expect(since.begin).toBeGreaterThan(whole.entries / 2);
    expect(since.notes.join()).toContain(`entries before ${since.begin}`);
  });

  test('since a time finds a changed byte in what it reads, and in the hashes of what it does not', () => {
    const last = listSegments(directory).at(-1) ?? 1;
    const line = withFlip(segmentPath(directory, last), 5000, () =>
      verifyTrail({ directory, sinceUs: lastDayUs }),
    );
    expect(line.verdict).toBe('altered');
    const tile = withFlip(join(directory, 'tile/0/003'), 100, () =>
      verifyTrail({ directory, sinceUs: lastDayUs }),
    );
    expect(tile.verdict).toBe('altered');
  });

  test('since a time before the first entry, or without tiles, reads all', () => {
    expect(verifyTrail({ directory, sinceUs: 0 }).begin).toBe(0);
    const tile = join(directory, 'tile/0/000');
    const bytes = readFileSync(tile);
    rmSync(tile);
    expect(findScope(directory, lastDayUs).begin.seq).toBe(0);
    writeFileSync(tile, bytes);
  });
});
