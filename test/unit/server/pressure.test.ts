import { describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPressure } from '../../../src/server/pressure.ts';

/** Keeps the thread from everything else. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('the room for calls', () => {
  test('shrinks while the thread is late, and comes back when it is not', async () => {
    const pressure = createPressure({ exchangesMax: 100, eventLoopLagMaxMs: 100 }, () => 60);
    expect(pressure.allowed()).toBe(100);
    for (let i = 0; i < 15; i += 1) {
      block(300);
      await sleep(1);
    }
    expect(pressure.lagMs()).toBeGreaterThan(100);
    const least = pressure.allowed();
    // Below what is under way, and above nothing.
    expect(least).toBeLessThan(60);
    expect(least).toBeGreaterThanOrEqual(8);
    for (let i = 0; i < 200 && pressure.allowed() <= least + 5; i += 1) await sleep(50);
    expect(pressure.allowed()).toBeGreaterThan(least + 5);
    pressure.close();
  });

  test('stays whole through one pause', async () => {
    const pressure = createPressure({ exchangesMax: 100, eventLoopLagMaxMs: 100 }, () => 60);
    block(400);
    await sleep(1);
    expect(pressure.allowed()).toBe(100);
    pressure.close();
  });
});
