import { describe, expect, test } from '@jest/globals';
import { Crowd, createBusy } from '../../../src/server/crowd.ts';

const windowMs = 1_000;

/**
 * A crowd that a refusal has brought, and a second of it: so many refused, and so many begun, of them some with nobody
 * behind, by a thread that was busy for a part of it.
 */
function crowdAfter(refused: number, begun: number, free: number, busy = 0.5) {
  const clock = { nowMs: 0 };
  const crowd = new Crowd({ now: () => clock.nowMs, busy: () => busy });
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

  test.each([
    { busy: 0.89, stays: false },
    { busy: 0.9, stays: true },
  ])(
    'of many, where some find the door free, stays while the thread is busy for $busy: $stays',
    ({ busy, stays }) => {
      expect(crowdAfter(9_000, 600, 300, busy).crowd.here).toBe(stays);
    },
  );

  test('knows by itself how busy its thread is', () => {
    const clock = { nowMs: 0 };
    const crowd = new Crowd({ now: () => clock.nowMs, busy: createBusy() });
    crowd.refuse();
    for (let each = 0; each < 2; each += 1) crowd.begin(0);
    const endMs = performance.now() + 20;
    while (performance.now() < endMs);
    clock.nowMs = windowMs;
    expect(crowd.here).toBe(true);
  });

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

  test.each([
    { busy: 0.74, pressing: false },
    { busy: 0.75, pressing: true },
  ])(
    'that keeps the thread busy for $busy of its time presses it: $pressing',
    ({ busy, pressing }) => {
      const { crowd } = crowdAfter(900, 100, 0, busy);
      expect([crowd.here, crowd.pressing]).toEqual([true, pressing]);
    },
  );

  test('that is gone presses nothing', () => {
    expect(crowdAfter(2, 100, 100, 0.8).crowd.pressing).toBe(false);
  });
});
