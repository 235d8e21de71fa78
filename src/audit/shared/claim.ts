/** The place of a log in the shared index: found or begun, told to be alive, and emptied where it is written anew. */
import type { Pool } from 'pg';
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { locks } from '../../database/locks.ts';
import { inTransaction } from '../../database/postgres.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { SharedLog } from './batch-rows.ts';
import type { Mark } from '../journal-mark.ts';

const logRows = z.tuple([
  z.object({
    log: z.int(),
    seq: z.coerce.number(),
    segment: z.int(),
    line_offset: z.coerce.number(),
    prev: z.string(),
  }),
]);
const factRows = z.tuple([z.object({ value: z.string() })]);

/** The first to write says which master key it is; others have to have the same one. */
export async function expectKey(pool: Pool, fingerprint: string): Promise<void> {
  const value = await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [locks.auditKey]);
    await client.query(
      `INSERT INTO gateway_audit_facts VALUES ('key', $1) ON CONFLICT (name) DO NOTHING`,
      [fingerprint],
    );
    const { rows } = await client.query(`SELECT value FROM gateway_audit_facts WHERE name = 'key'`);
    return factRows.parse(rows)[0].value;
  });
  if (value !== fingerprint)
    throw new GatewayError(
      'not_ready',
      'the shared index was written under another master key: give all replicas the same GATEWAY_MASTER_KEY',
    );
}

export async function claimLog(
  pool: Pool,
  first: StoredEntry,
  start: Mark,
): Promise<{ readonly of: SharedLog; readonly mark: Mark }> {
  const { rows } = await pool.query(
    `INSERT INTO gateway_audit_logs (first_id, origin, seq, segment, line_offset, prev, durable, heard_at, closed)
     VALUES ($1, $2, $3, $4, $5, $6, $3, now(), false)
     ON CONFLICT (first_id) DO UPDATE SET heard_at = now(), closed = false
     RETURNING log, seq, segment, line_offset, prev`,
    [first.id, first.origin, start.seq, start.segment, start.offset, start.prev],
  );
  const [{ log, seq, segment, line_offset: offset, prev }] = logRows.parse(rows);
  return { of: { log, firstId: first.id }, mark: { seq, segment, offset, prev } };
}

/** Everything of the log goes; that of others stays. */
export function clearLog(pool: Pool, { log }: SharedLog, start: Mark): Promise<void> {
  return inTransaction(pool, async (client) => {
    for (const table of ['rows', 'lines', 'reviews', 'erased'])
      await client.query(`DELETE FROM gateway_audit_${table} WHERE log = $1`, [log]);
    await client.query(
      `UPDATE gateway_audit_logs SET seq = $2, segment = $3, line_offset = $4, prev = $5 WHERE log = $1`,
      [log, start.seq, start.segment, start.offset, start.prev],
    );
  });
}

/** So that who reads can tell a log that has nothing new from one that is not heard of. */
export async function tellAlive(pool: Pool, { log }: SharedLog, aliveMs: number): Promise<void> {
  await pool.query(
    `UPDATE gateway_audit_logs SET heard_at = now(), closed = false
     WHERE log = $1 AND heard_at < now() - make_interval(secs => $2)`,
    [log, aliveMs / 2000],
  );
}

export async function tellClosed(pool: Pool, { log }: SharedLog): Promise<void> {
  await pool.query('UPDATE gateway_audit_logs SET closed = true WHERE log = $1', [log]);
}
