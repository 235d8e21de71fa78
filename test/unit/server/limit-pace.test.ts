import { describe, expect, test } from '@jest/globals';
import { Debts, toPace } from '../../../src/server/limit-pace.ts';

const windowMs = 60_000;

/** Each of so many replicas asks once a second for that long, alone from the first moment on; answers when calls passed. */
function ask(count: number, replicas: number, lastMs: number, heard = true): readonly number[] {
  let nowMs = 5_000_000;
  const began = nowMs;
  const crowd = Array.from({ length: replicas }, () => new Debts(() => nowMs));
  const passed: number[] = [];
  for (; nowMs - began <= lastMs; nowMs += 1_000) {
    const alone = { forMs: nowMs - began, heard };
    for (const debts of crowd)
      if (debts.take('key', toPace({ count, windowMs }), replicas, alone).allowed)
        passed.push(alone.forMs);
  }
  return passed;
}

describe('a share of a rate', () => {
  test.each([
    [1, 3],
    [10, 30],
    [10, 11],
    [2, 64],
  ])('of %i calls a minute for %i replicas lets something through, and never more', (count, n) => {
    const periodMs = Math.ceil((n / count) * windowMs);
    const passed = ask(count, n, 3 * periodMs + 5_000);
    expect(passed.length).toBeGreaterThanOrEqual(2 * n);
    expect(passed[0]).toBeGreaterThanOrEqual(periodMs - 1_000);
    for (const [index, atMs] of passed.entries())
      expect(index + 1).toBeLessThanOrEqual((count * (atMs + 1)) / windowMs);
  });

  test('of at least one call is there at once, as before', () => {
    expect(ask(10, 2, 0)).toEqual([0, 0]);
    expect(ask(10, 10, 0)).toHaveLength(10);
  });

  test('of less than one says how long to wait', () => {
    const debts = new Debts(() => 5_000_000);
    const pace = toPace({ count: 10, windowMs });
    const { allowed, retryMs } = debts.take('key', pace, 30, { forMs: 1_000, heard: true });
    expect([allowed, retryMs]).toEqual([false, 179_000]);
    expect(debts.take('key', pace, 30, { forMs: 180_000, heard: true }).allowed).toBe(true);
    expect(debts.take('key', pace, 30, { forMs: 200_000, heard: true })).toMatchObject({
      allowed: false,
      retryMs: 180_000,
    });
  });

  test('is earned from nothing where nobody told what was used before, however often a process starts', () => {
    const seconds = 20;
    const first = ask(60, 3, seconds * 1_000, false);
    // One call in three seconds for each of three, from the third second on.
    expect(first[0]).toBe(3_000);
    expect(first.length).toBe(3 * Math.floor(seconds / 3));
    expect(ask(60, 3, 2_000, false)).toEqual([]);
    expect(ask(60, 3, 0)).toHaveLength(3);
  });
});
