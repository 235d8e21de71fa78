/** A worker that does not come to serve: one that stands still is ended and told of, one that works is waited for. */
import { expect, test } from '@jest/globals';
import { Channel } from '../../../src/workers/channel.ts';
import type { PrimaryCalls } from '../../../src/workers/calls.ts';
import { Seat, type SeatCalls } from '../../../src/workers/seat.ts';

type State = { work: number | undefined; answers: boolean };

/** A worker that starts, as its primary holds it, and what was done with it. */
function startSeat(state: State) {
  const told: unknown[] = [];
  const killed: string[] = [];
  let hear: (message: unknown) => void = () => undefined;
  const worker = new Channel<PrimaryCalls>(
    { send: (said) => hear(structuredClone(said)) },
    { ping: () => undefined },
  );
  const seat = new Seat({
    ...{ worker: 1, serve: () => ({}) as SeatCalls, onExit: () => undefined },
    tell: (message, fields) => told.push({ message, ...fields }),
    fork: () => ({
      send: (said, onSent) => {
        if (state.answers) worker.hear(structuredClone(said));
        onSent(null);
      },
      kill: (signal) => killed.push(signal),
      onMessage: (listener) => (hear = listener),
      onExit: () => undefined,
      readWork: () => state.work,
    }),
  });
  seat.start();
  const look = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      seat.look();
      await arrive();
    }
  };
  const serve = async (): Promise<void> => {
    void worker.call('tellListening', 'http://127.0.0.1:1');
    await arrive();
  };
  return { seat, look, told, killed, state, serve };
}

/** Either way a message goes with the turn in which it was said. */
async function arrive(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const ended = 'a worker stands still and is ended';
const slow = { message: 'a worker takes long to start', worker: 1 };
const minute = 12;

test('one that neither answers nor works is ended within a minute, and the log says why, once', async () => {
  const { look, told, killed } = startSeat({ work: 7, answers: false });
  await look(minute);
  expect(killed).toEqual(['SIGKILL']);
  expect(told).toEqual([{ message: ended, worker: 1, why: 'it does nothing to start' }]);
});

test('one that answers nothing because it works is waited for and told of, until it stands still', async () => {
  const { look, told, killed, state } = startSeat({ work: 0, answers: false });
  for (let time = 0; time < 20 * minute; time += 1) {
    state.work = time;
    await look(1);
  }
  expect(killed).toEqual([]);
  expect(told).toEqual(Array.from({ length: 20 }, () => slow));
  await look(minute);
  expect(killed).toEqual(['SIGKILL']);
});

test.each([
  ['answers and never serves', { work: 1, answers: true }, 'its start comes to no end'],
  [
    'answers nothing where the system tells of no work',
    { work: undefined, answers: false },
    'it answers nothing while it starts',
  ],
])('one that %s is ended after a quarter of an hour', async (_, state, why) => {
  const { look, told, killed } = startSeat(state);
  await look(15 * minute);
  expect(killed).toEqual([]);
  await look(1);
  expect(killed).toEqual(['SIGKILL']);
  expect(told.at(-1)).toEqual({ message: ended, worker: 1, why });
});

test('one that answered nothing while it started is asked anew once it serves', async () => {
  const { look, killed, state, serve } = startSeat({ work: 0, answers: false });
  for (let time = 0; time < 6; time += 1) {
    state.work = time;
    await look(1);
  }
  await serve();
  await look(5);
  expect(killed).toEqual([]);
  await look(1);
  expect(killed).toEqual(['SIGKILL']);
});

test('one that is being ended is not given to whoever asks, who waits for the next one', async () => {
  const { seat, serve } = startSeat({ work: 0, answers: true });
  await serve();
  const channel = await seat.reach(AbortSignal.timeout(1_000));
  seat.end(channel, 'it took no policies in time');
  await expect(seat.reach(AbortSignal.timeout(50))).rejects.toThrow('the worker does not serve');
});
