/** Makes, rotates and revokes keys; every change carries the act that tells of it. */
import { randomUUID } from 'node:crypto';
import { digestOf, mintKey } from './key.ts';
import type { Changer, KeyAct, KeyRecord, Profile } from './record.ts';
import type { KeyStore } from './store.ts';
import { writeRate } from './term.ts';

/** The key itself is shown once and kept nowhere. */
export type IssuedKey = { readonly key: string; readonly record: KeyRecord };

export type Rotation =
  | { readonly kind: 'rotated'; readonly issued: IssuedKey; readonly oldEndsAt: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ended' };

export async function createKey(
  store: KeyStore,
  profile: Profile,
  lifeMs: number | undefined,
  by: Changer,
  now: number,
): Promise<IssuedKey> {
  const issued = issue(profile, lifeMs, now);
  await store.create(issued.record, tellCreated(issued.record, by));
  return issued;
}

/** The very first key, an administrator's; undefined where there has ever been one. */
export async function createFirstKey(
  store: KeyStore,
  profile: Profile,
  by: Changer,
  now: number,
): Promise<IssuedKey | undefined> {
  const issued = issue(profile, undefined, now);
  const first = await store.createFirst(issued.record, tellCreated(issued.record, by));
  return first ? issued : undefined;
}

/** A new key that may do the same and lives as long anew; the old one works on for the overlap. */
export async function rotateKey(
  store: KeyStore,
  id: string,
  overlapMs: number,
  by: Changer,
  now: number,
): Promise<Rotation> {
  const old = await store.find(id);
  if (old === undefined) return { kind: 'missing' };
  if (old.revokedAt !== undefined || (old.expiresAt ?? Infinity) <= now) return { kind: 'ended' };
  const lifeMs = old.expiresAt === undefined ? undefined : old.expiresAt - old.createdAt;
  const issued = issue(old.profile, lifeMs, now);
  const oldEndsAt = Math.min(now + overlapMs, old.expiresAt ?? Infinity);
  const rotated = tell('rotated', id, by, now, {
    successor: issued.record.id,
    ends_at: writeTime(oldEndsAt),
  });
  const acts = [rotated, tellCreated(issued.record, by)];
  // A key that is to end at once would work on wherever the clock is behind this one.
  const revokedAt = overlapMs === 0 ? now : undefined;
  const done = await store.rotate(id, oldEndsAt, issued.record, acts, revokedAt);
  return done ? { kind: 'rotated', issued, oldEndsAt } : { kind: 'ended' };
}

/** False where there is no such key or it is revoked already. */
export function revokeKey(store: KeyStore, id: string, by: Changer, now: number): Promise<boolean> {
  return store.revoke(id, now, tell('revoked', id, by, now, {}));
}

function issue(profile: Profile, lifeMs: number | undefined, now: number): IssuedKey {
  const { id, key } = mintKey();
  const record = {
    id,
    digest: digestOf(key),
    profile,
    createdAt: now,
    expiresAt: lifeMs === undefined ? undefined : now + lifeMs,
    revokedAt: undefined,
    lastSeenAt: undefined,
  };
  return { key, record };
}

function tellCreated({ id, profile, createdAt, expiresAt }: KeyRecord, by: Changer): KeyAct {
  return tell('created', id, by, createdAt, {
    for_owner: profile.owner,
    for_team: profile.team,
    scopes: profile.scopes.join(' '),
    ...(profile.env !== '' && { env: profile.env }),
    ...(profile.tags.length > 0 && { tags: profile.tags.join(' ') }),
    ...(profile.models.length > 0 && { models: profile.models.join(' ') }),
    ...(profile.upstreams.length > 0 && { upstreams: profile.upstreams.join(' ') }),
    ...(profile.rate !== undefined && { rate: writeRate(profile.rate) }),
    ...(expiresAt !== undefined && { ends_at: writeTime(expiresAt) }),
  });
}

function tell(
  act: KeyAct['act'],
  key: string,
  by: Changer,
  at: number,
  detail: KeyAct['detail'],
): KeyAct {
  return { id: randomUUID(), at, act, key, by, detail };
}

function writeTime(at: number): string {
  return new Date(at).toISOString();
}
