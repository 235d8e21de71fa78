import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openTrail } from '../../../src/audit/trail.ts';

const standBackUrl = new URL('../../../src/audit/stand-back.ts', import.meta.url);
const isLinux = process.platform === 'linux';
const steps = 19;
const leastPriority = 19;

/** Of each thread of this process. */
function listPriorities(): readonly number[] {
  const threads = isLinux ? readdirSync('/proc/self/task') : [];
  return threads.flatMap((thread) => {
    try {
      return getPriority(Number(thread));
    } catch {
      // It ended in between.
      return [];
    }
  });
}

describe('a thread that stands back', () => {
  test('lets the others of its process go first, which stay as they were', async () => {
    const before = getPriority();
    const program = `
      import(${JSON.stringify(standBackUrl.href)}).then(({ standBack }) => {
        standBack();
        const { getPriority } = process.getBuiltinModule('node:os');
        process.getBuiltinModule('node:worker_threads').parentPort.postMessage(getPriority(0));
      });
    `;
    const worker = new Worker(program, { eval: true });
    const [after] = (await once(worker, 'message')) as [number];
    await worker.terminate();
    expect(after).toBe(isLinux ? Math.min(leastPriority, before + steps) : before);
    expect(getPriority()).toBe(before);
  });

  test('is the one of the index, and neither that of the journal nor that of the keys', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stand-back-'));
    const own = Math.min(leastPriority, getPriority() + steps);
    const countBack = (): number => listPriorities().filter((each) => each === own).length;
    const trail = await openTrail({ directory, origin: 'test' });
    trail.warm();
    const before = countBack();
    await trail.listHolds();
    expect(countBack()).toBe(before);
    await trail.listEntries({ filter: { terms: [] }, limit: 1, direction: 'older' });
    expect(countBack() - before).toBe(isLinux ? 1 : 0);
    await trail.close();
    await rm(directory, { recursive: true });
  });
});
