/** The keys of a gateway, opened: who calls, who is let in for the first time, and what the trail must know of it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnDegraded } from '../database/why.ts';
import type { Recorder } from '../governance/event.ts';
import { Authenticator, type KeyVerdict } from './authenticate.ts';
import {
  type IssuedKey,
  type Rotation,
  createFirstKey,
  createKey,
  revokeKey,
  rotateKey,
} from './change.ts';
import { drainOutbox } from './outbox.ts';
import { type Changer, type KeyRecord, type ProfileInput, profileSchema } from './record.ts';
import { openSqliteStore } from './store-sqlite.ts';
import { type KeyStore, StoreError, toStoreAway } from './store.ts';

export type KeysOptions = {
  /** The state directory; keys lie in it unless there is a database. */
  readonly data: string;
  readonly databaseUrl?: string | undefined;
  readonly bootstrapKey?: string | undefined;
  readonly cacheMs?: number;
  readonly now?: () => number;
  readonly monotonicNow?: () => number;
  /** Told when keys cannot be looked up any more, and when they can again. */
  readonly onDegraded?: OnDegraded;
};

export type Keys = {
  readonly authenticate: (presented: string) => Promise<KeyVerdict>;
  /** The administrator's key of a very first start; undefined at any other, and where there is a bootstrap key. */
  readonly ensureFirstKey: () => Promise<IssuedKey | undefined>;
  readonly create: (
    profile: ProfileInput,
    lifeMs: number | undefined,
    by: Changer,
  ) => Promise<IssuedKey>;
  readonly list: () => Promise<readonly KeyRecord[]>;
  readonly find: (id: string) => Promise<KeyRecord | undefined>;
  readonly revoke: (id: string, by: Changer) => Promise<boolean>;
  readonly rotate: (id: string, overlapMs: number, by: Changer) => Promise<Rotation>;
  readonly drainOutbox: (record: Recorder) => Promise<number>;
  /**
   * Drains now and every second, and writes down when keys were seen; a failure is told once, and tried again.
   * Without a recorder another process of the same store drains.
   */
  readonly follow: (record: Recorder | undefined, onFailure: (error: unknown) => void) => void;
  readonly close: () => Promise<void>;
};

const cacheMsDefault = 2_000;
const drainEveryMs = 1_000;
const seenEveryDrains = 30;

export async function openKeys(options: KeysOptions): Promise<Keys> {
  const { databaseUrl, bootstrapKey, cacheMs = cacheMsDefault } = options;
  const { now = Date.now, monotonicNow = () => performance.now() } = options;
  const store =
    databaseUrl === undefined ? openFile(options.data) : await openDatabase(databaseUrl);
  const authenticator = new Authenticator({
    store,
    bootstrapKey,
    cacheMs,
    now,
    monotonicNow,
    ...(options.onDegraded && { onDegraded: options.onDegraded }),
  });
  const stopping = new AbortController();
  let following = Promise.resolve();
  const start: Changer = { key: '', owner: 'gateway', agent: 'first start' };
  return {
    authenticate: (presented) => authenticator.authenticate(presented),
    ensureFirstKey: async () =>
      bootstrapKey === undefined ? createFirstKey(store, administrator, start, now()) : undefined,
    create: async (profile, lifeMs, by) =>
      told(() => createKey(store, profileSchema.parse(profile), lifeMs, by, now())),
    list: () => told(() => store.list()),
    find: (id) => told(() => store.find(id)),
    revoke: async (id, by) => {
      const done = await told(() => revokeKey(store, id, by, now()));
      authenticator.forget(id);
      return done;
    },
    rotate: async (id, overlapMs, by) => {
      const rotation = await told(() => rotateKey(store, id, overlapMs, by, now()));
      authenticator.forget(id);
      return rotation;
    },
    drainOutbox: (record) => drainOutbox(store, record),
    follow: (record, onFailure) => {
      following = follow(store, authenticator, record, onFailure, stopping.signal);
    },
    close: async () => {
      stopping.abort();
      await following;
      await authenticator.writeSeen().catch(() => undefined);
      await store.close();
    },
  };
}

/** A store that is away is no bug: whoever asked hears that asking again may help. */
async function told<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw toStoreAway(error.cause ?? error);
  }
}

const administrator = profileSchema.parse({
  owner: 'administrator',
  scopes: ['govern', 'proxy', 'audit:read', 'audit:reveal', 'admin'],
});

/** The driver is loaded only where it is used: it costs a tenth of a start. */
async function openDatabase(url: string): Promise<KeyStore> {
  const { openPostgresStore } = await import('./store-postgres.ts');
  return openPostgresStore(url);
}

function openFile(data: string): KeyStore {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  return openSqliteStore(keyFileIn(data));
}

async function follow(
  store: KeyStore,
  authenticator: Authenticator,
  record: Recorder | undefined,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  let failing = false;
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      await authenticator.lookAgain();
      if (record !== undefined) await drainOutbox(store, record);
      if (round % seenEveryDrains === 0) await authenticator.writeSeen();
      failing = false;
    } catch (error) {
      if (!failing) onFailure(error);
      failing = true;
    }
    await sleep(drainEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Where keys are kept without a database. */
export function keyFileIn(data: string): string {
  return join(data, 'keys.sqlite');
}
