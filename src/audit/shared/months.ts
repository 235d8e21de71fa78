/** The months that entries are kept by in the shared index: made ahead, and dropped whole when their time is over. */
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { locks } from '../../database/locks.ts';
import { inTransaction } from '../../database/postgres.ts';
import { readMilliseconds } from '../identifier.ts';

const dayMs = 86_400_000;
const tables = ['gateway_audit_rows', 'gateway_audit_lines'] as const;
const nameRows = z.array(z.object({ name: z.string() }));

/** As `202611`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7).replace('-', '');
}

export function monthOfId(id: string): string {
  return monthOf(readMilliseconds(id));
}

/** The moment at which the month begins. */
function beginOf(month: string): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1);
}

function monthAfter(month: string): string {
  return monthOf(beginOf(month) + 32 * dayMs);
}

/** No id of a version 7 that was given from that moment on is smaller. */
function idAt(atMs: number): string {
  const hex = atMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The first month that is still kept, or '' where all are. */
export function firstKept(retentionDays: number, nowMs: number): string {
  return retentionDays === 0 ? '' : monthOf(nowMs - retentionDays * dayMs);
}

/** Makes what is not there of these months and the one after the present, so that no entry waits for it. */
export async function makeMonths(
  pool: Pool,
  months: readonly string[],
  nowMs: number,
): Promise<void> {
  const wanted = new Set([...months, monthOf(nowMs), monthAfter(monthOf(nowMs))]);
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [locks.auditMonths]);
    for (const month of wanted) for (const table of tables) await makeMonth(client, table, month);
  });
}

/** Attached when it is whole: to make it in place would stop everybody who reads the others. */
async function makeMonth(client: PoolClient, table: string, month: string): Promise<void> {
  const name = `${table}_${month}`;
  const { rows } = await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [name]);
  if (rows.length > 0) return;
  const [from, to] = [idAt(beginOf(month)), idAt(beginOf(monthAfter(month)))];
  await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`);
  await client.query(
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
}

/** Drops the months before `first`; answers which. What was said in reviews of their entries goes with them. */
export function dropMonths(pool: Pool, first: string): Promise<readonly string[]> {
  if (first === '') return Promise.resolve([]);
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [locks.auditMonths]);
    const found = await client.query(
      `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       WHERE inhparent = $1::regclass ORDER BY relname`,
      [tables[0]],
    );
    const months = nameRows.parse(found.rows).map(({ name }) => name.slice(-6));
    const old = months.filter((month) => month < first);
    if (old.length === 0) return [];
    for (const month of old)
      for (const table of tables) await client.query(`DROP TABLE ${table}_${month}`);
    await client.query('DELETE FROM gateway_audit_reviews WHERE about < $1', [
      idAt(beginOf(first)),
    ]);
    return old;
  });
}
