/** One process that does it all: reads the policies, judges, records, serves; resolves to whether a crowd is at its door. */
import type { Config } from '../config/config.ts';
import { toOutsideDetectors } from '../config/detectors.ts';
import { writePolicyFaults } from '../server/bundle-keeper.ts';
import { warmUp } from '../server/judging/warm-up.ts';
import type { Log } from '../server/log.ts';
import { loadPolicies, reloadOnChange, reloadWhenAsked } from '../server/reload.ts';
import { writeWelcome } from '../server/welcome.ts';
import { refuse } from './configuration.ts';
import { openDoors } from './doors.ts';
import { endOnSignals } from './ending.ts';
import { buildRooms } from './rooms.ts';
import { openStores, tellWaiting } from './stores.ts';
import { openMasterKey, openWholeTrail } from './trails.ts';

export async function serveAlone(config: Config, log: Log): Promise<() => boolean> {
  const detectors = toOutsideDetectors(config.detectors);
  const loaded = await loadPolicies(config.policies, config.limits, detectors);
  if ('faults' in loaded) refuse(writePolicyFaults(loaded.faults, config.policies));
  const masterKey = openMasterKey(config, log);
  const whole = await openWholeTrail({ config, masterKey, log });
  const trail = { ...whole.first, ...whole.reading };
  const rooms = buildRooms({ config, log, trail, masterKey, detectors, bundle: loaded.bundle });
  const { keeper, metrics, ruleCounts, record } = rooms;
  await rooms.announce();
  const stores = await openStores({ config, log, metrics });
  const { keys } = stores;
  keys.follow(record, tellWaiting(log, 'acts on keys wait to be recorded'));
  const reload = await reloadOnChange(
    config.policies,
    config.limits,
    keeper,
    (error) => log.error({ err: error }, 'the policies could not be loaded again'),
    detectors,
  );
  process.on('SIGHUP', reloadWhenAsked(reload, keeper, log));
  process.on('SIGUSR2', () =>
    log.warn('there is one process only: it cannot be restarted in turn'),
  );
  const doors = await openDoors({
    ...{ config, log, rooms, trail, stores, detectors },
    failuresPerMinute: config.rateLimit.failuresPerMinute,
    writeMetrics: metrics.write,
    readFired: () => Promise.resolve(ruleCounts.read()),
  });
  // Not before: a key that is made by a start that then fails is never shown to anybody.
  const firstKey = await keys.ensureFirstKey();
  endOnSignals(log, {
    async close() {
      const ended = await doors.close();
      reload.close();
      await rooms.close();
      await stores.close();
      await whole.close();
      return ended;
    },
  });
  if (config.audit.content !== 'none') trail.warm();
  // Last of all, since whoever waits for this line takes it that the rest has been said.
  if (firstKey !== undefined) process.stdout.write(writeWelcome(doors.url, firstKey.key));
  log.info(
    { url: doors.url, policy_version: keeper.bundle.version, pid: process.pid },
    'listening',
  );
  void warmUp(keeper.look, log);
  return rooms.admission.crowded;
}
