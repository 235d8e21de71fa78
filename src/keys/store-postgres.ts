/** Keys in PostgreSQL, for replicas that share them. */
import type { Pool, PoolClient } from 'pg';
import { locks } from '../database/locks.ts';
import { inTransaction, openTables } from '../database/postgres.ts';
import type { KeyAct, KeyRecord } from './record.ts';
import { keyColumns, readActRow, readRow, writeRow } from './row.ts';
import { type KeyStore, toStoreError } from './store.ts';

const migrations = [
  `CREATE TABLE gateway_keys (
     id text PRIMARY KEY, digest text NOT NULL, profile text NOT NULL, created_at bigint NOT NULL,
     expires_at bigint, revoked_at bigint, last_seen_at bigint
   );
   CREATE TABLE gateway_key_acts (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, act text NOT NULL);`,
];

const connectionsMax = 4;
const drainedAtOnce = 100;

const sql = {
  insert: `INSERT INTO gateway_keys (${keyColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
  find: { name: 'find-key', text: `SELECT ${keyColumns} FROM gateway_keys WHERE id = $1` },
  list: `SELECT ${keyColumns} FROM gateway_keys ORDER BY created_at, id`,
  any: 'SELECT 1 FROM gateway_keys LIMIT 1',
  revoke: 'UPDATE gateway_keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL',
  expire: `UPDATE gateway_keys SET expires_at = least(expires_at, $1), revoked_at = $3
           WHERE id = $2 AND revoked_at IS NULL`,
  touch: `UPDATE gateway_keys AS keys SET last_seen_at = greatest(keys.last_seen_at, seen.at)
          FROM unnest($1::text[], $2::bigint[]) AS seen (id, at) WHERE keys.id = seen.id`,
  tell: 'INSERT INTO gateway_key_acts (act) VALUES ($1)',
  waiting: 'SELECT seq, act FROM gateway_key_acts ORDER BY seq LIMIT $1',
  told: 'DELETE FROM gateway_key_acts WHERE seq = $1',
} as const;

export async function openPostgresStore(url: string): Promise<KeyStore> {
  return createStore(
    await attempt(() => openTables(url, { room: 'keys', migrations, connectionsMax })),
  );
}

function createStore(pool: Pool): KeyStore {
  const change = <Result>(work: (client: PoolClient) => Promise<Result>) =>
    attempt(() => inTransaction(pool, work));
  return {
    create: (record, act) => change((client) => insert(client, record, [act])),
    createFirst: (record, act) =>
      change(async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [locks.firstKey]);
        if ((await client.query(sql.any)).rows.length > 0) return false;
        await insert(client, record, [act]);
        return true;
      }),
    find: async (id) => {
      const { rows } = await attempt(() => pool.query({ ...sql.find, values: [id] }));
      return rows.map(readRow)[0];
    },
    list: async () => (await attempt(() => pool.query(sql.list))).rows.map(readRow),
    revoke: (id, at, act) =>
      change(async (client) => {
        if ((await client.query(sql.revoke, [at, id])).rowCount === 0) return false;
        await tell(client, act);
        return true;
      }),
    rotate: (id, expiresAt, successor, acts, revokedAt) =>
      change(async (client) => {
        const ended = await client.query(sql.expire, [expiresAt, id, revokedAt ?? null]);
        if (ended.rowCount === 0) return false;
        await insert(client, successor, acts);
        return true;
      }),
    touch: async (seen) => {
      await attempt(() => pool.query(sql.touch, [[...seen.keys()], [...seen.values()]]));
    },
    drain: async (hand) => {
      const { count, failure } = await change((client) => drain(client, hand));
      if (failure !== undefined) throw failure;
      return count;
    },
    close: () => attempt(() => pool.end()),
  };
}

async function insert(
  client: PoolClient,
  record: KeyRecord,
  acts: readonly KeyAct[],
): Promise<void> {
  await client.query(sql.insert, writeRow(record));
  for (const act of acts) await tell(client, act);
}

async function tell(client: PoolClient, act: KeyAct): Promise<void> {
  await client.query(sql.tell, [JSON.stringify(act)]);
}

/** One replica at a time. An act whose hand-over fails stays with those after it; those before it are gone. */
async function drain(
  client: PoolClient,
  hand: (act: KeyAct) => Promise<void>,
): Promise<{ readonly count: number; readonly failure?: Error }> {
  const { rows: got } = await client.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS mine',
    [locks.actsOnKeys],
  );
  if (got[0]?.mine !== true) return { count: 0 };
  const { rows } = await client.query(sql.waiting, [drainedAtOnce]);
  for (const [count, { seq, act }] of rows.map(readActRow).entries()) {
    try {
      await hand(act);
    } catch (error) {
      return { count, failure: error instanceof Error ? error : new Error(String(error)) };
    }
    await client.query(sql.told, [seq]);
  }
  return { count: rows.length };
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
}
