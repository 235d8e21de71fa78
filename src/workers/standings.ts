/** How the logs of all workers stand, asked for together; one that says nothing in time is counted. */
import { setTimeout as pause } from 'node:timers/promises';
import { type TrailStanding, worstOf } from '../server/trail-standing.ts';
import type { Asked } from './figures.ts';

/** Whoever asks whether the gateway is ready seldom waits for longer. */
const waitedMsMax = 500;

export async function gatherStandings(
  own: TrailStanding,
  serving: readonly Asked[],
): Promise<TrailStanding> {
  const waited = new AbortController();
  const { signal } = waited;
  const late = pause(waitedMsMax, undefined, { signal }).catch(() => undefined);
  const told = serving.map(({ channel }) =>
    Promise.race([channel.call('readStanding').catch(() => undefined), late]),
  );
  const others = await Promise.all(told);
  waited.abort();
  return worstOf(own, others);
}
