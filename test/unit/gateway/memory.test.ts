import { describe, expect, test } from '@jest/globals';
import { PerformanceObserver, constants } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepMemorySmall, makeRoomForCalls } from '../../../src/gateway/memory.ts';

const living = 250_000;
const turns = 130;
const minuteMs = 60_000;
const perTurn = 25_000;

let looks = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries() as { detail?: { kind?: number } }[])
    looks += Number(detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
}).observe({ entryTypes: ['gc'] });

/** How often all of the heap is looked through while old objects are dropped for new ones. */
async function countLooks(): Promise<number> {
  const kept: unknown[] = Array.from({ length: living }, (_, each) => ({ each, text: `${each}` }));
  const fill = async (): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) {
      for (let each = 0; each < perTurn; each += 1)
        kept[(turn * perTurn + each) % living] = { each, text: `${turn} ${each}` };
      await nextTurn();
    }
  };
  // How far it may grow is worked out when it is looked through, so a first filling is under what held before.
  await fill();
  const before = looks;
  await fill();
  await nextTurn();
  return looks - before;
}

describe('the heap', () => {
  test('grows further between two looks through it while more calls come than there is room for, and a minute more', async () => {
    let crowded = false;
    let nowMs = 0;
    keepMemorySmall();
    makeRoomForCalls(
      () => crowded,
      () => nowMs,
    );
    const calm = await countLooks();
    crowded = true;
    const inCrowd = await countLooks();
    crowded = false;
    nowMs += minuteMs - 1;
    const gone = await countLooks();
    nowMs += 1;
    const after = await countLooks();
    expect(inCrowd).toBeGreaterThan(0);
    expect(calm).toBeGreaterThan(gone * 1.3);
    expect(calm).toBeGreaterThan(inCrowd * 1.3);
    expect(after).toBeGreaterThan(inCrowd * 1.3);
  });
});
