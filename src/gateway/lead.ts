/** The primary: starts the workers and keeps what is one for all of them, and serves no call itself. */
import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { toOutsideDetectors } from '../config/detectors.ts';
import { GatewayError } from '../errors.ts';
import { writePolicyFaults } from '../server/bundle-keeper.ts';
import { Debts, toPace } from '../server/limit-pace.ts';
import type { Log } from '../server/log.ts';
import { type PolicySet, loadPolicySet, reloadOnChange } from '../server/reload.ts';
import { writeWelcome } from '../server/welcome.ts';
import { Figures } from '../workers/figures.ts';
import { PolicySpread } from '../workers/policy-spread.ts';
import type { SeatCalls, WorkerProcess } from '../workers/seat.ts';
import { Team } from '../workers/team.ts';
import { createRemoteReading, serveReading } from '../workers/trail-channel.ts';
import { refuse } from './configuration.ts';
import { endOnSignals } from './ending.ts';
import { type Rooms, buildRooms } from './rooms.ts';
import { openKeyStore } from './stores.ts';
import { type WholeTrail, openMasterKey, openWholeTrail } from './trails.ts';

export async function leadWorkers(config: Config, log: Log, workers: number): Promise<void> {
  const { limits } = config;
  const detectors = toOutsideDetectors(config.detectors);
  const { compiled, set } = await loadPolicySet(config.policies, limits, detectors);
  if ('faults' in compiled || set === undefined)
    refuse('faults' in compiled ? writePolicyFaults(compiled.faults, config.policies) : []);
  const masterKey = openMasterKey(config, log);
  let reach: Team['reach'] = noTeam;
  const whole = await openWholeTrail(config, masterKey, log, workers, (worker) =>
    createRemoteReading(() => reach(worker)),
  );
  const { bundle } = compiled;
  const rooms = buildRooms({ config, log, trail: whole.first, masterKey, detectors, bundle });
  const { keeper, metrics, record } = rooms;
  await rooms.announce();
  const keys = await openKeyStore({ config, log, metrics });
  keys.follow(record, (error) => log.warn({ err: error }, 'acts on keys wait to be recorded'));
  const { team, spread } = gatherTeam({ whole, rooms, set, workers, log });
  reach = (worker) => team.reach(worker);
  const url = await team.start().catch((error: unknown) => giveUp(team, error));
  // Not before: a key that is made by a start that then fails is never shown to anybody.
  const firstKey = await keys.ensureFirstKey();
  const reload = await reloadOnChange(
    config.policies,
    limits,
    spread,
    (error) => log.error({ err: error }, 'the policies could not be loaded again'),
    detectors,
  );
  process.on('SIGHUP', () => void reload.now());
  process.on('SIGUSR2', () => void team.restart());
  endOnSignals(log, {
    async close() {
      const ended = await team.stop();
      reload.close();
      await rooms.close();
      await keys.close();
      await whole.close();
      return ended;
    },
    hurry: () => team.kill(),
  });
  if (config.audit.content !== 'none') whole.first.warm();
  if (firstKey !== undefined) process.stdout.write(writeWelcome(url, firstKey.key));
  const { version } = keeper.bundle;
  log.info({ url, policy_version: version, workers, pid: process.pid }, 'listening');
}

/** Nobody is asked for before there is a team. */
function noTeam(): never {
  throw new GatewayError('not_ready', 'the workers have not been started yet');
}

type Gathered = {
  readonly whole: WholeTrail;
  readonly rooms: Rooms;
  readonly set: PolicySet;
  readonly workers: number;
  readonly log: Log;
};

function gatherTeam({ whole, rooms, set, workers, log }: Gathered) {
  const spread: PolicySpread = new PolicySpread(
    rooms.keeper,
    set,
    () => team.joined(),
    (version) => log.info({ policy_version: version }, 'all workers rule by these policies'),
  );
  const figures: Figures = new Figures(() => team.serving());
  const team: Team = new Team({
    workers,
    fork: createFork(),
    serve: toSeatCalls({ whole, spread, figures, rooms }),
    onEnd: (worker) => figures.leave(worker),
    tell: (message, fields) => log.warn(fields, message),
  });
  return { team, spread };
}

/** What keeps a worker from starting has been said by that worker; its status is passed on. */
function giveUp(team: Team, error: unknown): never {
  team.kill();
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  process.exit(typeof status === 'number' && status !== 0 ? status : 1);
}

function createFork(): () => WorkerProcess {
  const exec = fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../gateway.ts' : '../gateway.js', import.meta.url),
  );
  // Workers take connections off the one socket themselves: one that this process had taken and handed to a worker
  // that dies would be open for good and answered by nobody.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec, args: process.argv.slice(2), serialization: 'advanced' });
  return () => {
    const worker = cluster.fork();
    return {
      send: (message, onSent) => worker.send(message as object, onSent),
      kill: (signal) => worker.process.kill(signal),
      onMessage: (hear) => worker.on('message', hear),
      // One of the two is there; which one, the declarations do not say.
      onExit: (end) =>
        worker.once('exit', (code: number | null, signal: string | null) =>
          end(signal ?? code ?? 'unknown'),
        ),
    };
  };
}

type Served = {
  readonly whole: WholeTrail;
  readonly spread: PolicySpread;
  readonly figures: Figures;
  readonly rooms: Rooms;
};

function toSeatCalls({ whole, spread, figures, rooms }: Served): (worker: number) => SeatCalls {
  const debts = new Debts(() => performance.now());
  return (worker) => ({
    ...serveReading(whole.reading),
    join: async (joined) => ({ worker, policies: await spread.join(joined) }),
    tellLeaving: (metrics, fired) => figures.tell(worker, metrics, fired),
    take: (key, rate) => debts.take(key, toPace(rate), 1),
    writeMetrics: async () => figures.writeMetrics(await rooms.metrics.read()),
    readFired: () => figures.readFired(),
  });
}
