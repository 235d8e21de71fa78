/** An SQLite file of one of our rooms: only its owner can read it, and its tables are brought to today's form. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '../errors.ts';
import { createSameFile } from './same-file.ts';

/** While it is opened SQLite itself waits, on the thread, which serves nobody yet. */
const openTimeoutMs = 1_000;
/** Other processes of ours hold a file for a few milliseconds; calls wait a second for a store. */
const heldMsMax = 900;
const pauseMsMax = 20;
const busy = 5;

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
  const database = new DatabaseSync(file, { timeout: openTimeoutMs });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
  inTransaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > migrations.length)
      throw new GatewayError('not_ready', `${file} was written by a newer version of the gateway`);
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
  database.exec('PRAGMA busy_timeout = 0');
  return database;
}

function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
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

/** How the tables of an open file are read and changed, each piece of work at once and as a whole. */
export type Access = {
  readonly read: <Result>(work: () => Result) => Promise<Result>;
  /** In a transaction of its own. */
  readonly change: <Result>(work: () => Result) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/**
 * A file that another process holds is waited for, while the thread serves others. It is waited for once: where it is not
 * let go of in time, whoever comes next is refused at once, until it is. One that is not there any more is not written to.
 */
export function createAccess(database: DatabaseSync): Access {
  let held = false;
  const path = database.location();
  // One in memory alone has no place.
  const expectSame = path === null ? () => undefined : createSameFile(path);
  const whenFree = async <Result>(work: () => Result): Promise<Result> => {
    const startMs = performance.now();
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
      try {
        const result = work();
        held = false;
        return result;
      } catch (error) {
        if (!isHeld(error)) throw error;
        held ||= performance.now() - startMs > heldMsMax;
        if (held) throw error;
      }
      await sleep(pauseMs);
    }
  };
  const whileThere = async <Result>(work: () => Result): Promise<Result> => {
    expectSame();
    return whenFree(work);
  };
  return {
    read: whileThere,
    change: (work) => whileThere(() => inTransaction(database, work)),
    close: () => whenFree(() => database.close()),
  };
}

/** SQLite has finer codes too; the last byte says which kind each is of. */
function isHeld(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === busy;
}
