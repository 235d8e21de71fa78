/** A key as a table row, the same in both stores: what is searched by in columns, the rest as JSON. */
import { z } from 'zod';
import { GatewayError } from '../errors.ts';
import { type KeyAct, type KeyRecord, keyActSchema, profileSchema } from './record.ts';

const time = z.union([z.number(), z.bigint(), z.string()]).transform(Number);

const rowSchema = z
  .object({
    id: z.string(),
    digest: z.string(),
    profile: z.string(),
    created_at: time,
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    last_seen_at: time.nullable(),
  })
  .transform((row) => ({
    id: row.id,
    digest: row.digest,
    profile: profileSchema.parse(JSON.parse(row.profile)),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastSeenAt: row.last_seen_at ?? undefined,
  }));

const idSchema = z.object({ id: z.string() });

export const keyColumns = 'id, digest, profile, created_at, expires_at, revoked_at, last_seen_at';

/** One key that cannot be read is refused, since nobody knows what it may do; the store and all others are well. */
export function readRow(row: unknown): KeyRecord {
  try {
    return rowSchema.parse(row);
  } catch (cause) {
    const { data } = idSchema.safeParse(row);
    const detail = `the record of the key \`${data?.id ?? ''}\` cannot be read: a newer version wrote it, or it is damaged; upgrade, or revoke it and remove its row`;
    throw new GatewayError('not_ready', detail, { headers: { 'retry-after': '1' }, cause });
  }
}

/** In the order of the columns. */
export function writeRow(record: KeyRecord): (string | number | null)[] {
  return [
    record.id,
    record.digest,
    JSON.stringify(record.profile),
    record.createdAt,
    record.expiresAt ?? null,
    record.revokedAt ?? null,
    record.lastSeenAt ?? null,
  ];
}

const actRowSchema = z.object({ seq: z.union([z.number(), z.string()]), act: z.string() });

export function readActRow(row: unknown): { readonly seq: number; readonly act: KeyAct } {
  const { seq, act } = actRowSchema.parse(row);
  return { seq: Number(seq), act: keyActSchema.parse(JSON.parse(act)) };
}
