/** What the primary counts for all its workers: nobody waits long for one that stands still. */
import { GatewayError } from '../errors.ts';
import type { MeetingPlace } from '../server/limit-shared.ts';
import type { PrimaryCalls } from './calls.ts';
import type { Channel } from './channel.ts';

/** It also compiles policies and may be busy for a while, which is no reason to count apart. */
const waitedMsMax = 2_000;

/** What is asked too late is counted all the same, when the primary goes on. */
export function meetAtPrimary(primary: Channel<PrimaryCalls>): MeetingPlace {
  return {
    take: ({ key, rate, knownUs }) => inTime(primary.call('take', key, rate, knownUs)),
    look: () => inTime(primary.call('ping')),
    close: () => undefined,
  };
}

/** Figures that all workers tell together: asked of a primary that stands still, there are none. */
export async function tellInTime<Figures>(asked: Promise<Figures>): Promise<Figures> {
  try {
    return await inTime(asked, 2 * waitedMsMax);
  } catch (error) {
    if (!(error instanceof Late)) throw error;
    throw new GatewayError('not_ready', 'the primary does not tell what all workers counted', {
      headers: { 'retry-after': '1' },
    });
  }
}

class Late extends Error {}

function inTime<Answer>(asked: Promise<Answer>, waitedMs = waitedMsMax): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let look: NodeJS.Immediate | undefined;
    const leave = (): void => reject(new Late('the primary did not answer: timed out'));
    // A worker that was busy meanwhile may not have seen yet what came in time.
    const timer = setTimeout(() => (look = setImmediate(leave)), waitedMs);
    const clear = (): void => {
      clearTimeout(timer);
      clearImmediate(look);
    };
    asked.finally(clear).then(resolve, reject);
  });
}
