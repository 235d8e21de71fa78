/** A worker: one of several processes that serve on the one address, each with a log of its own. */
import type { Config } from '../config/config.ts';
import { toOutsideDetectors } from '../config/detectors.ts';
import { handInShippedWeights } from '../config/weights.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import { finishSteps } from '../governance/steps.ts';
import { warmUp } from '../server/judging/warm-up.ts';
import type { Log } from '../server/log.ts';
import { standingOf } from '../server/trail-standing.ts';
import { compileSet } from '../server/loading/policy-set.ts';
import { takeInTurns } from '../server/loading/turns.ts';
import type { PrimaryCalls } from '../workers/calls.ts';
import { Channel } from '../workers/channel.ts';
import { meetAtPrimary, tellInTime } from '../workers/primary-place.ts';
import { PolicyCopy } from '../workers/policy-copy.ts';
import type { Pulse } from '../workers/pulse.ts';
import { createRemoteReading, serveReading } from '../workers/trail-channel.ts';
import { openDoors } from './doors.ts';
import { endBy, endWith } from './ending.ts';
import { hearPrimary } from './handed-source.ts';
import { type Rooms, buildRooms } from './rooms.ts';
import { openStores, tellWaiting } from './stores.ts';
import { openMasterKey, openWorkerLog } from './trails.ts';

type Primary = Channel<PrimaryCalls>;

const unledMsMax = 30_000;

/** Resolves to whether a crowd is at its door. */
export async function serveAsWorker(
  config: Config,
  plainLog: Log,
  workers: number,
): Promise<() => boolean> {
  const detectors = toOutsideDetectors(config.detectors);
  const policies = createCopy(detectors);
  let stop: () => Promise<void> = () => Promise.resolve(process.exit(0));
  const primary = openChannel({
    ...{ prepare: policies.prepare, enforce: policies.enforce, reject: policies.reject },
    ping: () => undefined,
    stop: () => void stop(),
  });
  const pulse = primary.watch({ name: 'the primary' });
  const { worker, policies: given } = await primary.call('join');
  const log = plainLog.child({ worker });
  const masterKey = openMasterKey(config, log);
  const trail = await openWorkerLog({ config, masterKey, log }, worker, () =>
    primary.call('listHolds'),
  );
  const bundle = policies.begin(given);
  const rooms = buildRooms({ config, log, trail, masterKey, detectors, bundle });
  policies.follow((newer, rejected) => rooms.keeper.adopt(newer, rejected));
  const figures = { readMetrics: rooms.metrics.read, readFired: rooms.ruleCounts.read };
  primary.serve({ ...serveReading(trail), ...figures, readStanding: () => standingOf(trail) });
  const stores = await openWorkerStores(primary, { config, log, metrics: rooms.metrics }, workers);
  const doors = await openDoors({
    ...{ config, log, rooms, stores, detectors },
    trail: { ...trail, ...createRemoteReading(() => Promise.resolve(primary)) },
    failuresPerMinute: Math.max(1, Math.floor(config.rateLimit.failuresPerMinute / workers)),
    writeMetrics: () => tellInTime(primary.call('writeMetrics')),
    readFired: () => tellInTime(primary.call('readFired')),
    leading: () => isLed(pulse),
    askStandings: () => primary.call('readStandings'),
  });
  stop = once(async () => {
    const whole = await doors.close();
    await rooms.close();
    await stores.close();
    await tellLeaving(primary, rooms, log);
    await trail.close();
    log.info({ whole }, 'worker stopped');
    endWith(0);
  });
  if (config.audit.content !== 'none') trail.warm();
  log.info({ pid: process.pid }, 'worker serves');
  await primary.call('tellListening', doors.url);
  void warmUp(rooms.keeper.look, log);
  return rooms.admission.crowded;
}

function createCopy(detectors: readonly OutsideDetector[]): PolicyCopy {
  handInShippedWeights();
  return new PolicyCopy({
    atOnce: (set) => finishSteps(compileSet(set, detectors)),
    inTurns: (set) => takeInTurns(compileSet(set, detectors)),
  });
}

/**
 * A worker judges and records without its primary, but nobody can give it other policies then, and nobody takes the place
 * of one that dies: as a worker that stands still for so long is ended, this one says that it should be restarted.
 */
function isLed({ unheardMs }: Pulse): true | string {
  if (unheardMs < unledMsMax) return true;
  return `the primary of the workers has not answered for ${Math.floor(unheardMs / 1_000)} s`;
}

/** A primary that stands still hears nothing of it; the log is closed all the same. */
async function tellLeaving(primary: Primary, rooms: Rooms, log: Log): Promise<void> {
  const { metrics, ruleCounts } = rooms;
  await primary
    .call('tellLeaving', await metrics.read(), ruleCounts.read())
    .catch((error: unknown) => log.warn({ err: error }, 'what was counted here is not told'));
}

/** Asked again, it is the same act that goes on. */
function once(act: () => Promise<void>): () => Promise<void> {
  let going: Promise<void> | undefined;
  return () => (going ??= act());
}

/** What the primary asks; the log and its figures can be asked for once they are there. */
function openChannel(served: ConstructorParameters<typeof Channel>[1]): Primary {
  const primary: Primary = new Channel(
    {
      send: (envelope, onError) =>
        process.send?.(envelope, undefined, undefined, (error) => {
          if (error !== null) onError(error);
        }),
    },
    served,
  );
  hearPrimary((message) => primary.hear(message));
  // The primary's word is what keeps a worker going, whatever else was loaded into it.
  process.channel?.ref();
  // A terminal sends the others to every process of it; the primary decides what they mean.
  endBy((signal) => {
    if (signal === 'SIGTERM') served['stop']?.();
  });
  return primary;
}

async function openWorkerStores(
  primary: Primary,
  options: Parameters<typeof openStores>[0],
  workers: number,
): ReturnType<typeof openStores> {
  const stores = await openStores(options, workers, meetAtPrimary(primary));
  // The primary tells the trail of acts on keys; here only their use is written down.
  stores.keys.follow(undefined, tellWaiting(options.log, 'the use of keys is not written down'));
  return stores;
}
