/** Edits that leave each line, or all that vouches for lines, as it was: both verifiers find them, say the same and name the place. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { segmentPath } from '../../src/audit/journal-files.ts';
import { readMasterKeyFile } from '../../src/audit/master-key.ts';
import { exitStatus } from '../../src/audit/verify/report.ts';
import { verifyTrail } from '../../src/audit/verify.ts';
import { type Scene, createScene } from '../../tools/tampering/scene.ts';
import { type Forgery, addEntry, changeIndex, edit } from '../support/forgery.ts';
import { aloneFlags, hasPython, python } from '../support/python.ts';
import { root } from '../support/repository.ts';

const patienceMs = 300_000;
/** Two journal files, and more than a block of the index has. */
const many = 4200;
const hugeBytes = 3_000_000_000;
const verifier = join(root, 'tools', 'verify.py');

let scene: Scene;
let folder: string;

beforeAll(async () => {
  scene = await createScene(many, 8);
  folder = mkdtempSync(join(tmpdir(), 'edits-'));
}, patienceMs);
afterAll(() => {
  scene.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Said = { readonly status: number | null; readonly places: string };

function runPython(directory: string): Said {
  const said = spawnSync(python, [...aloneFlags, verifier, directory], { encoding: 'utf8' });
  return { status: said.status, places: said.stdout + said.stderr };
}

function judge(act: Forgery): readonly Said[] {
  const directory = join(folder, 'copy');
  rmSync(directory, { recursive: true, force: true });
  cpSync(scene.directory, directory, { recursive: true });
  const masterKey = readMasterKeyFile(join(directory, 'master.key'));
  act(directory);
  const report = verifyTrail({ directory, masterKey });
  const places = report.faults.map(({ place, detail }) => `${place}: ${detail}`).join('\n');
  const own = { status: exitStatus(report.verdict), places };
  return hasPython() ? [own, runPython(directory)] : [own];
}

function expectAll(said: readonly Said[], status: number, place: RegExp): void {
  for (const each of said) {
    expect(each).toMatchObject({ status, places: expect.stringMatching(place) });
    expect(each.places).not.toMatch(/Traceback|node:internal/);
  }
}

/** Takes the last lines of one file to the next or back: the lines, their order and their hashes stay. */
const moveBoundary =
  (from: number, to: number): Forgery =>
  (directory) => {
    const [one, other] = [1, 2].map((segment) =>
      readFileSync(segmentPath(directory, segment), 'latin1').split(/(?<=\n)/),
    );
    const all = [...(one ?? []), ...(other ?? [])];
    const at = (one?.length ?? 0) + to - from;
    writeFileSync(segmentPath(directory, 1), all.slice(0, at).join(''), 'latin1');
    writeFileSync(segmentPath(directory, 2), all.slice(at).join(''), 'latin1');
  };

const changeKeys =
  (sql: string): Forgery =>
  (directory) => {
    const database = new DatabaseSync(join(directory, 'keys.sqlite'));
    expect(database.prepare(sql).run().changes).toBeGreaterThan(0);
    database.close();
  };

const together =
  (...acts: readonly Forgery[]): Forgery =>
  (directory) => {
    for (const act of acts) act(directory);
  };

const hold = addEntry({ type: 'admin', act: 'hold', detail: { subject: 'somebody' } });
const firstKey = 'WHERE (id, version) = (SELECT id, version FROM keys LIMIT 1)';

describe('both verifiers find', () => {
  test.each<[string, number, Forgery, RegExp]>([
    ['nothing in a trail as it is', 0, () => undefined, /(?:)/],
    ['an entry moved on to the next file', 1, moveBoundary(1, 0), /journal\/00000002\.jsonl/],
    [
      'an entry moved back to the file before',
      1,
      moveBoundary(0, 1),
      /journal\/0000000[12]\.jsonl/,
    ],
    [
      'a tile that goes on without end',
      1,
      (directory) => truncateSync(join(directory, 'tile/0/002'), hugeBytes),
      /tile\/0\/002: /,
    ],
    [
      'a place in the index from which texts are read on',
      1,
      changeIndex('UPDATE text_mark SET offset = offset + 5'),
      /index\.sqlite: /,
    ],
    [
      'a key that is gone',
      2,
      changeKeys(`DELETE FROM keys ${firstKey}`),
      /keys\.sqlite: the key \S+ is missing/,
    ],
    [
      'a key that was cut',
      1,
      changeKeys(`UPDATE keys SET wrapped = x'00' ${firstKey}`),
      /keys\.sqlite: the row of the key \S+ was overwritten/,
    ],
    ['a hold whose row is gone', 1, hold, /keys\.sqlite: somebody is under legal hold/],
    [
      'an erasure under a hold',
      1,
      together(
        hold,
        addEntry({
          type: 'erasure',
          act: 'erased',
          id: '01ffffff-ffff-7fff-bfff-ffffffffffff',
          detail: { entries: 1, subject: 'somebody', through: 1 },
        }),
      ),
      /entry \d+.*: it destroyed what /,
    ],
  ])('%s', (_, status, act, place) => expectAll(judge(act), status, place), patienceMs);
});

describe('with the master key at hand the verifier names', () => {
  test.each<[string, Forgery]>([
    [
      'a key that was overwritten',
      changeKeys(`UPDATE keys SET wrapped = randomblob(60) ${firstKey}`),
    ],
    [
      'keys that changed places',
      changeKeys('UPDATE keys SET wrapped = (SELECT wrapped FROM keys LIMIT 1) WHERE true'),
    ],
  ])('%s', (_, act) => {
    expectAll(
      judge(act).slice(0, 1),
      1,
      /keys\.sqlite: the row of the key \S+ was overwritten: put/,
    );
  });
});

describe('Python verifies each log', () => {
  test.each<[string, string, Forgery | undefined, string | undefined]>([
    [
      'of workers, the same one once more',
      'workers/1',
      undefined,
      'journal: it is the log of log 0',
    ],
    [
      'of workers, one of which was changed',
      'workers/2',
      edit('checkpoint', (text) => `${text}x`),
      'checkpoint: ',
    ],
    ['in a store', 'other', undefined, undefined],
  ])('%s', (_, name, act, altered) => {
    if (!hasPython()) return;
    const top = mkdtempSync(join(folder, 'logs-'));
    const golden = join(root, 'test/golden/audit/v1');
    cpSync(golden, name.startsWith('workers') ? top : join(top, 'first'), { recursive: true });
    cpSync(golden, join(top, name), { recursive: true });
    act?.(join(top, name));
    const said = runPython(top);
    expect(said.status).toBe(altered === undefined ? 0 : 1);
    expect(said.places.match(/45 entries/g)).toHaveLength(2);
    if (altered !== undefined) expect(said.places).toContain(`altered: ${name}: ${altered}`);
  });
});
