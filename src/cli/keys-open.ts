/** What the commands on keys share: the store of the configured gateway, who acts, and how a new key is shown. */
import { userInfo } from 'node:os';
import type { Flags } from '../config/flags.ts';
import type { IssuedKey } from '../keys/change.ts';
import { readKeyId } from '../keys/key.ts';
import { type Keys, openKeys } from '../keys/keys.ts';
import type { Changer, KeyRecord } from '../keys/record.ts';
import { writeRate } from '../keys/term.ts';
import type { Io } from './io.ts';
import { readSettings } from './options.ts';

export async function withKeys(
  flags: Flags,
  io: Io,
  work: (keys: Keys) => Promise<number>,
): Promise<number> {
  const config = readSettings(flags, io);
  const keys = await openKeys({ data: config.data, databaseUrl: config.databaseUrl?.reveal() });
  try {
    return await work(keys);
  } finally {
    await keys.close();
  }
}

export function readChanger(): Changer {
  return { key: '', owner: findUser(), agent: 'command line' };
}

/** A process may run under a number that has no name. */
function findUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Somebody may paste the whole key where its id is meant. */
export function toId(given: string): string {
  return readKeyId(given) ?? given;
}

/** The key alone goes to standard output, so that a script can take it from there. */
export function showIssued({ key, record }: IssuedKey, asJson: boolean, io: Io): void {
  if (asJson) {
    io.out(`${JSON.stringify({ id: record.id, key, ...describeKey(record) })}\n`);
    return;
  }
  io.out(`${key}\n`);
  const ends =
    record.expiresAt === undefined ? 'never ends' : `ends ${writeTime(record.expiresAt)}`;
  io.error(
    `This key is shown this once. Its id is ${record.id}; it may ${record.profile.scopes.join(', ')} and ${ends}.\n`,
  );
}

export function describeKey({ profile, ...record }: KeyRecord): Record<string, unknown> {
  return {
    owner: profile.owner,
    team: profile.team,
    env: profile.env,
    tags: profile.tags,
    scopes: profile.scopes,
    models: profile.models,
    upstreams: profile.upstreams,
    rate: profile.rate === undefined ? null : writeRate(profile.rate),
    created_at: writeTime(record.createdAt),
    expires_at: writeTime(record.expiresAt),
    revoked_at: writeTime(record.revokedAt),
    last_seen_at: writeTime(record.lastSeenAt),
  };
}

export function writeTime(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
