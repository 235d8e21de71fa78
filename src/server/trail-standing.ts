/** How a trail stands: whether it can be written, and what else is amiss; of the logs of several processes, the worst. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Trail } from '../audit/trail.ts';
import type { TrailState } from './trail-notes.ts';

export type TrailStanding = TrailState & {
  /** True, or why it cannot be written. */
  readonly writable: true | string;
};

export function standingOf(trail: Pick<Trail, 'health' | 'gauges' | 'shipping'>): TrailStanding {
  const { reason = 'cannot be written' } = trail.health();
  // Logs without a worker have nobody else to speak for them, and count in this.
  const { writable, witnessLagsMs, ...gauges } = trail.gauges();
  const { sealAgeMs, indexSilentMs, holdsUnknownMs, erasuresOwedMs } = gauges;
  const witnessLagMs = Math.max(0, ...Object.values(witnessLagsMs));
  const late = { sealAgeMs, indexSilentMs, holdsUnknownMs, erasuresOwedMs, witnessLagMs };
  return { writable: writable || reason, ...late, shipping: trail.shipping() };
}

export function worstOf(
  own: TrailStanding,
  others: readonly (TrailStanding | undefined)[],
): TrailStanding {
  const heard = others.filter((each) => each !== undefined);
  const all = [own, ...heard];
  const most = (read: (each: TrailStanding) => number): number => Math.max(...all.map(read));
  return {
    writable: all.find(({ writable }) => writable !== true)?.writable ?? true,
    sealAgeMs: most(({ sealAgeMs }) => sealAgeMs),
    indexSilentMs: most(({ indexSilentMs }) => indexSilentMs),
    holdsUnknownMs: most(({ holdsUnknownMs }) => holdsUnknownMs),
    erasuresOwedMs: most(({ erasuresOwedMs }) => erasuresOwedMs),
    witnessLagMs: most(({ witnessLagMs }) => witnessLagMs),
    shipping: worstCopy(all),
    unanswered: others.length - heard.length + most(({ unanswered = 0 }) => unanswered),
  };
}

/** One that fails is worse than any that is only behind. */
function worstCopy(all: readonly TrailStanding[]): TrailStanding['shipping'] {
  const copies = all.flatMap(({ shipping }) => shipping ?? []);
  if (copies.length === 0) return undefined;
  const failing = copies.filter(({ reason }) => reason !== undefined);
  const ageMs = Math.max(...(failing.length > 0 ? failing : copies).map((copy) => copy.ageMs));
  return { ageMs, reason: failing[0]?.reason };
}

/** Who asks whether calls may be sent waits a second, and some no longer than that. */
const waitedMsMax = 800;

async function inTime(asked: Promise<TrailStanding>): Promise<TrailStanding | undefined> {
  const waited = new AbortController();
  const late = pause(waitedMsMax, undefined, { signal: waited.signal });
  try {
    return await Promise.race([asked, late]);
  } catch {
    return undefined;
  } finally {
    waited.abort();
    late.catch(() => undefined);
  }
}

/** Asked for twice at the same moment, the others are asked once; what they do not tell is left out. */
export function createStanding(
  own: () => TrailStanding,
  askOthers: (() => Promise<TrailStanding>) | undefined,
): () => Promise<TrailStanding> {
  let asking: Promise<TrailStanding> | undefined;
  const ask = async (): Promise<TrailStanding> => {
    // Where the primary cannot be asked, a check of its own says so.
    const others = askOthers && (await inTime(askOthers()));
    return others === undefined ? own() : worstOf(own(), [others]);
  };
  return () => (asking ??= ask().finally(() => (asking = undefined)));
}
