/** Keys in an SQLite file that only its owner can read; the gateway and the command line may have it open together. */
import type { DatabaseSync } from 'node:sqlite';
import { createAccess, openDatabase } from '../database/sqlite.ts';
import type { KeyAct, KeyRecord } from './record.ts';
import { keyColumns, readActRow, readRow, writeRow } from './row.ts';
import { type KeyStore, toStoreError } from './store.ts';

const migrations = [
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY, digest TEXT NOT NULL, profile TEXT NOT NULL, created_at INTEGER NOT NULL,
     expires_at INTEGER, revoked_at INTEGER, last_seen_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE key_acts (seq INTEGER PRIMARY KEY AUTOINCREMENT, act TEXT NOT NULL) STRICT;`,
];

const drainedAtOnce = 100;

export function openSqliteStore(file: string): KeyStore {
  const database = open(file);
  const access = createAccess(database);
  const statement = prepare(database);
  const tell = (act: KeyAct) => statement.tell.run(JSON.stringify(act));
  const insert = (record: KeyRecord, acts: readonly KeyAct[]): true => {
    statement.insert.run(...writeRow(record));
    for (const act of acts) tell(act);
    return true;
  };
  const read = <Result>(work: () => Result) => attempt(() => access.read(work));
  const change = <Result>(work: () => Result) => attempt(() => access.change(work));
  return {
    create: async (record, act) => {
      await change(() => insert(record, [act]));
    },
    createFirst: (record, act) =>
      change(() => statement.any.get() === undefined && insert(record, [act])),
    find: async (id) => {
      const row = await read(() => statement.find.get(id));
      return row === undefined ? undefined : readRow(row);
    },
    list: async () => (await read(() => statement.list.all())).map(readRow),
    revoke: (id, at, act) =>
      change(() => {
        if (statement.revoke.run(at, id).changes === 0) return false;
        tell(act);
        return true;
      }),
    rotate: (id, endsAt, successor, acts, revokedAt: number | null = null) =>
      change(
        () => statement.expire.run(endsAt, id, revokedAt).changes > 0 && insert(successor, acts),
      ),
    touch: async (seen) => {
      await change(() => {
        for (const [id, at] of seen) statement.touch.run(at, id);
        return true;
      });
    },
    drain: async (hand) => {
      const waiting = await read(() => statement.waiting.all(drainedAtOnce).map(readActRow));
      for (const { seq, act } of waiting) {
        await hand(act);
        await change(() => statement.told.run(seq));
      }
      return waiting.length;
    },
    close: () => attempt(() => access.close()),
  };
}

function prepare(database: DatabaseSync) {
  return {
    insert: database.prepare(`INSERT INTO keys (${keyColumns}) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    find: database.prepare(`SELECT ${keyColumns} FROM keys WHERE id = ?`),
    any: database.prepare('SELECT 1 FROM keys LIMIT 1'),
    list: database.prepare(`SELECT ${keyColumns} FROM keys ORDER BY created_at, id`),
    revoke: database.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL'),
    expire: database.prepare(
      `UPDATE keys SET expires_at = min(coalesce(expires_at, ?1), ?1), revoked_at = ?3
       WHERE id = ?2 AND revoked_at IS NULL`,
    ),
    touch: database.prepare(
      'UPDATE keys SET last_seen_at = max(coalesce(last_seen_at, 0), ?) WHERE id = ?',
    ),
    tell: database.prepare('INSERT INTO key_acts (act) VALUES (?)'),
    waiting: database.prepare('SELECT seq, act FROM key_acts ORDER BY seq LIMIT ?'),
    told: database.prepare('DELETE FROM key_acts WHERE seq = ?'),
  };
}

function open(file: string): DatabaseSync {
  try {
    return openDatabase(file, { migrations, synchronous: 'FULL' });
  } catch (error) {
    throw toStoreError(error);
  }
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
}
