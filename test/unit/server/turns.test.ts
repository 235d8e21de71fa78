import { describe, expect, test } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Crowd } from '../../../src/server/crowd.ts';
import { Turns } from '../../../src/server/turns.ts';

type Told = { readonly key: string; readonly what: 'begun' | 'refused' };

function listen(waitingExchangesMax: number, mayBegin?: () => boolean, crowd?: Crowd) {
  const turns = new Turns({ waitingExchangesMax }, mayBegin, crowd);
  const told: Told[] = [];
  /** Answers how to leave. */
  const take = (key: string): (() => void) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    turns.take(
      key,
      response,
      () => told.push({ key, what: 'begun' }),
      () => told.push({ key, what: 'refused' }),
    );
    return () => response.emit('close');
  };
  const count = (key: string, what: Told['what']): number =>
    told.filter((each) => each.key === key && each.what === what).length;
  return { turns, told, take, count };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The turns of the thread that it takes until so many have been told. */
async function untilTold(told: readonly Told[], length: number): Promise<number> {
  let turns = 0;
  for (; told.length < length && turns < 10_000; turns += 1) await nextTurn();
  return turns;
}

describe('a call', () => {
  test('begins at once where nobody waits', () => {
    const { told, take } = listen(10);
    take('a');
    expect(told).toEqual([{ key: 'a', what: 'begun' }]);
  });

  test('of a burst that has room to wait begins in one of the next turns, and none is refused', async () => {
    const { told, take, count } = listen(200);
    for (let i = 0; i < 200; i += 1) take('a');
    expect(told.length).toBeLessThan(100);
    expect(await untilTold(told, 200)).toBeGreaterThan(1);
    expect(count('a', 'begun')).toBe(200);
  });

  test('begins in a turn of its own, behind the one before', async () => {
    const { told, take } = listen(200);
    for (let i = 0; i < 20; i += 1) take('a');
    expect(told.length).toBe(1);
    expect(await untilTold(told, 20)).toBeGreaterThanOrEqual(19);
  });

  test('of a key with few waits for few of a key with many', async () => {
    const { told, take } = listen(200);
    for (let i = 0; i < 100; i += 1) take('many');
    take('few');
    const before = told.length;
    await untilTold(told, 101);
    const at = told.findIndex(({ key }) => key === 'few');
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(before + 1);
  });

  test('waits while those that have begun leave no room, and begins when they do', async () => {
    let room = false;
    const { turns, told, take, count } = listen(10, () => room);
    for (let i = 0; i < 6; i += 1) take('a');
    await untilTold(told, 1);
    expect(told).toEqual([]);
    room = true;
    turns.wake();
    await untilTold(told, 6);
    expect(count('a', 'begun')).toBe(6);
  });

  test('whose caller left while it waited is not begun', async () => {
    const { told, take, count } = listen(200);
    for (let i = 0; i < 50; i += 1) take('a');
    const leave = take('b');
    leave();
    await untilTold(told, 50);
    await nextTurn();
    expect([count('a', 'begun'), count('b', 'begun'), count('b', 'refused')]).toEqual([50, 0, 0]);
  });
});

describe('a crowd', () => {
  test('is refused at once, all but those that the next turns take', async () => {
    const { turns, told, take, count } = listen(30);
    expect(turns.crowded).toBe(false);
    for (let taken = 1; taken <= 500; taken += 1) {
      take('a');
      // At once, for no turn of the thread has passed; and from then on hardly anybody waits.
      if (count('a', 'refused') > 0) expect(taken - told.length).toBe(1);
    }
    expect(told.length).toBe(499);
    expect([turns.crowded, turns.refuses('a')]).toEqual([true, true]);
    await untilTold(told, 500);
    expect(count('a', 'begun')).toBeGreaterThan(0);
    expect(count('a', 'begun') + count('a', 'refused')).toBe(500);
    await nextTurn();
    // It can go on: whoever comes after it is let in.
    expect(turns.refuses('a')).toBe(false);
    take('a');
    expect(told.at(-1)).toEqual({ key: 'a', what: 'begun' });
  });

  test('of one key leaves room to another one, which is not refused for it', async () => {
    const { turns, told, take, count } = listen(30);
    for (let i = 0; i < 500; i += 1) take('many');
    expect(turns.refuses('few')).toBe(false);
    take('few');
    await untilTold(told, 501);
    expect([count('few', 'begun'), count('few', 'refused')]).toEqual([1, 0]);
  });

  test('keeps nobody waiting whose key began last', async () => {
    const { turns, told, take } = listen(30);
    for (let i = 0; i < 500; i += 1) take('a');
    await untilTold(told, 500);
    await nextTurn();
    take('a');
    expect(told.at(-1)).toEqual({ key: 'a', what: 'begun' });
    // No turn has passed since, so that there is no room; and another one comes as soon as there is.
    expect(turns.refuses('a')).toBe(true);
    take('a');
    expect(told.at(-1)).toEqual({ key: 'a', what: 'refused' });
  });

  test('of one key does not come before one that has waited', async () => {
    let room = true;
    const { turns, told, take, count } = listen(30, () => room);
    for (let i = 0; i < 500; i += 1) take('many');
    await untilTold(told, 500);
    room = false;
    for (let i = 0; i < 50; i += 1) take('many');
    take('few');
    take('other');
    for (const key of ['many', 'few', 'third']) expect(turns.refuses(key)).toBe(true);
    expect([count('few', 'refused'), count('other', 'refused')]).toEqual([0, 0]);
    room = true;
    turns.wake();
    take('many');
    await untilTold(told, 553);
    expect(told.slice(-2)).toEqual([
      { key: 'few', what: 'begun' },
      { key: 'other', what: 'begun' },
    ]);
  });

  test.each([
    { why: 'for want of room', room: false, stays: true },
    { why: 'only because they come together', room: true, stays: false },
  ])('whose calls are refused $why stays: $stays', async ({ room, stays }) => {
    const clock = { nowMs: 0 };
    const crowd = new Crowd({ now: () => clock.nowMs, busy: () => 0.1 });
    let hasRoom = true;
    const { turns, told, take } = listen(2, () => hasRoom, crowd);
    for (let call = 0; call < 9; call += 1) take('a');
    await untilTold(told, 9);
    expect(turns.crowded).toBe(true);
    for (let second = 0; second < 5; second += 1) {
      for (let burst = 0; burst < 5; burst += 1) {
        await nextTurn();
        await nextTurn();
        take('a');
        hasRoom = room;
        for (let call = 1; call < 5; call += 1) take('a');
        hasRoom = true;
      }
      clock.nowMs += 1_000;
      if (second === 0) continue;
      expect(turns.crowded).toBe(stays);
      if (!stays) return;
    }
  });
});
