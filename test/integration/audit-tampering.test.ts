import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { indexPath } from '../../src/audit/index-sqlite.ts';
import { verifyTrail } from '../../src/audit/verify.ts';
import { createLot } from '../../tools/seed/lot.ts';
import { editKinds } from '../../tools/tampering/edits.ts';
import { type Scene, createScene, indexFiles, withFiles } from '../../tools/tampering/scene.ts';
import { findMisses, verifyBoth } from '../../tools/tampering/verdicts.ts';
import { seedOf } from '../support/draws.ts';
import { hasPython, python } from '../support/python.ts';

/** The whole of it, 1,000 edits, is `npm run tampering`. */
const editsPerKind = 2;
/** Enough for a full block of the index and an open one, and for two segments. */
const entries = 4500;
const seed = seedOf(20_260_131);
const interpreter = hasPython() ? python : undefined;

let scene: Scene;
beforeAll(async () => {
  scene = await createScene(entries, seed);
});
afterAll(() => scene.remove());

describe('verification', () => {
  test('passes an untouched trail', async () => {
    const { report, python: second } = await verifyBoth(scene, interpreter);
    expect(report).toMatchObject({ verdict: 'intact', faults: [], open: 0 });
    expect(report.entries).toBeGreaterThan(entries * 0.99);
    expect(report.checkpoints).toBeGreaterThan(3);
    expect(second?.status ?? 0).toBe(0);
  });

  test.each(Object.keys(editKinds))('finds each edit and names its place: %s', async (kind) => {
    const lot = createLot(seed);
    const make = editKinds[kind];
    if (make === undefined) throw new Error('no such kind');
    for (let count = 0; count < editsPerKind; count += 1) {
      const edit = make(scene.directory, lot);
      const verdicts = await withFiles(edit.paths, edit.act, () => verifyBoth(scene, interpreter));
      expect([edit.what, findMisses(edit, verdicts)]).toEqual([edit.what, []]);
    }
  });

  test('finds a tail that was cut with all that tells of it by the witness alone', async () => {
    const make = editKinds['tail cut with its checkpoints'];
    const edit = make?.(scene.directory, createLot(seed));
    if (edit === undefined) throw new Error('no such kind');
    const { directory } = scene;
    const faults = await withFiles(edit.paths, edit.act, () =>
      Promise.resolve(verifyTrail({ directory }).faults),
    );
    // Exchanges that the cut left open show, as after a crash; nothing shows that there was more.
    expect(faults.filter(({ verdict }) => verdict === 'altered')).toEqual([]);
  });

  test('takes an index without a table, as a full disk leaves it, for none', async () => {
    const paths = indexFiles(scene.directory);
    const begin = (): void => {
      for (const path of paths) rmSync(path, { force: true });
      const database = new DatabaseSync(indexPath(scene.directory));
      database.exec('PRAGMA journal_mode = WAL');
      database.close();
    };
    const { report, python: second } = await withFiles(paths, begin, () =>
      verifyBoth(scene, interpreter),
    );
    expect([report.verdict, report.notes.join()]).toEqual([
      'intact',
      expect.stringContaining('index is empty'),
    ]);
    expect(second?.status ?? 0).toBe(0);
  });

  test('passes the trail again when all was put back', async () => {
    const { report } = await verifyBoth(scene, undefined);
    expect(report.verdict).toBe('intact');
  });
});
