import { describe, expect, test } from '@jest/globals';
import { Crowd } from '../../../src/server/crowd.ts';

const windowMs = 1_000;

/** A crowd that a refusal has brought, and a second of it: so many refused, and so many begun, of them some with nobody behind. */
function crowdAfter(refused: number, begun: number, free: number) {
  const clock = { nowMs: 0 };
  const crowd = new Crowd(() => clock.nowMs);
  crowd.refuse();
  for (let each = 1; each < refused; each += 1) crowd.refuse();
  for (let each = 0; each < begun; each += 1) crowd.begin(each < free ? 0 : 1);
  clock.nowMs = windowMs;
  return { crowd, clock };
}

describe('a crowd', () => {
  test('is not there before a call was refused', () => {
    const crowd = new Crowd();
    crowd.begin(0);
    expect(crowd.here).toBe(false);
  });

  test('stays for a second, however many find the door free', () => {
    const { crowd, clock } = crowdAfter(1, 100, 100);
    clock.nowMs = windowMs - 1;
    expect(crowd.here).toBe(true);
  });

  test.each([
    { refused: 900, begun: 100, free: 25, stays: true },
    { refused: 900, begun: 100, free: 26, stays: false },
    { refused: 1, begun: 0, free: 0, stays: true },
    { refused: 50, begun: 500, free: 200, stays: false },
  ])(
    'of $refused refused, where $free of $begun that begin leave nobody behind, stays: $stays',
    ({ refused, begun, free, stays }) => {
      expect(crowdAfter(refused, begun, free).crowd.here).toBe(stays);
    },
  );

  test('is gone when a second has passed in which nobody was refused', () => {
    const { crowd, clock } = crowdAfter(2, 100, 0);
    expect(crowd.here).toBe(true);
    for (let each = 0; each < 100; each += 1) crowd.begin(1);
    clock.nowMs += windowMs;
    expect(crowd.here).toBe(false);
  });

  test('is gone when nobody asked for it for longer than it stays', () => {
    const { crowd, clock } = crowdAfter(900, 100, 0);
    clock.nowMs += windowMs;
    expect(crowd.here).toBe(false);
    crowd.refuse();
    expect(crowd.here).toBe(true);
  });
});
