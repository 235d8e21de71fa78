import { describe, expect, test } from '@jest/globals';
import { createTimestamps } from '../../../src/server/log.ts';

describe('the time of a log line', () => {
  test('is the moment to the millisecond, in whatever order moments come', () => {
    const start = Date.UTC(2026, 11, 31, 23, 59, 58, 998);
    const moments = [0, 1, 2, 3, 1_001, 1_002, 1_003, 61_000, 500, 0].map((ms) => start + ms);
    let at = 0;
    const write = createTimestamps(() => moments[at] ?? Number.NaN);
    const written = moments.map((_, index) => {
      at = index;
      return write();
    });
    expect(written).toEqual(moments.map((moment) => `,"time":"${new Date(moment).toISOString()}"`));
  });
});
