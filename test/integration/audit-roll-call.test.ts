/** Log 0 and those of the workers have seen each other: both verifiers find one that was taken away, begun anew or cut back since. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { RollCall } from '../../src/audit/joined/roll-call.ts';
import { findMasterKey } from '../../src/audit/master-key.ts';
import { type Trail, openTrail } from '../../src/audit/trail.ts';
import { type Report, verifyTrail } from '../../src/audit/verify.ts';
import { witnessedDetail } from '../../src/audit/witnessed.ts';
import { type LogPlace, listWorkerLogs } from '../../src/audit/worker-logs.ts';
import { main } from '../../src/cli/main.ts';
import { decisionEvent, sampleActor } from '../support/audit-samples.ts';
import { addEntry } from '../support/forgery.ts';
import { hasPython, python } from '../support/python.ts';
import { root } from '../support/repository.ts';
import { readEntries } from '../support/trail-directory.ts';
import { until } from '../support/until.ts';

const patienceMs = 60_000;

let folder: string;
let whole: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roll-call-'));
  whole = join(folder, 'whole');
  mkdirSync(whole);
  await writeLogs(whole);
}, patienceMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const workerLog = (directory: string, worker: number): string =>
  join(directory, 'workers', String(worker));

function open(directory: string, origin: string, more: { first?: string } = {}): Promise<Trail> {
  const masterKey = findMasterKey(more.first ?? directory, () => undefined);
  const pace = { writeTimeoutMs: patienceMs, sealIntervalMs: 10, historyIntervalMs: 10 };
  return openTrail({ directory, origin, masterKey, others: more, ...pace });
}

type Note = { readonly worker: number; readonly size: number };

/** What the log of a worker, or log 0, says last of another one. */
function findSeen(directory: string, by: number, of: number): Note | undefined {
  const seen = z.object({ act: z.literal('witnessed'), detail: witnessedDetail });
  const notes = readEntries(by === 0 ? directory : workerLog(directory, by)).flatMap((entry) => {
    const { data } = seen.safeParse(entry);
    if (data?.detail.worker !== of) return [];
    return [{ worker: of, size: Number(data.detail.checkpoint.split('\n')[1]) }];
  });
  return notes.at(-1);
}

/** They go on seeing that they have seen each other; what is due is that each has seen what was recorded by now. */
function haveSeenEachOther(directory: string): boolean {
  return [1, 2].every((worker) => {
    const recorded = (at: string): number =>
      readEntries(at).findLastIndex(({ type }) => type === 'decision') + 1;
    const [theirs, own] = [findSeen(directory, 0, worker), findSeen(directory, worker, 0)];
    return (
      (theirs?.size ?? 0) >= recorded(workerLog(directory, worker)) &&
      (own?.size ?? 0) >= recorded(directory)
    );
  });
}

function openWorker(directory: string, worker: number): Promise<Trail> {
  return open(workerLog(directory, worker), `host.worker-${worker}`, { first: directory });
}

/** As a gateway of two workers writes them, twice: begun, and gone on with. */
async function writeLogs(directory: string): Promise<void> {
  const pace = { intervalMs: 20, lookMs: 10 };
  for (let run = 0; run < 2; run += 1) {
    const first = await open(directory, 'host');
    const own = await RollCall.begin({
      ...{ others: () => listWorkerLogs(directory), record: first.record },
      ...pace,
    });
    const workers = await Promise.all([1, 2].map((each) => openWorker(directory, each)));
    const others = (): readonly LogPlace[] => [{ log: 0, directory }];
    const theirs = await Promise.all(
      workers.map(({ record }) => RollCall.begin({ others, record, ...pace })),
    );
    for (let time = 0; time < 2; time += 1) {
      for (const { record } of [first, ...workers]) await record(decisionEvent());
      await until(() => haveSeenEachOther(directory));
    }
    for (const rollCall of theirs) await rollCall.close();
    for (const worker of workers) await worker.close();
    await own.close();
    await first.close();
  }
}

type Said = { readonly status: number | null; readonly said: string };

/** What each of the verifiers says of a copy that something was done to. */
async function judge(act: (directory: string) => void | Promise<void>): Promise<readonly Said[]> {
  const directory = join(folder, 'copy');
  rmSync(directory, { recursive: true, force: true });
  cpSync(whole, directory, { recursive: true });
  await act(directory);
  return judgeAt(directory, await verifyOwn(directory));
}

async function verifyOwn(directory: string): Promise<Said> {
  let said = '';
  const take = (text: string): void => void (said += text);
  const io = { out: take, error: take, environment: {}, cwd: root, terminal: false };
  const status = await main(['audit', 'verify', '--dir', directory], io);
  return { status, said };
}

function judgeAt(directory: string, own: Said): readonly Said[] {
  if (!hasPython()) return [own];
  const { status, stdout, stderr } = spawnSync(
    python,
    [join(root, 'tools', 'verify.py'), directory],
    { encoding: 'utf8' },
  );
  return [own, { status, said: stdout + stderr }];
}

function remove(directory: string): void {
  rmSync(workerLog(directory, 2), { recursive: true });
}

/** Leaves the first entries of a log, under the checkpoint that was signed over them. */
function cutBack(directory: string, log = workerLog(directory, 2)): void {
  const notes = readFileSync(join(log, 'checkpoints.jsonl'), 'utf8').trim().split('\n');
  const [kept = ''] = notes;
  const note = JSON.parse(kept) as string;
  writeFileSync(join(log, 'checkpoints.jsonl'), `${kept}\n`);
  writeFileSync(join(log, 'checkpoint'), note);
  const journal = join(log, 'journal', '00000001.jsonl');
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, `${lines.slice(0, Number(note.split('\n')[1])).join('\n')}\n`);
  for (const name of ['content', 'index.sqlite'])
    rmSync(join(log, name), { recursive: true, force: true });
}

async function beginAnew(directory: string): Promise<void> {
  remove(directory);
  const before = readEntries(workerLog(whole, 2)).length;
  const trail = await openWorker(directory, 2);
  for (let entry = 0; entry < before + 2; entry += 1) await trail.record(decisionEvent());
  await trail.close();
}

async function beginFirstAnew(directory: string): Promise<void> {
  for (const name of readdirSync(directory))
    if (name !== 'workers' && name !== 'master.key')
      rmSync(join(directory, name), { recursive: true });
  const trail = await open(directory, 'host');
  for (let entry = 0; entry < readEntries(whole).length + 2; entry += 1)
    await trail.record(decisionEvent());
  await trail.close();
}

function exchange(directory: string): void {
  const [one, two] = [workerLog(directory, 1), workerLog(directory, 2)];
  renameSync(one, `${one}.aside`);
  renameSync(two, one);
  renameSync(`${one}.aside`, two);
}

describe('the logs of workers', () => {
  test('are intact as they were written, and each was seen when its writer had ended', async () => {
    for (const { status, said } of await judge(() => undefined))
      expect([status, said]).toEqual([0, expect.stringContaining('intact')]);
    for (const worker of [1, 2]) {
      const size = readEntries(workerLog(whole, worker)).length;
      expect(findSeen(whole, 0, worker)).toEqual({ worker, size });
      expect(findSeen(whole, worker, 0)?.size).toBeGreaterThan(4);
    }
  });

  test.each([
    ['taken away', remove],
    [
      'taken away with all others',
      (at: string) => rmSync(join(at, 'workers'), { recursive: true }),
    ],
    ['cut back with its checkpoints', cutBack],
    ['begun anew, and longer than before', beginAnew],
    ['put in the place of another', exchange],
    [
      'put beside itself once more',
      (at: string) => cpSync(workerLog(at, 2), workerLog(at, 3), { recursive: true }),
    ],
    [
      'told to have seen one of its own',
      (at: string) =>
        addEntry({
          type: 'admin',
          act: 'witnessed',
          detail: { log: 'x', checkpoint: 'x', worker: 2 },
        })(workerLog(at, 2)),
    ],
  ])('are found to be altered where one was %s', async (_, act) => {
    for (const { status, said } of await judge(act))
      expect([status, said]).toEqual([1, expect.stringMatching(/altered: .*worker.*2/)]);
  });

  test('are incomplete where one has lost its checkpoints, whatever the others have of it', async () => {
    const lose = (at: string): void => {
      for (const name of ['checkpoint', 'checkpoints.jsonl']) rmSync(join(workerLog(at, 2), name));
    };
    for (const { status, said } of await judge(lose))
      expect([status, said]).toEqual([
        2,
        expect.stringMatching(/incomplete: .*checkpoint: there is no signed checkpoint/),
      ]);
  });

  test('are whole where they have seen the logs of a replica that lie elsewhere', async () => {
    const see = async (at: string): Promise<void> => {
      const trail = await open(at, 'host');
      const checkpoint = readFileSync(join(at, 'checkpoint'), 'utf8');
      const detail = { log: 'another.01a20083-a887-7000-ac87-c14d6ced016a', checkpoint };
      await trail.record({ type: 'admin', actor: sampleActor, act: 'witnessed', detail });
      await trail.close();
    };
    for (const { status, said } of await judge(see))
      expect([status, said]).toEqual([0, expect.stringContaining('intact')]);
  });

  test.each([
    ['begun anew, and longer than before', beginFirstAnew],
    ['cut back with its checkpoints', (at: string) => cutBack(at, at)],
  ])('tell where log 0 was %s', async (_, act) => {
    for (const { status, said } of await judge(act))
      expect([status, said]).toEqual([1, expect.stringMatching(/altered: .*(log 0|was seen|saw)/)]);
  });

  test('are each whole by itself where one is verified alone', async () => {
    const alone = join(folder, 'alone');
    await judge(() => undefined);
    cpSync(workerLog(join(folder, 'copy'), 2), alone, { recursive: true });
    const masterKey = join(folder, 'copy', 'master.key');
    cpSync(masterKey, join(alone, 'master.key'));
    for (const { status, said } of judgeAt(alone, await verifyOwn(alone)))
      expect([status, said]).toEqual([0, expect.stringContaining('intact')]);
  });

  test('are verified so by the gateway that goes on with them', async () => {
    const verdicts = async (act: (directory: string) => void | Promise<void>) => {
      await judge(act);
      const directory = join(folder, 'copy');
      const first = await open(directory, 'host');
      const second = await openWorker(directory, 2);
      const found = [await reportOf(first), await reportOf(second)].map(({ verdict }) => verdict);
      await second.close();
      await first.close();
      return found;
    };
    expect(await verdicts(() => undefined)).toEqual(['intact', 'intact']);
    expect(await verdicts(cutBack)).toEqual(['intact', 'altered']);
    expect(await verdicts(remove)).toEqual(['altered', 'intact']);
    expect(await verdicts(beginFirstAnew)).toEqual(['intact', 'altered']);
  });

  test('may be kept apart from log 0 in a store of copies', async () => {
    const [, ...more] = await judge((directory) => {
      const mark = { v: 1, log: 'host', content: true };
      writeFileSync(join(directory, 'copy.json'), JSON.stringify(mark));
      rmSync(join(directory, 'workers'), { recursive: true });
    });
    expect(verifyTrail({ directory: join(folder, 'copy') }).verdict).toBe('intact');
    for (const { status } of more) expect(status).toBe(0);
  });
});

async function reportOf(trail: Trail): Promise<Report> {
  for await (const step of trail.verify({}, sampleActor)) if ('report' in step) return step.report;
  throw new Error('it never ended');
}
