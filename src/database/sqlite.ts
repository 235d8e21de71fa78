/** An SQLite file of one of our rooms: only its owner can read it, and its tables are brought to today's form. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';

/** SQLite waits on the thread that serves; the other process holds its lock for a few milliseconds. */
const busyTimeoutMs = 1_000;

interface Form {
  /** Each entry leads from one version to the next; `user_version` counts them. */
  readonly migrations: readonly string[];
  /** FULL outlives a power loss to the last change; NORMAL may lose the last moments before one. */
  readonly synchronous: 'FULL' | 'NORMAL';
}

export function openDatabase(file: string, { migrations, synchronous }: Form): DatabaseSync {
  // Made before SQLite opens it, so that there is no moment in which others can read it.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  inTransaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > migrations.length)
      throw new GatewayError('not_ready', `${file} was written by a newer version of the gateway`);
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
  return database;
}

export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk ends the transaction by itself; what went wrong is the first error, not that one.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
