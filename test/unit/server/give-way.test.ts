import { describe, expect, test } from '@jest/globals';
import { GiveWay } from '../../../src/server/give-way.ts';

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
    const spend = async (needed: boolean): Promise<number> => {
      const giveWay = new GiveWay(() => needed);
      const began = process.resourceUsage().voluntaryContextSwitches;
      for (let each = 0; each < 50; each += 1) {
        giveWay.soon();
        await turn();
      }
      return process.resourceUsage().voluntaryContextSwitches - began;
    };
    const without = await spend(false);
    expect(await spend(true)).toBeGreaterThanOrEqual(without + 40);
  });
});
