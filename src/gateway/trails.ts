/** Opens the logs that this process writes, and reads them with those of others as one trail. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explainFault, makeDirectory } from '../audit/directory.ts';
import { eraseInLogs, joinLogs, untilDestroyedIn } from '../audit/joined/joined-trail.ts';
import type { Log as TrailLog } from '../audit/joined/log.ts';
import { RollCall } from '../audit/joined/roll-call.ts';
import { isLocked, takenDirectory } from '../audit/lock.ts';
import { findMasterKey, masterKeyPath, readMasterKey } from '../audit/master-key.ts';
import { createPrivacy } from '../audit/privacy.ts';
import { keyFile, readKeys } from '../audit/proof/sealed-files.ts';
import { type Trail, openTrail } from '../audit/trail.ts';
import type { TrailGauges } from '../audit/gauges.ts';
import type { OtherLogs } from '../audit/trail-options.ts';
import type { TrailReading } from '../audit/trail-reading.ts';
import type { SharedOptions } from '../audit/shared/shared-trail.ts';
import {
  type LogPlace,
  listWorkerLogs,
  nameOrigin,
  workerLogDirectory,
} from '../audit/worker-logs.ts';
import type { Config } from '../config/config.ts';
import { toSharedSettings } from '../config/shared-index.ts';
import { toTrailSettings } from '../config/ship.ts';
import type { Log } from '../server/log.ts';

/** A process that has died lets go of its directory within moments. */
const lockWaitMs = 5_000;

export function auditDirectoryOf(config: Config): string {
  return join(config.data, 'audit');
}

export function openMasterKey(config: Config, log: Log): Uint8Array {
  const directory = auditDirectoryOf(config);
  makeDirectory(directory);
  if (config.audit.masterKey !== undefined) return readMasterKey(config.audit.masterKey.reveal());
  // Whoever writes there has its key from elsewhere: a later start would take one that is made now for that.
  if (!existsSync(masterKeyPath(directory)) && isLocked(directory)) throw takenDirectory(directory);
  return findMasterKey(directory, (path) =>
    log.warn({ path }, 'a master key was made: keep a copy of it, apart from the data'),
  );
}

/** What every log that this process writes is opened with. */
export type TrailGround = {
  readonly config: Config;
  readonly masterKey: Uint8Array;
  readonly log: Log;
};

export type WholeTrail = {
  /** The log that is always there, and that acts on the whole trail are recorded in. */
  readonly first: Trail;
  /** All logs together. */
  readonly reading: TrailReading;
  readonly close: () => Promise<void>;
};

/**
 * The first log, and those that workers of an earlier start left: they are recovered, kept and searched here.
 * `askWorker` is how those of the present workers are read, numbers from 1 to `workers`, once they have `started`.
 */
export async function openWholeTrail(
  ground: TrailGround,
  workers = 0,
  askWorker: (worker: number) => TrailReading = noWorker,
  started = Promise.resolve(),
): Promise<WholeTrail> {
  const { config, masterKey } = ground;
  const directory = auditDirectoryOf(config);
  const others: TrailLog[] = [];
  const first = await openFirst(ground, {
    erase: (pseudonym, actor) => eraseInLogs(others, pseudonym, actor),
    untilDestroyed: () => untilDestroyedIn(others),
  });
  const holds = (): Promise<readonly string[]> => first.listHolds();
  for (let worker = 1; worker <= workers; worker += 1) {
    const place = { log: worker, directory: workerLogDirectory(directory, worker) };
    others.push({ ...place, reading: askWorker(worker) });
  }
  const left: Trail[] = [];
  for (const place of listWorkerLogs(directory).filter((each) => each.log > workers)) {
    const trail = await openBeside(ground, place.log, holds);
    left.push(trail);
    others.push({ ...place, reading: trail });
  }
  await first.begin(started);
  const { toPseudonym } = createPrivacy(masterKey);
  const { record } = first;
  const gauges: Trail['gauges'] = () => joinGauges(first.gauges(), left);
  const own =
    others.length === 0
      ? first
      : joinLogs({ first: { log: 0, directory, reading: first }, others, record, toPseudonym });
  const index = await openSharedIndex(config, masterKey);
  const rollCall = await RollCall.begin({ others: () => listWorkerLogs(directory), record });
  return {
    first: { ...first, gauges },
    reading: index === undefined ? own : index.share({ own, first, toPseudonym }),
    async close() {
      await index?.close();
      // A store that hangs is waited for by each: all of them together are to take no longer than one.
      await Promise.all(left.map((trail) => trail.close()));
      await rollCall.close();
      await first.close();
    },
  };
}

/** Logs without a worker have nobody else to speak for them. */
function joinGauges(own: TrailGauges, left: readonly Trail[]): TrailGauges {
  const each = [own, ...left.map((trail) => trail.gauges())];
  return {
    ...own,
    writable: each.every(({ writable }) => writable),
    recoveredAtMs: Math.max(...each.map(({ recoveredAtMs }) => recoveredAtMs)),
    sealAgeMs: Math.max(...each.map(({ sealAgeMs }) => sealAgeMs)),
    faults: each.reduce((sum, { faults }) => sum + faults, 0),
    sharedIndexAgeMs: Math.max(...each.map(({ sharedIndexAgeMs }) => sharedIndexAgeMs)),
    indexSilentMs: Math.max(...each.map(({ indexSilentMs }) => indexSilentMs)),
    retentionStopped: each.some(({ retentionStopped }) => retentionStopped),
    holdsUnknownMs: Math.max(...each.map(({ holdsUnknownMs }) => holdsUnknownMs)),
    erasuresOwedMs: Math.max(...each.map(({ erasuresOwedMs }) => erasuresOwedMs)),
  };
}

/** Before the trail is opened, which says more of it than that it cannot be read. */
function readKnownKey(directory: string): string | undefined {
  try {
    return readKeys(directory).at(-1);
  } catch (error) {
    throw explainFault(directory, error, join(directory, keyFile));
  }
}

/** It signs with the master key, and so shows whether that is still the same. */
async function openFirst(ground: TrailGround, others: OtherLogs): Promise<Trail> {
  const { config, log } = ground;
  const directory = auditDirectoryOf(config);
  const before = readKnownKey(directory);
  const trail = await open(ground, 0, others);
  if (before !== undefined && readKeys(directory).at(-1) !== before)
    log.warn(
      { directory },
      'the master key is another one than before: texts and names from before are out of reach until that one is put back',
    );
  return trail;
}

/** What speaks to PostgreSQL is loaded only where that is used. */
async function openSharedIndex(config: Config, masterKey: Uint8Array) {
  const settings = toSharedSettings(config);
  if (settings === undefined) return undefined;
  const { SharedIndex } = await import('../audit/shared/shared-index.ts');
  const { shareTrail } = await import('../audit/shared/shared-trail.ts');
  const index = new SharedIndex(settings, masterKey);
  return {
    share: (options: Omit<SharedOptions, 'index'>) => shareTrail({ index, ...options }),
    close: () => index.close(),
  };
}

/** The log of one worker, opened by that worker. */
export function openWorkerLog(
  ground: TrailGround,
  worker: number,
  holds: () => Promise<readonly string[]>,
): Promise<Trail> {
  makeDirectory(workerLogDirectory(auditDirectoryOf(ground.config), worker));
  return openBeside(ground, worker, holds);
}

/** A log beside the first one, which it keeps checkpoints of as that does of it. */
async function openBeside(
  ground: TrailGround,
  worker: number,
  holds: () => Promise<readonly string[]>,
): Promise<Trail> {
  const first = auditDirectoryOf(ground.config);
  const trail = await open(ground, worker, { first, holds });
  const others = (): LogPlace[] => [{ log: 0, directory: first }];
  const rollCall = await RollCall.begin({ others, record: trail.record });
  const close = async (): Promise<void> => {
    await rollCall.close();
    await trail.close();
  };
  return { ...trail, close };
}

function open(
  { config, masterKey, log }: TrailGround,
  number: number,
  others: OtherLogs,
): Promise<Trail> {
  const directory = auditDirectoryOf(config);
  return openTrail({
    ...config.audit,
    ...toTrailSettings(config.audit),
    masterKey,
    directory: number === 0 ? directory : workerLogDirectory(directory, number),
    origin: nameOrigin(number),
    ...(number === 0 ? {} : { lockWaitMs }),
    others,
    shared: toSharedSettings(config),
    holdsIn: config.databaseUrl?.reveal(),
    erasuresIn: config.databaseUrl?.reveal(),
    onAlarm: (message, fields) => log.warn(fields, message),
  });
}

function noWorker(worker: number): never {
  throw new Error(`there is no worker ${worker}`);
}
