import { describe, expect, test } from '@jest/globals';
import { Pace } from '../../../src/server/pace.ts';

const stepMs = 1;

function work(): void {
  const endMs = performance.now() + stepMs;
  while (performance.now() < endMs);
}

/** Calls that a write to the disk has made ready in the same moment; their steps are done in the order they came. */
function wake(pace: Pace, calls: number): { readonly done: number[]; readonly all: Promise<void> } {
  const done: number[] = [];
  const one = async (call: number): Promise<void> => {
    const turn = pace.step();
    if (turn !== undefined) await turn;
    work();
    done.push(call);
  };
  const all = Promise.all(Array.from({ length: calls }, (_, call) => one(call)));
  return { done, all: all.then(() => undefined) };
}

describe('steps of calls', () => {
  test('are taken at once while there is time', () => {
    expect(new Pace().step()).toBeUndefined();
  });

  test('of a crowd leave the thread to others after a few, and are taken in order', async () => {
    const pace = new Pace();
    const { done, all } = wake(pace, 40);
    const inTurns: number[] = [];
    while (done.length < 40) {
      const before = done.length;
      await new Promise((resolve) => setTimeout(resolve, 0));
      inTurns.push(done.length - before);
    }
    await all;
    expect(done).toEqual(Array.from({ length: 40 }, (_, call) => call));
    expect(Math.max(...inTurns)).toBeLessThan(15);
  });

  test.each([
    { crowded: false, most: 30 },
    { crowded: true, most: 4 },
  ])('are $most of a tenth of a millisecond in a turn where crowded is $crowded', async (each) => {
    let nowMs = 0;
    const pace = new Pace(
      undefined,
      () => each.crowded,
      () => nowMs,
    );
    let done = 0;
    const one = async (): Promise<void> => {
      const turn = pace.step();
      if (turn !== undefined) await turn;
      nowMs += 0.1;
      done += 1;
    };
    const all = Promise.all(Array.from({ length: 90 }, one));
    const inTurns: number[] = [];
    while (done < 90) {
      const before = done;
      await new Promise((resolve) => setImmediate(resolve));
      inTurns.push(done - before);
    }
    await all;
    expect(Math.abs(Math.max(...inTurns) - each.most)).toBeLessThanOrEqual(1);
  });

  test('that wait are told of until the last is taken', async () => {
    let idle = 0;
    const pace = new Pace(() => (idle += 1));
    const { all } = wake(pace, 20);
    expect(pace.busy).toBe(true);
    expect(pace.step()).toBeInstanceOf(Promise);
    await all;
    for (let i = 0; i < 100 && pace.busy; i += 1)
      await new Promise((resolve) => setImmediate(resolve));
    expect([pace.busy, idle]).toEqual([false, 1]);
  });
});
