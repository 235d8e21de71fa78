/** Long work on the thread that serves: others have their turns in between, and it can be given up. */
import { describe, expect, test } from '@jest/globals';
import type { Steps } from '../../../src/governance/steps.ts';
import { takeInTurns } from '../../../src/server/loading/turns.ts';

const stepMs = 1;
const stepsCount = 60;

/** Steps that each keep the thread for a while. */
function* work(taken: number[] = []): Steps<string> {
  for (let step = 0; step < stepsCount; step += 1) {
    const untilMs = performance.now() + stepMs;
    while (performance.now() < untilMs);
    taken.push(step);
    yield;
  }
  return 'done';
}

describe('takeInTurns()', () => {
  test('takes a few steps in each turn of the thread, and all of them in the end', async () => {
    let going = true;
    let turns = 0;
    const look = (): void => {
      turns += 1;
      if (going) setImmediate(look);
    };
    setImmediate(look);
    expect(await takeInTurns(work())).toBe('done');
    going = false;
    expect(turns).toBeGreaterThan(stepsCount / 4);
  });

  test('leaves the rest undone where it is given up', async () => {
    const closing = new AbortController();
    const taken: number[] = [];
    const reason = new Error('closed');
    setImmediate(() => closing.abort(reason));
    await expect(takeInTurns(work(taken), closing.signal)).rejects.toBe(reason);
    expect(taken.length).toBeLessThan(stepsCount / 2);
  });
});
