/** The wrapped data keys in keys.sqlite: found, added, and destroyed so that no byte of one stays in the file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { prepareHolds, readHold, type HoldRow, type SharedHold } from './hold-rows.ts';
import { readId, readKey, readVersion, type StoredKey } from './key-rows.ts';
import {
  learnErasure,
  prepareTold,
  readTold,
  settleErasure,
  type LearnedErasure,
  type ToldErasures,
} from './told-erasures.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS keys (id TEXT NOT NULL, version INTEGER NOT NULL, wrapped BLOB NOT NULL,
    erasing INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (id, version)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS erased (id TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS holds (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

/** The other process holds its lock for a few milliseconds. */
const busyTimeoutMs = 5000;

export function keyStorePath(directory: string): string {
  return join(directory, 'keys.sqlite');
}

/** What SQLite says of a damaged file does not name it. */
export function readingKeys<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`\`keys.sqlite\` cannot be read: ${said}`, { cause: error });
  }
}

/** Whether a crash came between giving up a key and destroying it. */
export function hasUnfinishedErasures(directory: string): boolean {
  if (!existsSync(keyStorePath(directory))) return false;
  const store = new KeyStore(directory);
  try {
    return store.unfinishedErasures().length > 0;
  } finally {
    store.close();
  }
}

export class KeyStore {
  readonly #database: DatabaseSync;
  #read: StatementSync | undefined;

  constructor(directory: string, readOnly = false) {
    this.#database = new DatabaseSync(keyStorePath(directory), {
      readOnly,
      timeout: busyTimeoutMs,
    });
    try {
      if (readOnly) this.#expectOwnTables();
      else this.#prepare();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** A view or a trigger would answer whatever somebody wrote, and without end. */
  #expectOwnTables(): void {
    const foreign = this.#database
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type <> 'table' OR name NOT IN ('keys', 'erased', 'holds', 'told', 'owed') ORDER BY name LIMIT 1`,
      )
      .get()?.['name'];
    if (foreign !== undefined)
      throw new Error(`it has \`${String(foreign)}\`, which is none of its tables`);
  }

  #prepare(): void {
    // A rollback journal that is emptied keeps no copy of a destroyed key, as a write-ahead log would.
    this.#database.exec(
      'PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; ' +
        'PRAGMA temp_store = MEMORY;',
    );
    this.#database.exec(schema);
    prepareHolds(this.#database);
    prepareTold(this.#database);
  }

  /** The newest key of a subject that is not being destroyed. */
  find(id: string): StoredKey | undefined {
    const row = this.#database
      .prepare(
        'SELECT version, wrapped FROM keys WHERE id = ? AND erasing = 0 ORDER BY version DESC LIMIT 1',
      )
      .get(id);
    return row === undefined ? undefined : readKey(row);
  }

  read(id: string, version: number): Uint8Array | undefined {
    this.#read ??= this.#database.prepare(
      'SELECT version, wrapped FROM keys WHERE id = ? AND version = ?',
    );
    const row = this.#read.get(id, version);
    return row === undefined ? undefined : readKey(row).wrapped;
  }

  /** Whether a key is about to be destroyed: nothing new is read with it. */
  isGivenUp(id: string, version: number): boolean {
    const row = this.#database
      .prepare('SELECT erasing FROM keys WHERE id = ? AND version = ?')
      .get(id, version);
    return row?.['erasing'] === 1;
  }

  /** The version that a subject's next key has: above `floor`, and never one that was destroyed. */
  nextVersion(id: string, floor: number): number {
    const row = this.#database
      .prepare(
        'SELECT max(version) + 1 AS version FROM ' +
          '(SELECT version FROM keys WHERE id = ?1 UNION ALL SELECT version FROM erased WHERE id = ?1 UNION ALL SELECT ?2)',
      )
      .get(id, floor);
    return readVersion(row);
  }

  /** Adds keys in one durable step. */
  add(keys: readonly (StoredKey & { readonly id: string })[]): void {
    const insert = this.#database.prepare(
      'INSERT INTO keys (id, version, wrapped) VALUES (?, ?, ?)',
    );
    this.#within(() => {
      for (const { id, version, wrapped } of keys) insert.run(id, version, wrapped);
    });
  }

  /** Marks a subject's keys as given up; answers the newest one's version, 0 where there is none; undefined under hold. */
  beginErasure(id: string): number | undefined {
    if (this.holds().includes(id)) return undefined;
    this.#database.prepare('UPDATE keys SET erasing = 1 WHERE id = ?').run(id);
    const row = this.#database
      .prepare('SELECT coalesce(max(version), 0) AS version FROM keys WHERE id = ?')
      .get(id);
    return readVersion(row);
  }

  /** Destroys the keys that were given up. */
  finishErasure(id: string): void {
    this.#within(() => {
      this.#database
        .prepare(
          'INSERT INTO erased SELECT id, max(version) FROM keys WHERE id = ?1 AND erasing = 1 GROUP BY id ' +
            'ON CONFLICT (id) DO UPDATE SET version = max(version, excluded.version)',
        )
        .run(id);
      this.#database.prepare('DELETE FROM keys WHERE id = ? AND erasing = 1').run(id);
    });
    this.#database.exec('VACUUM');
  }

  /** Subjects whose erasure was begun and, after a crash, not finished. */
  unfinishedErasures(): string[] {
    return this.#database
      .prepare('SELECT DISTINCT id FROM keys WHERE erasing = 1')
      .all()
      .map(readId);
  }

  /** False where the subject is being erased: the hold would come too late, and its entry say otherwise. */
  hold(id: string, shared?: SharedHold): boolean {
    if (this.unfinishedErasures().includes(id)) return false;
    this.#database.prepare('INSERT OR IGNORE INTO holds (id) VALUES (?)').run(id);
    if (shared === undefined) return true;
    const { revision, entry, log } = shared;
    this.#database
      .prepare('UPDATE holds SET revision = ?, entry = ?, log = ? WHERE id = ?')
      .run(revision, entry, log, id);
    return true;
  }

  release(id: string): void {
    this.#database.prepare('DELETE FROM holds WHERE id = ?').run(id);
  }

  holds(countMax = Number.MAX_SAFE_INTEGER): string[] {
    // Whoever only reads takes the file as it is.
    const table = `SELECT 1 FROM sqlite_schema WHERE name = 'holds'`;
    if (this.#database.prepare(table).get() === undefined) return [];
    const read = this.#database.prepare('SELECT id FROM holds ORDER BY id LIMIT ?');
    return read.all(countMax).map(readId);
  }

  holdRows(): HoldRow[] {
    return this.#database.prepare('SELECT * FROM holds ORDER BY id').all().map(readHold);
  }

  told(): ToldErasures {
    return readTold(this.#database);
  }

  learnErasure(learned: LearnedErasure): void {
    this.#within(() => learnErasure(this.#database, learned));
  }

  settleErasure(subject: string): void {
    settleErasure(this.#database, subject);
  }

  close(): void {
    this.#database.close();
  }

  #within(act: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      act();
      this.#database.exec('COMMIT');
    } catch (error) {
      // A full disk has ended it already; what is told of is that, and not that there is nothing to end.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
