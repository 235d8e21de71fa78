/** The figures of all workers, while one of them answers nothing. */
import { expect, test } from '@jest/globals';
import { createMetrics } from '../../../src/server/metrics.ts';
import type { WorkerCalls } from '../../../src/workers/calls.ts';
import { Channel } from '../../../src/workers/channel.ts';
import { Figures } from '../../../src/workers/figures.ts';
import { calmReadings } from '../../support/calm-readings.ts';

const createCounting = (): ReturnType<typeof createMetrics> => createMetrics(calmReadings);

/** A worker that answers for as long as it is not stopped. */
function startWorker() {
  const { observeShed, read } = createCounting();
  const state = { stopped: false };
  const served = { readMetrics: read, readFired: () => new Map() };
  const worker = new Channel({ send: (said) => void primary.hear(structuredClone(said)) }, served);
  const send = (said: unknown): unknown => !state.stopped && worker.hear(said);
  const primary: Channel<WorkerCalls> = new Channel({ send }, {});
  return { channel: primary, state, count: () => observeShed('late') };
}

test('tell of it as it was, and of the others as they are, without waiting for it', async () => {
  const [one, other] = [startWorker(), startWorker()];
  const figures = new Figures(() => [
    { worker: 1, channel: one.channel },
    { worker: 2, channel: other.channel },
  ]);
  const own = await createCounting().read();
  const readShed = async (): Promise<string | undefined> =>
    /governance_shed_total\{why="late"\} (\d+)/.exec((await figures.writeMetrics(own)).text)?.[1];
  one.count();
  other.count();
  expect(await readShed()).toBe('2');
  one.state.stopped = true;
  one.count();
  other.count();
  const startMs = performance.now();
  expect(await readShed()).toBe('3');
  expect(await figures.readFired()).toEqual(new Map());
  // Prometheus gives a scrape ten seconds.
  expect(performance.now() - startMs).toBeLessThan(10_000);
});
