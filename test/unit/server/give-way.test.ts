/** How a thread that shares its core lets the others have it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { GiveWay } from '../../../src/server/give-way.ts';

/** How often this thread slept; where the system does not tell of threads, how often any of the process did. */
function countSleeps(): number {
  try {
    const status = readFileSync('/proc/thread-self/status', 'utf8');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
  } catch {
    return process.resourceUsage().voluntaryContextSwitches;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a thread that shares its core', () => {
  test('gives way once in a turn, when that has done what it had to do', async () => {
    let asked = 0;
    const giveWay = new GiveWay(() => (asked += 1) > 0);
    for (let each = 0; each < 3; each += 1) giveWay.soon();
    expect(asked).toBe(0);
    await turn();
    expect(asked).toBe(1);
    await turn();
    expect(asked).toBe(1);
    giveWay.soon();
    await turn();
    expect(asked).toBe(2);
  });

  test('sleeps while it gives way, and does not where nobody waits for another thread', async () => {
    // Some are over before the thread has lain down.
    const turns = 200;
    const spend = async (needed: boolean): Promise<number> => {
      const giveWay = new GiveWay(() => needed);
      const began = countSleeps();
      for (let each = 0; each < turns; each += 1) {
        giveWay.soon();
        await turn();
      }
      return countSleeps() - began;
    };
    const without = await spend(false);
    expect(await spend(true)).toBeGreaterThanOrEqual(without + turns / 2);
  });
});
