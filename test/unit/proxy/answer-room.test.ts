/** Room for whole answers: never more than it may be, all but the first, in turn, and nobody waits for ever. */
import { describe, expect, test } from '@jest/globals';
import { AnswerRoom, type Place } from '../../../src/proxy/answer-room.ts';
import { createRandom } from '../../faults/random.ts';

/** Whether a place that was asked for has been given by now. */
function watch(turn: Promise<void> | undefined): () => Promise<boolean> {
  let given = turn === undefined;
  void turn?.then(() => (given = true));
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return given;
  };
}

describe('AnswerRoom', () => {
  test('lets in what fits, has the rest wait, and lets that in when there is room', async () => {
    const room = new AnswerRoom(100);
    const [first, second, third] = [room.enter(), room.enter(), room.enter()];
    expect([first.take(60), third.take(40)]).toEqual([undefined, undefined]);
    const waits = watch(second.take(50));
    expect(await waits()).toBe(false);
    third.leave();
    expect(await waits()).toBe(false);
    first.leave();
    expect(await waits()).toBe(true);
  });

  test('counts an answer that grows once, and what one gives back twice once', () => {
    const room = new AnswerRoom(100);
    const [one, other] = [room.enter(), room.enter()];
    expect([one.take(30), one.take(60), one.take(10)]).toEqual([undefined, undefined, undefined]);
    expect(other.take(41)).toBeInstanceOf(Promise);
    one.leave();
    one.leave();
    expect(other.take(100)).toBeUndefined();
  });

  test('lets the first go on where it alone is too large, and whoever left is told', async () => {
    const room = new AnswerRoom(100);
    const [first, second] = [room.enter(), room.enter()];
    expect(second.take(90)).toBeUndefined();
    expect(first.take(500)).toBeUndefined();
    const waits = watch(second.take(95));
    second.leave();
    expect(await waits()).toBe(true);
  });

  test('holds no more than its bound beside the first, and serves all of a crowd, whatever they want', async () => {
    const [random, bytesMax, largest] = [createRandom(7), 1_000, 400];
    const room = new AnswerRoom(bytesMax);
    let [held, most, served] = [0, 0, 0];
    const visit = async (place: Place): Promise<void> => {
      let bytes = 0;
      for (const share of [0.3, 0.6, 1]) {
        const wanted = Math.ceil(random() * largest * share);
        await place.take(wanted);
        held += Math.max(0, wanted - bytes);
        bytes = Math.max(bytes, wanted);
        most = Math.max(most, held);
        await new Promise((resolve) => setTimeout(resolve, random() * 3));
      }
      held -= bytes;
      place.leave();
      served += 1;
    };
    await Promise.all(Array.from({ length: 200 }, () => visit(room.enter())));
    expect(served).toBe(200);
    expect(most).toBeGreaterThan(bytesMax / 2);
    expect(most).toBeLessThanOrEqual(bytesMax + largest);
  });
});
