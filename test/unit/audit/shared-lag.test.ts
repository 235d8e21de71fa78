import { describe, expect, test } from '@jest/globals';
import { SharedLag } from '../../../src/audit/shared/lag.ts';

let nowMs = 0;
function create(): SharedLag {
  nowMs = 1_000;
  return new SharedLag(() => nowMs);
}

describe('SharedLag', () => {
  test('tells the age of the oldest entry that is not indexed', () => {
    const lag = create();
    expect(lag.ageMs).toBe(0);
    lag.reach(3);
    nowMs += 500;
    lag.reach(5);
    nowMs += 500;
    expect(lag.ageMs).toBe(1_000);
    lag.settle(3);
    expect(lag.ageMs).toBe(500);
    // Of those that were told together the last one counts.
    lag.settle(4);
    expect(lag.ageMs).toBe(500);
    lag.settle(5);
    expect(lag.ageMs).toBe(0);
    nowMs += 500;
    expect(lag.ageMs).toBe(0);
  });

  test('counts from the start where the index has never been reached, and not again what it held', () => {
    const lag = create();
    lag.reach(100);
    nowMs += 5_000;
    expect(lag.ageMs).toBe(5_000);
    lag.settle(100);
    lag.reach(100);
    nowMs += 1;
    expect(lag.ageMs).toBe(0);
  });

  test('counts from the moment at which the index is thrown away', () => {
    const lag = create();
    lag.reach(10);
    lag.settle(10);
    nowMs += 500;
    lag.settle(0);
    nowMs += 200;
    expect(lag.ageMs).toBe(200);
    lag.settle(10);
    expect(lag.ageMs).toBe(0);
  });

  test('keeps no more than it needs in an outage of days, and never tells too little', () => {
    const lag = create();
    const days = 3 * 86_400;
    for (let second = 1; second <= days; second += 1) {
      lag.reach(second);
      nowMs += 1_000;
    }
    expect(lag.ageMs).toBe(days * 1_000);
    lag.settle(days - 1);
    expect(lag.ageMs).toBeGreaterThanOrEqual(1_000);
    lag.settle(days);
    expect(lag.ageMs).toBe(0);
  });
});
