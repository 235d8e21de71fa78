/** Tells whose key was presented. Every refusal takes the same work, and a valid key is not looked up each time. */
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Downtime } from '../database/downtime.ts';
import { type OnDegraded, whyDown } from '../database/why.ts';
import { GatewayError } from '../errors.ts';
import type { Caller } from '../governance/interaction.ts';
import { type Scope, scopes } from '../governance/scope.ts';
import { digestOf, readKeyId } from './key.ts';
import type { KeyRecord } from './record.ts';
import { type KeyStore, StoreError, toStoreAway } from './store.ts';
import type { Rate } from './term.ts';

/** What a key allows. */
export type Identity = {
  readonly caller: Caller;
  readonly scopes: readonly Scope[];
  /** Patterns of allowed models and upstreams; empty means all. */
  readonly models: readonly string[];
  readonly upstreams: readonly string[];
  readonly rate: Rate | undefined;
};

export type Refusal = 'unknown' | 'malformed' | 'expired' | 'revoked';

export type KeyVerdict =
  /** `stale` where the store could not be asked and the key was known from shortly before. */
  | { readonly kind: 'accepted'; readonly identity: Identity; readonly stale?: true }
  | { readonly kind: 'refused'; readonly reason: Refusal };

export type AuthenticatorOptions = {
  readonly store: Pick<KeyStore, 'find' | 'touch'>;
  readonly bootstrapKey: string | undefined;
  /** How long a valid key is not looked up again. */
  readonly cacheMs: number;
  /** Wall clock, for expiry; milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic clock, for the age of what is remembered. */
  readonly monotonicNow: () => number;
  /** Told when the store cannot be asked any more, and when it can again. */
  readonly onDegraded?: OnDegraded;
};

/** A key that was revoked elsewhere stops within this time even while the store cannot be asked. */
const staleMaxMs = 5_000;
/** A key that is known from shortly before does not wait longer than this for a store that hangs, nor any while it is down. */
const patienceMs = 250;
const rememberedMax = 10_000;
const lookUpsMax = 1_000;
const seenEveryMs = 60_000;
const noDigest = '0'.repeat(64);

type Remembered = {
  readonly id: string;
  readonly verdict: KeyVerdict;
  readonly expiresAt: number;
  readonly checkedAt: number;
  seenAt: number;
};

export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #bootstrap: string;
  // By the digest of the whole key: no key is held, and nothing can be learned from how a map compares digests.
  readonly #remembered = new Map<string, Remembered>();
  readonly #lookUps = new Map<string, Promise<KeyVerdict>>();
  #seen = new Map<string, number>();
  #latest = 0;
  readonly #down: Downtime;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    const { bootstrapKey, onDegraded = () => undefined } = options;
    this.#down = new Downtime(onDegraded);
    this.#bootstrap = bootstrapKey === undefined ? noDigest : digestOf(bootstrapKey);
  }

  async authenticate(presented: string): Promise<KeyVerdict> {
    const digest = digestOf(presented);
    const known = this.#findRemembered(digest, this.#options.cacheMs);
    const verdict = known && this.#use(known);
    if (verdict?.kind === 'accepted') return verdict;
    if (isSame(digest, this.#bootstrap)) return bootstrapVerdict;
    const asked = this.#lookUps.get(digest) ?? this.#startLookUp(presented, digest);
    const stale = this.#useStale(digest);
    if (stale === undefined && !this.#down.lasts) return asked;
    const patience = new AbortController();
    const waited = sleep(patienceMs, undefined, { signal: patience.signal }).then(
      () => {
        const known = this.#useStale(digest);
        if (known === undefined && this.#down.lasts) throw toStoreAway();
        return known ?? asked;
      },
      () => asked,
    );
    return Promise.race([asked, waited]).finally(() => patience.abort());
  }

  #startLookUp(presented: string, digest: string): Promise<KeyVerdict> {
    if (this.#lookUps.size >= lookUpsMax)
      throw new GatewayError('overloaded', 'too many keys are asked for', {
        headers: { 'retry-after': '1' },
      });
    const started = this.#lookUp(presented, digest).finally(() => this.#lookUps.delete(digest));
    // Whoever waited for it may have gone on without it.
    started.catch(() => undefined);
    this.#lookUps.set(digest, started);
    return started;
  }

  /** What was found out so shortly before that a key revoked since may still pass. */
  #useStale(digest: string): KeyVerdict | undefined {
    const known = this.#findRemembered(digest, staleMaxMs);
    const verdict = known && this.#use(known);
    return verdict?.kind === 'accepted' ? { ...verdict, stale: true } : undefined;
  }

  /** A key that was changed here is looked up at its next use. */
  forget(id: string): void {
    for (const [digest, known] of this.#remembered)
      if (known.id === id) this.#remembered.delete(digest);
  }

  /** Writes down when keys were last seen. */
  async writeSeen(): Promise<void> {
    if (this.#seen.size === 0) return;
    const written = this.#seen;
    this.#seen = new Map();
    try {
      await this.#options.store.touch(written);
    } catch (error) {
      // The next time, with what was seen meanwhile.
      this.#seen = new Map([...written, ...this.#seen]);
      throw error;
    }
  }

  /** Where no call asks, nobody would hear that the store is back. */
  async lookAgain(): Promise<void> {
    if (this.#down.lasts) await this.#find('');
  }

  async #lookUp(presented: string, digest: string): Promise<KeyVerdict> {
    const id = readKeyId(presented);
    const checkedAt = this.#options.monotonicNow();
    const record = id === undefined ? undefined : await this.#find(id);
    const same = isSame(digest, typeof record === 'object' ? record.digest : noDigest);
    if (record === 'unavailable') {
      const stale = this.#useStale(digest);
      if (stale === undefined) throw toStoreAway();
      return stale;
    }
    this.#remembered.delete(digest);
    if (id === undefined) return refuse('malformed');
    if (record === undefined || !same) return refuse('unknown');
    if (record.revokedAt !== undefined) return refuse('revoked');
    const fresh: Remembered = {
      id,
      verdict: { kind: 'accepted', identity: toIdentity(record) },
      expiresAt: record.expiresAt ?? Infinity,
      checkedAt,
      seenAt: record.lastSeenAt ?? 0,
    };
    const verdict = this.#use(fresh);
    // Only what is accepted is remembered, so that every refusal takes the same way.
    if (verdict.kind === 'accepted') this.#remember(digest, fresh);
    return verdict;
  }

  async #find(id: string): Promise<KeyRecord | undefined | 'unavailable'> {
    try {
      const record = await this.#options.store.find(id);
      this.#down.end();
      return record;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#down.fail(whyDown(error));
      return 'unavailable';
    }
  }

  #findRemembered(digest: string, ageMaxMs: number): Remembered | undefined {
    const known = this.#remembered.get(digest);
    if (known === undefined) return undefined;
    return this.#options.monotonicNow() - known.checkedAt < ageMaxMs ? known : undefined;
  }

  #use(known: Remembered): KeyVerdict {
    // A clock that is set back must not bring an expired key to life.
    this.#latest = Math.max(this.#latest, this.#options.now());
    if (known.expiresAt <= this.#latest) return refuse('expired');
    if (this.#latest - known.seenAt >= seenEveryMs) {
      known.seenAt = this.#latest;
      this.#seen.set(known.id, this.#latest);
    }
    return known.verdict;
  }

  #remember(digest: string, fresh: Remembered): void {
    const oldest = this.#remembered.keys().next().value;
    if (this.#remembered.size >= rememberedMax && oldest !== undefined)
      this.#remembered.delete(oldest);
    this.#remembered.set(digest, fresh);
  }
}

function refuse(reason: Refusal): KeyVerdict {
  return { kind: 'refused', reason };
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left, 'latin1'), Buffer.from(right, 'latin1'));
}

const bootstrapVerdict: KeyVerdict = {
  kind: 'accepted',
  identity: {
    caller: { id: 'bootstrap', owner: 'bootstrap', team: '', env: '', tags: [] },
    scopes,
    models: [],
    upstreams: [],
    rate: undefined,
  },
};

function toIdentity({ id, profile }: KeyRecord): Identity {
  const { owner, team, env, tags, rate, models, upstreams } = profile;
  return {
    caller: { id, owner, team, env, tags },
    scopes: profile.scopes,
    models,
    upstreams,
    rate,
  };
}
