/** A worker that ends while its log is asked: what may be asked again is, and whoever asked for an act is told that it is not known. */
import { expect, test } from '@jest/globals';
import type { TrailReading } from '../../../src/audit/trail-reading.ts';
import { Channel } from '../../../src/workers/channel.ts';
import { createRemoteReading } from '../../../src/workers/trail-channel.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';

/** One process after the other, the first `lost` of which end as soon as they are asked. */
function readFrom(lost: number): { readonly reading: TrailReading; readonly asked: () => number } {
  let asked = 0;
  const reading = createRemoteReading(() => {
    const dies = asked < lost;
    asked += 1;
    const here: Channel<TrailReading> = new Channel(
      { send: (said) => (dies ? here.close('the worker ended with SIGKILL') : there.hear(said)) },
      {},
    );
    const there = new Channel(
      { send: (said) => void here.hear(said) },
      { eraseHere: () => ({ entries: 3 }), listHolds: () => ['somebody'] },
    );
    return Promise.resolve(here);
  });
  return { reading, asked: () => asked };
}

const unknown = {
  code: 'not_ready',
  message: 'the process that was asked has ended; look what became of it before you ask again',
};

test('what may be asked again is asked of the next one', async () => {
  const { reading, asked } = readFrom(1);
  expect(await reading.listHolds()).toEqual(['somebody']);
  expect(asked()).toBe(2);
});

test('where the next one ends as well, it is refused and no bug', async () => {
  const { reading } = readFrom(2);
  await expect(reading.eraseHere('somebody', systemActor)).rejects.toMatchObject(unknown);
});

test('an act that would stand twice is not asked for again', async () => {
  const { reading, asked } = readFrom(1);
  await expect(
    reading.holdSubject({ subject: 'somebody' }, 'a case', systemActor),
  ).rejects.toMatchObject(unknown);
  expect(asked()).toBe(1);
});

test('a stream that breaks off says so', async () => {
  const { reading } = readFrom(1);
  const pieces = reading.verify({}, systemActor);
  await expect(pieces.next()).rejects.toMatchObject(unknown);
});
