/** Opens what a process keeps keys and counts in, and tells log and metrics when either cannot be asked. */
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { type Budgets, openBudgets } from '../budgets/budgets.ts';
import type { Config } from '../config/config.ts';
import { whyDown } from '../database/why.ts';
import { type Keys, keyFileIn, openKeys } from '../keys/keys.ts';
import { StoreError } from '../keys/store.ts';
import { type Counts, type MeetingPlace, SharedCounts } from '../server/limit-shared.ts';
import { createCounts } from '../server/limit-store.ts';
import type { Log } from '../server/log.ts';
import type { Metrics } from '../server/metrics.ts';

type Told = { readonly config: Config; readonly log: Log; readonly metrics: Metrics };

type OnDegraded = (degraded: boolean, why?: string) => void;

/** What is down, by its name in `/readyz`, where whoever asks has shown no key: neither place nor reason. */
class Down {
  readonly #notes = new Map<string, string>();

  tell(name: string, note: string, also: OnDegraded): OnDegraded {
    return (degraded, why) => {
      if (degraded) this.#notes.set(name, note);
      else this.#notes.delete(name);
      also(degraded, why);
    };
  }

  notes(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#notes);
  }
}

export function openKeyStore({ config, log, metrics }: Told, down = new Down()): Promise<Keys> {
  tellOfKeysLeft(config, log);
  return openKeys({
    data: config.data,
    databaseUrl: config.databaseUrl?.reveal(),
    bootstrapKey: config.keys.bootstrapKey?.reveal(),
    cacheMs: config.keys.cacheMs,
    onDegraded: down.tell('keys', keysNote, (degraded, why) => {
      metrics.setKeyStoreDegraded(degraded);
      log.warn({ degraded, why }, `the key store is ${degraded ? 'down' : 'back'}`);
    }),
  });
}

/** Told of what is not done yet; what a driver says beside the reason may name the server and the user. */
export function tellWaiting(log: Log, message: string): (error: unknown) => void {
  return (error) =>
    log.warn(error instanceof StoreError ? { why: whyDown(error) } : { err: error }, message);
}

/** Whoever moves to a database would otherwise learn from callers that are refused that keys do not move along. */
function tellOfKeysLeft({ data, databaseUrl }: Config, log: Log): void {
  const path = keyFileIn(data);
  if (databaseUrl === undefined || cluster.isWorker || !existsSync(path)) return;
  log.warn(
    { path },
    'keys are read from the database alone: make those anew that this file has, and put it away',
  );
}

/**
 * `processes`: how many on this machine count in the store, each of which allows its share while that is down. Without a
 * store those of a machine meet at `place`, each replica for itself.
 */
async function openCounts(
  { config, log, metrics }: Told,
  processes: number,
  place: MeetingPlace | undefined,
  down: Down,
): Promise<Counts> {
  const { rateLimit, redisUrl } = config;
  const onDegraded = down.tell('rates', noteCounts('rates', config), (degraded, why) => {
    metrics.setRateStoreDegraded(degraded);
    log.warn({ degraded, why }, `the shared rate limit store is ${degraded ? 'down' : 'back'}`);
  });
  if (redisUrl === undefined && place !== undefined)
    return new SharedCounts(place, { ...rateLimit, replicas: processes, onDegraded });
  return createCounts({
    ...rateLimit,
    replicas: rateLimit.replicas * processes,
    redisUrl: redisUrl?.reveal(),
    onDegraded,
    onCluster: () =>
      log.warn(
        '`REDIS_URL` leads to one server of a cluster, which holds a part of the rates and no budgets: name one that stands alone',
      ),
  });
}

function openBudgetStore(
  { config, log, metrics }: Told,
  processes: number,
  down: Down,
): Promise<Budgets> {
  const { rateLimit, limits } = config;
  return openBudgets({
    ...rateLimit,
    replicas: rateLimit.replicas * processes,
    limits: config,
    data: config.data,
    databaseUrl: config.databaseUrl?.reveal(),
    redisUrl: config.redisUrl?.reveal(),
    leaseMs: limits.budgetLeaseMs,
    onDegraded: down.tell('budgets', noteCounts('budgets', config), (degraded, why) => {
      metrics.setBudgetStoreDegraded(degraded);
      log.warn({ degraded, why }, `the store of the budgets is ${degraded ? 'down' : 'back'}`);
    }),
    onUntold: (untold, why) => {
      const told = untold ? 'is not told' : 'is told again';
      log.warn({ untold, why }, `the database ${told} what was used of budgets`);
    },
  });
}

const keysNote = 'the key store is down; only keys that were in use shortly before are known';

function noteCounts(of: string, { rateLimit }: Config): string {
  const meanwhile =
    rateLimit.storeDown === 'refuse'
      ? 'what it counts is refused'
      : 'each process allows its share';
  return `the store of the ${of} is down; ${meanwhile}`;
}

export type Stores = {
  readonly keys: Keys;
  readonly counts: Counts;
  readonly budgets: Budgets;
  /** Which of them is down, in words for anybody. */
  readonly notes: () => Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

/** `place`: where processes of this machine count together that have no store. */
export async function openStores(told: Told, processes = 1, place?: MeetingPlace): Promise<Stores> {
  const down = new Down();
  const keys = await openKeyStore(told, down);
  const counts = await openCounts(told, processes, place, down);
  const budgets = await openBudgetStore(told, processes, down);
  return {
    ...{ keys, counts, budgets, notes: () => down.notes() },
    async close() {
      counts.close();
      await budgets.close();
      await keys.close();
    },
  };
}
