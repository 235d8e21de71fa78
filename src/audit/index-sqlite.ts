/** The search index in an SQLite file: columns over the journal, a cache that is thrown away where it is not right. */
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StatementSync } from 'node:sqlite';
import { StaleIndexError, textOf, wholeOf } from './index-rows.ts';
import { blockRows, columnNames } from './search/block.ts';
import type { Block, ColumnName, Dictionaries, OpenBlock } from './search/block.ts';
import type { Mark } from './journal-mark.ts';
import { viewColumn } from './search/column.ts';
import type { Column } from './search/column.ts';
import { Reviews } from './search/reviews.ts';
import type { ReviewState } from './search/reviews.ts';
import { StoredWords } from './search/stored-words.ts';

export type StoredBlock = Block & { readonly firstId: string };

/** With its last word it tells how texts were made into words: those of another making would not be found. */
export const schemaVersion: string = `6:${columnNames.join(',')};lone-words-composed`;
const cacheBytesMax = 67_108_864;
const schema = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS blocks (first INTEGER PRIMARY KEY, first_id TEXT NOT NULL, at_min INTEGER NOT NULL,
    at_max INTEGER NOT NULL, end_segment INTEGER NOT NULL, end_offset INTEGER NOT NULL, end_hash TEXT NOT NULL,
    digest TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS columns (id INTEGER PRIMARY KEY, data BLOB NOT NULL, digest BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS words (field TEXT NOT NULL, code INTEGER NOT NULL, word TEXT NOT NULL,
    PRIMARY KEY (field, code)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS erased (subject TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reviews (seq INTEGER PRIMARY KEY, revision INTEGER NOT NULL, status TEXT NOT NULL,
    assignee TEXT NOT NULL, tags TEXT NOT NULL) STRICT;
`;

export function indexPath(directory: string): string {
  return join(directory, 'index.sqlite');
}

export function removeIndex(directory: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    rmSync(indexPath(directory) + suffix, { force: true });
  }
}

/** What became known with a block beside its entries. */
type Changes = {
  readonly erased: ReadonlyMap<string, number>;
  readonly reviews: readonly (readonly [number, ReviewState])[];
};

export class IndexStore {
  readonly database: DatabaseSync;
  readonly dictionaries: Dictionaries;
  readonly #words: StoredWords;
  readonly #blocks: StoredBlock[] = [];
  readonly #cache = new Map<number, Column>();
  #cacheBytes = 0;
  #mark: Mark;
  readonly #readColumn: StatementSync;
  readonly #writeColumn: StatementSync;

  /** Opens the index, or begins a new one where there is none that can be used. */
  static open(directory: string, start: Mark): IndexStore {
    try {
      return new IndexStore(directory, start);
    } catch {
      removeIndex(directory);
      return new IndexStore(directory, start);
    }
  }

  private constructor(directory: string, start: Mark) {
    this.database = new DatabaseSync(indexPath(directory));
    try {
      this.#mark = this.#prepare(start);
      this.#words = new StoredWords(this.database);
      this.dictionaries = this.#words.dictionaries;
      this.#readColumn = this.database.prepare('SELECT data, digest FROM columns WHERE id = ?');
      this.#writeColumn = this.database.prepare(
        'INSERT INTO columns (id, data, digest) VALUES (?, ?, ?)',
      );
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /** Full blocks, oldest first. */
  get blocks(): readonly StoredBlock[] {
    return this.#blocks;
  }

  get mark(): Mark {
    return this.#mark;
  }

  /** Erased subjects, as far as full blocks go, with the entry that says so. */
  erased(): [string, number][] {
    const rows = this.database.prepare('SELECT subject, seq FROM erased').all();
    return rows.map((row) => [textOf(row['subject']), wholeOf(row['seq'])]);
  }

  close(): void {
    this.database.close();
  }

  /** Stores a full block with the words it was the first to use. */
  addBlock(block: OpenBlock, end: Mark, changes: Changes): void {
    this.database.exec('BEGIN IMMEDIATE');
    this.#writeChanges(changes);
    this.#words.write();
    const digests = columnNames.map((name, index) => {
      const data = block.pack(name);
      const digest = digestOf(data);
      this.#writeColumn.run(columnId(block.first, index), data, digest);
      return digest;
    });
    const { first, firstId, atMin, atMax } = block;
    const facts = [first, firstId, atMin, atMax, end.segment, end.offset, end.prev] as const;
    this.database
      .prepare('INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(...facts, digestOfBlock(facts, digests));
    this.database.exec('COMMIT');
    this.#blocks.push(this.#toBlock(block.first, block.firstId, block.atMin, block.atMax));
    this.#mark = end;
  }

  /** What reviewers said, as far as full blocks go. */
  reviews(): Reviews {
    const reviews = new Reviews();
    for (const row of this.database.prepare('SELECT * FROM reviews').iterate()) {
      const tags = textOf(row['tags']).split(',');
      reviews.set(wholeOf(row['seq']), {
        revision: wholeOf(row['revision']),
        status: textOf(row['status']),
        assignee: textOf(row['assignee']),
        tags: tags.filter((tag) => tag !== ''),
      });
    }
    reviews.takeFresh();
    return reviews;
  }

  #writeChanges({ erased, reviews }: Changes): void {
    const remember = this.database.prepare('INSERT OR REPLACE INTO erased VALUES (?, ?)');
    for (const [subject, seq] of erased) remember.run(subject, seq);
    const review = this.database.prepare('INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?, ?)');
    for (const [seq, { revision, status, assignee, tags }] of reviews)
      review.run(seq, revision, status, assignee, tags.join(','));
  }

  #prepare(start: Mark): Mark {
    this.database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; ' +
        'PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192;',
    );
    // All of it or nothing: a disk can be full in between.
    this.database.exec(`BEGIN IMMEDIATE; ${schema}`);
    const version = this.database.prepare(`SELECT value FROM meta WHERE name = 'version'`).get();
    if (version === undefined) {
      this.database.prepare(`INSERT INTO meta VALUES ('version', ?)`).run(schemaVersion);
    } else if (version['value'] !== schemaVersion) throw new StaleIndexError('another version');
    this.database.exec('COMMIT');
    let mark = start;
    for (const row of this.database.prepare('SELECT * FROM blocks ORDER BY first').iterate()) {
      const first = wholeOf(row['first']);
      if (first !== mark.seq) throw new StaleIndexError('a block is missing');
      this.#blocks.push(
        this.#toBlock(
          first,
          textOf(row['first_id']),
          wholeOf(row['at_min']),
          wholeOf(row['at_max']),
        ),
      );
      mark = {
        seq: first + blockRows,
        segment: wholeOf(row['end_segment']),
        offset: wholeOf(row['end_offset']),
        prev: textOf(row['end_hash']),
      };
    }
    return mark;
  }

  #toBlock(first: number, firstId: string, atMin: number, atMax: number): StoredBlock {
    const column = (name: ColumnName): Column => this.#column(first, columnNames.indexOf(name));
    return { first, firstId, rows: blockRows, atMin, atMax, column };
  }

  #column(first: number, index: number): Column {
    const id = columnId(first, index);
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    const row = this.#readColumn.get(id);
    const data = row?.['data'];
    const digest = row?.['digest'];
    if (!(data instanceof Uint8Array) || !(digest instanceof Uint8Array)) {
      throw new StaleIndexError('a column is missing');
    }
    if (Buffer.compare(digestOf(data), digest) !== 0)
      throw new StaleIndexError('a column was altered');
    const column = viewColumn(data);
    this.#cache.set(id, column);
    this.#cacheBytes += column.byteLength;
    for (const [oldest, { byteLength }] of this.#cache) {
      if (this.#cacheBytes <= cacheBytesMax) break;
      this.#cache.delete(oldest);
      this.#cacheBytes -= byteLength;
    }
    return column;
  }
}

/** Over what is known of a block and the digests of its columns, so that a changed index shows. */
export function digestOfBlock(
  facts: readonly (string | number)[],
  columns: readonly Uint8Array[],
): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${facts.join('|')}\n`), ...columns]), 'hex');
}

export function columnId(first: number, index: number): number {
  return (first / blockRows) * 64 + index;
}

function digestOf(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer');
}
