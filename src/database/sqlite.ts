/** An SQLite file of one of our rooms: only its owner can read it, and its tables are brought to today's form. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';

/** SQLite waits on the thread that serves; the other process holds its lock for a few milliseconds. */
const busyTimeoutMs = 1_000;
/** For one whose lock was not let go of in time: somebody holds it for longer, and the thread serves others meanwhile. */
const heldTimeoutMs = 10;

interface Form {
  /** Each entry leads from one version to the next; `user_version` counts them. */
  readonly migrations: readonly string[];
  /** FULL outlives a power loss to the last change; NORMAL may lose the last moments before one. */
  readonly synchronous: 'FULL' | 'NORMAL';
}

/** What is wrong with a file, by the code of the system or of SQLite. */
const faults: Readonly<Record<string, string>> = {
  EACCES: 'the user that the gateway runs as may not use it',
  EPERM: 'the user that the gateway runs as may not use it',
  EISDIR: 'it is a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left on the disk',
  '5': 'another process holds it',
  '11': 'it is damaged; put its backup back',
  '13': 'there is no space left on the disk',
  '26': 'it is no database of the gateway, or it is damaged; put its backup back',
};

/** Whoever has to mend it is told which file it is. */
export function openDatabase(file: string, form: Form): DatabaseSync {
  try {
    return openFile(file, form);
  } catch (error) {
    const why = findFault(error);
    if (why === undefined) throw error;
    throw new GatewayError('not_ready', `\`${file}\` cannot be used: ${why}`, { cause: error });
  }
}

function findFault(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  return faults[String('errcode' in error ? error.errcode : error.code)];
}

function openFile(file: string, { migrations, synchronous }: Form): DatabaseSync {
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

/** Each piece of work in a transaction of its own; a file that another process does not let go of is waited for once. */
export function createTransactions(database: DatabaseSync): <Result>(work: () => Result) => Result {
  let waitsMs = busyTimeoutMs;
  const wait = (ms: number): void => {
    if (ms !== waitsMs) database.exec(`PRAGMA busy_timeout = ${ms}`);
    waitsMs = ms;
  };
  return (work) => {
    try {
      const result = inTransaction(database, work);
      wait(busyTimeoutMs);
      return result;
    } catch (error) {
      wait(heldTimeoutMs);
      throw error;
    }
  };
}
