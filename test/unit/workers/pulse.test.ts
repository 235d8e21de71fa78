/** A process at the other end of a channel that stands still: nobody waits for it without end, and nothing is done late. */
import { afterEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Channel } from '../../../src/workers/channel.ts';
import type { Envelope } from '../../../src/workers/message.ts';

type Calls = {
  readonly write: (word: string) => Promise<string>;
  readonly take: () => Promise<string>;
  readonly count: () => AsyncGenerator<number, undefined>;
};

const everyMs = 40;
const ends: Channel<Calls>[] = [];
afterEach(() => ends.splice(0).forEach((each) => each.close('the test is over')));

/** An end that reads nothing while it stands, and all of it when it goes on. */
function startOther() {
  const written: string[] = [];
  const unread: Envelope[] = [];
  const state = { stands: false };
  const other = new Channel(
    { send: (said) => void own.hear(structuredClone(said)) },
    {
      write: (word: string) => `${written.push(word)}`,
      take: () => sleep(everyMs * 12, 'taken'),
      async *count() {
        for (let each = 0; ; each += 1) yield await sleep(1, each);
      },
    },
  );
  const send = (said: Envelope): unknown =>
    state.stands ? unread.push(structuredClone(said)) : other.hear(structuredClone(said));
  const own: Channel<Calls> = new Channel({ send }, {});
  const pulse = own.watch({ name: 'the other one', everyMs });
  ends.push(own);
  const goOn = (): void => {
    state.stands = false;
    for (const said of unread.splice(0)) other.hear(said);
  };
  return { own, pulse, state, written, unread, goOn };
}

const silent = { code: 'not_ready', message: 'the other one does not answer now' };

test('is waited for for some beats, and asked no more until it is heard again', async () => {
  const { own, pulse, state, unread, goOn } = startOther();
  expect(await own.call('write', 'before')).toBe('1');
  state.stands = true;
  const startMs = performance.now();
  await expect(own.call('write', 'while')).rejects.toMatchObject(silent);
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(everyMs * 3.5);
  const count = unread.length;
  await sleep(everyMs * 5);
  await expect(own.call('write', 'later')).rejects.toMatchObject(silent);
  expect(unread.length).toBe(count);
  expect(pulse.unheardMs).toBeGreaterThanOrEqual(everyMs * 8);
  goOn();
  while (pulse.stands) await sleep(1);
  expect(await own.call('write', 'after')).toBe('2');
});

test('does not do late what somebody was told had failed', async () => {
  const { own, pulse, state, written, goOn } = startOther();
  state.stands = true;
  await expect(own.call('write', 'late')).rejects.toMatchObject(silent);
  goOn();
  while (pulse.stands) await sleep(1);
  await own.call('write', 'again');
  expect(written).toEqual(['again']);
});

test('ends streams that wait for their next piece', async () => {
  const { own, state } = startOther();
  const seen: number[] = [];
  const reading = (async () => {
    for await (const each of own.stream('count')) if (seen.push(each) === 3) state.stands = true;
  })();
  await expect(reading).rejects.toMatchObject(silent);
  expect(seen).toEqual([0, 1, 2]);
});

test('is waited for as long as it lives, however long the answer takes', async () => {
  const { own } = startOther();
  expect(await own.call('take')).toBe('taken');
});
