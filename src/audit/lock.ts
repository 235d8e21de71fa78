/** One writer per directory: a lock that the kernel drops when its process dies, so that none is ever stale. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { GatewayError } from '../errors.ts';

/** SQLite's own file lock is used because Node has no flock; nothing is ever written to the file. */
export function lockDirectory(directory: string): () => void {
  const database = new DatabaseSync(join(directory, 'lock'));
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw new GatewayError(
      'audit_unavailable',
      `another process writes the audit trail in \`${directory}\`; stop it or choose another directory`,
      { cause },
    );
  }
  return () => database.close();
}

/** Whether another process holds the lock at this moment. Nothing is created or changed. */
export function isLocked(directory: string): boolean {
  if (!existsSync(join(directory, 'lock'))) return false;
  const database = new DatabaseSync(join(directory, 'lock'), { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_master');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}
