/** What the command line does to a trail stands in that trail: how an export ended, and what a reviewer said. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdExport } from '../../../src/audit/export/under-way.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';
import { openTrail } from '../../../src/audit/trail.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import { workerLogDirectory } from '../../../src/audit/worker-logs.ts';
import { main } from '../../../src/cli/main.ts';
import { decisionEvent } from '../../support/audit-samples.ts';
import { goldenMasterKey, goldenTrail } from '../../support/audit-vectors.ts';
import { root } from '../../support/repository.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  openNew,
  readEntries,
} from '../../support/trail-directory.ts';

let folder: string;
let copy: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-acts-'));
  copy = join(folder, 'audit');
  cpSync(goldenTrail, copy, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const environment = { GATEWAY_MASTER_KEY: Buffer.from(goldenMasterKey).toString('base64') };

async function run(args: readonly string[], onOut = (_: string): void => undefined) {
  let out = '';
  let error = '';
  const status = await main(['audit', ...args, '--dir', copy], {
    out: (text) => {
      onOut(text);
      out += text;
    },
    error: (text) => (error += text),
    environment,
    cwd: root,
    terminal: false,
  });
  return { status, out, error };
}

/** What the command wrote: the trail has acts of its own. */
const written = () => readEntries(copy).slice(readEntries(goldenTrail).length);
const exportsOf = () => written().filter(({ type }) => type === 'export');
const decisions = () => readEntries(copy).filter(({ type }) => type === 'decision');

describe('governance audit export', () => {
  test.each(['jsonl', 'bundle'])(
    'tells in the trail how it ended, and with how many: %s',
    async (kind) => {
      const out = join(folder, 'evidence');
      const more = kind === 'bundle' ? ['--out', out] : [];
      const { status } = await run(['export', '--query', 'type:decision', ...more]);
      expect([status, existsSync(out)]).toEqual([0, kind === 'bundle']);
      const entries = decisions().length;
      expect(entries).toBeGreaterThan(0);
      const [begun, ended, ...others] = exportsOf();
      expect([begun, ended, others]).toMatchObject([
        { act: 'begun', detail: { query: 'type:decision', by: 'command line' } },
        { act: 'finished', detail: { begun: begun?.['id'], entries, by: 'command line' } },
        [],
      ]);
      expect(verifyTrail({ directory: copy })).toMatchObject({ verdict: 'intact' });
    },
  );

  test('tells that it was broken off, and where', async () => {
    let lines = 0;
    const { status, error } = await run(['export', '--query', 'type:decision'], (text) => {
      if (text !== '' && (lines += 1) === 2) throw new Error('the pipe is gone');
    });
    expect([status, error]).toEqual([1, 'the pipe is gone\n']);
    expect(exportsOf()).toMatchObject([
      { act: 'begun' },
      { act: 'broken off', detail: { entries: 1 } },
    ]);
  });

  test('has its end told by a start after it, where a gateway took the trail meanwhile', async () => {
    const open = () => openTrail({ directory: copy, origin: 'golden', masterKey: goldenMasterKey });
    let trail: ReturnType<typeof open> | undefined;
    const { status, error } = await run(['export', '--query', 'type:decision'], () => {
      trail ??= open();
    });
    expect([status, error]).toEqual([
      0,
      expect.stringContaining(
        'the next start of the gateway records the end of this export: a gateway writes this trail',
      ),
    ]);
    await (await trail)?.close();
    await (await open()).close();
    const entries = decisions().length;
    const begun = String(exportsOf()[0]?.['id']);
    expect(exportsOf().slice(1)).toMatchObject([{ act: 'finished', detail: { begun, entries } }]);
    expect(verifyTrail({ directory: copy })).toMatchObject({ verdict: 'intact' });
  });
});

describe('an export that is killed', () => {
  test('is told to have broken off by the next start, which does not know how far it came', async () => {
    const { directory, trail } = await openNew();
    const asked = { filter: { terms: [] }, format: 'jsonl' } as const;
    const pieces = trail.exportEntries(asked, systemActor);
    await pieces.next();
    // What a process leaves that dies now.
    const left = newDirectory();
    cpSync(directory, left, { recursive: true });
    await pieces.return(undefined);
    const exportsThere = () => readEntries(left).filter(({ type }) => type === 'export');
    const [begun] = exportsThere();
    const letGo = holdExport(left, String(begun?.['id']));
    await (await openIn(left)).trail.close();
    // One that goes on is left alone.
    expect(exportsThere()).toEqual([begun]);
    letGo();
    await (await openIn(left)).trail.close();
    await (await openIn(left)).trail.close();
    const [, ...ends] = exportsThere();
    expect(ends).toMatchObject([
      { act: 'broken off', detail: { begun: begun?.['id'] }, reason: expect.any(String) },
    ]);
    expect(ends[0]?.['detail']).not.toHaveProperty('entries');
    expect(verifyTrail({ directory: left })).toMatchObject({ verdict: 'intact' });
    await cleanTrails();
  });
});

describe('governance audit review', () => {
  test('says what was said last, and changes what it is told to', async () => {
    const id = String(decisions()[0]?.['id']);
    expect(await run(['review', id])).toMatchObject({ status: 0, out: 'none, revision 0\n' });
    const first = await run(['review', id, '--status', 'confirmed', '--tags', 'a b, c']);
    expect(first).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^confirmed, tagged a b, c, revision 1; entry \S+ says so\n$/),
    });
    const second = await run([
      'review',
      id,
      '--assignee',
      'ada',
      '--note',
      'why',
      '--revision',
      '1',
    ]);
    expect(second.out).toContain('confirmed, for ada, tagged a b, c, revision 2; entry');
    const said = { status: 0, out: 'confirmed, for ada, tagged a b, c, revision 2\n' };
    for (const given of [id, id.toUpperCase()])
      expect(await run(['review', given])).toMatchObject(said);
    for (const odd of [
      ['--assignee', 'a\u001b[2J'],
      ['--tags', 'a,b\nc'],
    ])
      expect(await run(['review', id, ...odd])).toMatchObject({
        ...{ status: 2, out: '' },
        error: expect.stringContaining('without control characters'),
      });
    const acts = written().filter(({ act }) => act === 'review');
    expect(acts.map(({ detail }) => detail)).toEqual([
      { entry: id, status: 'confirmed', assignee: '', tags: 'a b,c', revision: 1 },
      { entry: id, status: 'confirmed', assignee: 'ada', tags: 'a b,c', revision: 2 },
    ]);
    expect(verifyTrail({ directory: copy })).toMatchObject({ verdict: 'intact' });
  });

  test('is refused where somebody else was faster', async () => {
    const id = String(decisions()[0]?.['id']);
    await run(['review', id, '--status', 'open']);
    const { status, error } = await run(['review', id, '--status', 'closed', '--revision', '0']);
    expect([status, error]).toEqual([1, expect.stringContaining('it is at revision 1, not 0')]);
    expect(written().filter(({ act }) => act === 'review')).toHaveLength(1);
  });

  test('finds the entry in whichever log it stands', async () => {
    const directory = workerLogDirectory(copy, 1);
    const trail = await openTrail({ directory, origin: 'worker', masterKey: goldenMasterKey });
    const { id } = await trail.record(decisionEvent());
    await trail.close();
    expect((await run(['review', id, '--status', 'open'])).status).toBe(0);
    expect(readEntries(directory).filter(({ act }) => act === 'review')).toHaveLength(1);
  });

  test.each([
    [
      ['--status', 'done'],
      '`done` is no status; there are open, confirmed, false_positive, closed',
    ],
    [['--revision', '1e3'], '`1e3` is no revision; it is a number'],
  ])('says of %j what is wrong', async (args, why) => {
    const { status, error } = await run(['review', 'anything', ...args]);
    expect([status, error.split('\n')[0]]).toEqual([2, why]);
  });

  test('is left to the gateway where replicas share an index', async () => {
    const file = join(folder, 'gateway.yaml');
    writeFileSync(file, 'audit:\n  index:\n    shared: true\n');
    let error = '';
    const status = await main(['audit', 'review', 'anything', '--config', file], {
      out: () => undefined,
      error: (text) => (error += text),
      environment: { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
      cwd: root,
      terminal: false,
    });
    expect([status, error]).toEqual([1, expect.stringContaining('through the API of one of them')]);
  });
});
