/** One writer per directory: a lock that the kernel drops when its process dies, so that none is ever stale. */
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';
import { explainFault } from './directory.ts';

const sqliteBusy = 5;
/** The rest of a code says why it is busy. */
const primaryCode = 0xff;

/** SQLite's own file lock is used because Node has no flock; nothing is ever written to the file. */
export function lockDirectory(directory: string, waitMs = 0): () => void {
  const path = join(directory, 'lock');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
    const held = database;
    return () => held.close();
  } catch (cause) {
    database?.close();
    if (!isBusy(cause)) throw explainFault(directory, findFault(path) ?? cause);
    throw new GatewayError(
      'audit_unavailable',
      `another process writes the audit trail in \`${directory}\`; stop it or choose another directory`,
      { cause },
    );
  }
}

/** SQLite says no more than that it cannot open it. */
function findFault(path: string): unknown {
  if (!existsSync(path)) return undefined;
  try {
    closeSync(openSync(path, 'r+'));
    return undefined;
  } catch (error) {
    return error;
  }
}

function isBusy(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & primaryCode) === sqliteBusy
  );
}

/**
 * Whether another process holds the lock at this moment. Nothing is created or changed. A file that is no lock is held
 * by nobody: whoever wrote into it would have the trail verified as one that is still being written.
 */
export function isLocked(directory: string): boolean {
  if (!existsSync(join(directory, 'lock'))) return false;
  const database = new DatabaseSync(join(directory, 'lock'), { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_master');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database.close();
  }
}
