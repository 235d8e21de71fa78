/** One writer per directory: a lock that the kernel drops when its process dies, so that none is ever stale. */
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';
import { explainFault } from './directory.ts';

const sqliteBusy = 5;
/** The rest of a code says why it is busy. */
const primaryCode = 0xff;

export function lockPath(directory: string): string {
  return join(directory, 'lock');
}

export function lockDirectory(directory: string, waitMs = 0): () => void {
  const path = lockPath(directory);
  try {
    return holdFile(path, waitMs);
  } catch (cause) {
    if (!isBusy(cause)) throw explainFault(directory, findFault(path) ?? cause);
    throw takenDirectory(directory, cause);
  }
}

export function takenDirectory(directory: string, cause?: unknown): GatewayError {
  const detail = `another process writes the audit trail in \`${directory}\`; stop it or choose another directory`;
  return new GatewayError('audit_unavailable', detail, { cause });
}

/** SQLite's own file lock is used because Node has no flock; nothing is ever written to the file. */
export function holdFile(path: string, waitMs = 0): () => void {
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${waitMs}; BEGIN EXCLUSIVE`);
    return () => database.close();
  } catch (error) {
    database.close();
    throw error;
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

/** Whether another process holds the lock of a directory at this moment. */
export function isLocked(directory: string): boolean {
  return isHeld(lockPath(directory));
}

/**
 * Whether somebody holds a file. Nothing is created or changed. A file that is no lock is held by nobody: whoever wrote
 * into that of a trail would have it verified as one that is still being written.
 */
export function isHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    database.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_master');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    database?.close();
  }
}
