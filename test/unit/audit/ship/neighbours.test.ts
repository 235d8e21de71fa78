/** Logs in one store keep checkpoints of each other, so that nothing can be taken from one alone, and none as a whole. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from '../../../../src/cli/main.ts';
import { nameLog } from '../../../../src/audit/ship/shipping.ts';
import { decisionEvent } from '../../../support/audit-samples.ts';
import { root } from '../../../support/repository.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  type Opened,
  readEntries,
} from '../../../support/trail-directory.ts';

afterEach(cleanTrails);

async function verify(
  ...directories: readonly string[]
): Promise<{ status: number; text: string }> {
  let text = '';
  const take = (part: string): void => {
    text += part;
  };
  const io = { out: take, error: take, environment: {}, cwd: root, terminal: false };
  const flags = directories.flatMap((directory) => ['--dir', directory]);
  const status = await main(['audit', 'verify', ...flags], io);
  return { status, text };
}

/** Three replicas that have seen each other, closed. */
async function openThree(): Promise<{ store: string; logs: readonly string[] }> {
  const store = newDirectory();
  const replicas: Opened[] = [];
  for (const origin of ['gw-0', 'gw-1', 'gw-2']) {
    const to = { kind: 'directory', directory: store } as const;
    const pace = { intervalMs: 10, neighbourIntervalMs: 20, timeoutMs: 1000 };
    const ship = { ...pace, to, content: true, strict: false };
    replicas.push(
      await openIn(newDirectory(), { ship, origin, sealIntervalMs: 10, historyIntervalMs: 10 }),
    );
  }
  const hasSeen = ({ directory }: Opened): boolean =>
    readEntries(directory).filter(({ act }) => act === 'witnessed').length > 2;
  for (const end = Date.now() + 20_000; !replicas.every(hasSeen);) {
    if (Date.now() > end) throw new Error('they never saw each other');
    for (const { trail } of replicas) await trail.record(decisionEvent());
    await sleep(20);
  }
  for (const { trail } of replicas) await trail.close();
  return { store, logs: replicas.map(({ directory }) => nameLog(directory)) };
}

describe('logs in one store', () => {
  test('vouch for each other, for what was cut off with its checkpoints, and for what is gone', async () => {
    const { store, logs } = await openThree();
    const whole = await verify(store);
    expect([whole.status, whole.text]).toEqual([
      0,
      expect.stringContaining(`a copy of ${logs[2] ?? ''}`),
    ]);
    expect(whole.text).not.toContain('of them missing');

    // As if it had been shipped no further, checkpoints and all: by itself it looks whole.
    const [, second = ''] = logs;
    const before = newDirectory();
    cpSync(store, before, { recursive: true });
    cutBack(join(before, second));
    expect((await verify(join(before, second))).status).toBe(0);
    const cut = await verify(before);
    expect(cut.status).toBe(1);
    expect(cut.text).toMatch(/as-gw-\d\..*-saw-it.*are here: \d+ of them missing/);

    rmSync(join(before, second), { recursive: true });
    const gone = await verify(before);
    expect([gone.status, gone.text]).toEqual([2, expect.stringContaining(`${second}, which gw-`)]);
  });
});

/** Leaves the first half of a log and the checkpoints over that. */
function cutBack(copy: string): void {
  const history = join(copy, 'checkpoints.jsonl');
  const notes = readFileSync(history, 'utf8').trim().split('\n');
  const first = notes.find((line) => sizeOf(line) > 2) ?? '';
  writeFileSync(history, `${first}\n`);
  writeFileSync(join(copy, 'checkpoint'), JSON.parse(first) as string);
  const [name = ''] = readdirSync(join(copy, 'journal'));
  const journal = join(copy, 'journal', name);
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, `${lines.slice(0, sizeOf(first)).join('\n')}\n`);
}

function sizeOf(line: string): number {
  return Number((JSON.parse(line) as string).split('\n')[1]);
}
