/** The primary: starts the workers and keeps what is one for all of them, and serves no call itself. */
import { toOutsideDetectors } from '../config/detectors.ts';
import { GatewayError } from '../errors.ts';
import { writePolicyFaults } from '../server/bundle-keeper.ts';
import { Debts, toPace } from '../server/limit-pace.ts';
import type { Log } from '../server/log.ts';
import type { PolicySet } from '../server/loading/policy-set.ts';
import { loadPolicySet, reloadOnChange, reloadWhenAsked } from '../server/reload.ts';
import { writeWelcome } from '../server/welcome.ts';
import { standingOf } from '../server/trail-standing.ts';
import { type Asked, Figures } from '../workers/figures.ts';
import { PolicySpread } from '../workers/policy-spread.ts';
import type { SeatCalls } from '../workers/seat.ts';
import { gatherStandings } from '../workers/standings.ts';
import { Team } from '../workers/team.ts';
import { createRemoteReading, serveReading } from '../workers/trail-channel.ts';
import { type Configuration, refuse, tryConfiguration } from './configuration.ts';
import { endOnSignals, endWith } from './ending.ts';
import { Fork } from './fork.ts';
import { type Rooms, buildRooms } from './rooms.ts';
import { openKeyStore, tellWaiting } from './stores.ts';
import { type WholeTrail, openMasterKey, openWholeTrail } from './trails.ts';

export async function leadWorkers(given: Configuration, log: Log, workers: number): Promise<void> {
  const { config, source } = given;
  const { limits } = config;
  const detectors = toOutsideDetectors(config.detectors);
  const { compiled, set } = await loadPolicySet(config.policies, limits, detectors);
  if ('faults' in compiled || set === undefined)
    refuse('faults' in compiled ? writePolicyFaults(compiled.faults, config.policies) : []);
  const masterKey = openMasterKey(config, log);
  let reach: Team['reach'] = noTeam;
  const started = Promise.withResolvers<undefined>();
  const ask = (worker: number) => createRemoteReading(() => reach(worker));
  const ground = { config, masterKey, log };
  const whole = await openWholeTrail(ground, workers, ask, started.promise);
  const { bundle } = compiled;
  const rooms = buildRooms({ config, log, trail: whole.first, masterKey, detectors, bundle });
  const { keeper, metrics, record } = rooms;
  await rooms.announce();
  const keys = await openKeyStore({ config, log, metrics });
  keys.follow(record, tellWaiting(log, 'acts on keys wait to be recorded'));
  const fork = new Fork(source, config.data, workers);
  const { team, spread } = gatherTeam({ whole, rooms, set, workers, log, fork });
  reach = (worker) => team.reach(worker);
  const url = await team.start().catch((error: unknown) => giveUp(team, error));
  started.resolve(undefined);
  // Not before: a key that is made by a start that then fails is never shown to anybody.
  const firstKey = await keys.ensureFirstKey();
  const reload = await reloadOnChange(
    config.policies,
    limits,
    spread,
    (error) => log.error({ err: error }, 'the policies could not be loaded again'),
    detectors,
  );
  process.on('SIGHUP', reloadWhenAsked(reload, spread, log));
  process.on('SIGUSR2', createRestart(team, fork, log));
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
  readonly fork: Fork;
};

function gatherTeam({ whole, rooms, set, workers, log, fork }: Gathered) {
  const spread: PolicySpread = new PolicySpread(
    rooms.keeper,
    set,
    () => team.joined(),
    (version) => log.info({ policy_version: version }, 'all workers rule by these policies'),
  );
  const figures: Figures = new Figures(() => team.serving());
  const team: Team = new Team({
    workers,
    fork: () => fork.start(),
    serve: toSeatCalls({ whole, spread, figures, rooms, serving: () => team.serving() }),
    onEnd: (worker) => figures.leave(worker),
    tell: (message, fields) => log.warn(fields, message),
  });
  return { team, spread };
}

/** What keeps a worker from starting has been said by that worker; its status is passed on. */
function giveUp(team: Team, error: unknown): never {
  team.kill();
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  endWith(typeof status === 'number' && status !== 0 ? status : 1);
}

/** Each signal in its turn: a configuration that is not valid costs no worker, and one that none comes back with is given up. */
function createRestart(team: Team, fork: Fork, log: Log): () => void {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(async () => {
      const read = tryConfiguration();
      if ('faults' in read) {
        const { faults } = read;
        log.error({ faults }, 'the configuration has faults: no worker is restarted');
        return;
      }
      const before = fork.source;
      fork.source = read.source;
      if (!(await team.restart())) fork.source = before;
    });
  };
}

type Served = {
  readonly whole: WholeTrail;
  readonly spread: PolicySpread;
  readonly figures: Figures;
  readonly rooms: Rooms;
  readonly serving: () => readonly Asked[];
};

function toSeatCalls({
  whole,
  spread,
  figures,
  rooms,
  serving,
}: Served): (worker: number) => SeatCalls {
  const debts = new Debts(() => performance.now());
  return (worker) => ({
    ...serveReading(whole.reading),
    join: async (joined) => ({ worker, policies: await spread.join(joined) }),
    tellLeaving: (metrics, fired) => figures.tell(worker, metrics, fired),
    take: (key, rate, knownUs) => {
      debts.raise(key, knownUs);
      return debts.take(key, toPace(rate), 1);
    },
    ping: () => undefined,
    writeMetrics: async () => figures.writeMetrics(await rooms.metrics.read()),
    readFired: () => figures.readFired(),
    readStandings: () => gatherStandings(standingOf(whole.first), serving()),
  });
}
