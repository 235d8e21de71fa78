/** Sleepers are woken in time and together, and whoever left is not woken. */
import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Alarm } from '../../../../src/proxy/live/alarm.ts';

/** A timer counts from when its turn began. */
const slackMs = 2;

test('wakes nobody before they are due, and those that are due close together in one turn', async () => {
  const alarm = new Alarm();
  let turn = 0;
  const woken = await Promise.all(
    [2, 5, 3, 4, 2, 5, 3, 4].map((restMs) => {
      const setMs = performance.now();
      return new Promise<{ readonly early: boolean; readonly turn: number }>((resolve) => {
        alarm.set(restMs, () => {
          resolve({ early: performance.now() - setMs < restMs - slackMs, turn });
          setImmediate(() => (turn += 1));
        });
      });
    }),
  );
  expect(woken.filter(({ early }) => early)).toEqual([]);
  // At most where one stretch ends and the next begins between two of them.
  expect(new Set(woken.map((one) => one.turn)).size).toBeLessThanOrEqual(2);
});

test('does not wake whoever left, and wakes the others', async () => {
  const alarm = new Alarm();
  const woken: string[] = [];
  const leave = alarm.set(2, () => woken.push('left'));
  alarm.set(2, () => woken.push('stayed'));
  leave();
  leave();
  await sleep(40);
  expect(woken).toEqual(['stayed']);
});
