/** Full text over redacted content: words only, no text, and each row can be taken out again without a trace. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { readLines, segmentPath } from '../journal-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Block } from './block.ts';
import type { Term } from './filter.ts';
import type { Horizon } from './horizon.ts';
import type { KeptText } from './kept-text.ts';

type TextTerm = Term & { readonly kind: 'text' };

const schema = `
  CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(body, content='', tokenize="unicode61 remove_diacritics 2");
  CREATE TABLE IF NOT EXISTS text_rows (seq INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS text_mark (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL,
    segment INTEGER NOT NULL, offset INTEGER NOT NULL) STRICT;
  INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1);
`;
const contentMember = Buffer.from('"content":{');
const markRow = z.object({ seq: z.int(), segment: z.int(), offset: z.int() });
const rowidRow = z.object({ rowid: z.int() });

export class TextIndex {
  readonly #database: DatabaseSync;
  readonly #directory: string;
  readonly #kept: KeptText;
  #mark: z.infer<typeof markRow>;

  constructor(database: DatabaseSync, directory: string, kept: KeptText, firstSegment: number) {
    this.#database = database;
    this.#directory = directory;
    this.#kept = kept;
    database.exec(schema);
    const row = database.prepare('SELECT seq, segment, offset FROM text_mark').get();
    this.#mark =
      row === undefined ? { seq: 0, segment: firstSegment, offset: 0 } : markRow.parse(row);
  }

  /** The number of the entry that is read next. */
  get next(): number {
    return this.#mark.seq;
  }

  /** Takes in the text of up to `rowsMax` entries before the horizon; answers whether there are more. */
  follow(horizon: Horizon, rowsMax: number): boolean {
    const { segment, offset } = this.#mark;
    if (segment > horizon.segment || (segment === horizon.segment && offset >= horizon.offset))
      return false;
    let { seq } = this.#mark;
    const from = seq;
    const insert = this.#database.prepare('INSERT INTO texts (rowid, body) VALUES (?, ?)');
    const remember = this.#database.prepare('INSERT INTO text_rows VALUES (?)');
    this.#within(() => {
      let end = offset;
      readLines(
        segmentPath(this.#directory, segment),
        ({ bytes, offset: at }) => {
          const text = bytes.includes(contentMember) ? this.#read(bytes) : '';
          if (text !== '') {
            insert.run(seq, text);
            remember.run(seq);
          }
          seq += 1;
          end = at + bytes.length + 1;
          return seq - from < rowsMax;
        },
        offset,
        segment === horizon.segment ? horizon.offset : Number.POSITIVE_INFINITY,
      );
      const over = seq === from && segment < horizon.segment;
      this.#mark = over ? { seq, segment: segment + 1, offset: 0 } : { seq, segment, offset: end };
      this.#database
        .prepare('INSERT OR REPLACE INTO text_mark VALUES (1, ?, ?, ?)')
        .run(this.#mark.seq, this.#mark.segment, this.#mark.offset);
    });
    return true;
  }

  /** One flag per entry of a block: whether its text has what is asked for and nothing that is ruled out. */
  mask(terms: readonly TextTerm[], block: Block): Uint8Array {
    const wanted = terms.filter(({ negated }) => !negated);
    const unwanted = terms.filter(({ negated }) => negated);
    const mask = new Uint8Array(block.rows);
    if (wanted.length === 0) mask.fill(1);
    else for (const row of this.#match(expressionOf(wanted, 'AND'), block)) mask[row] = 1;
    if (unwanted.length === 0) return mask;
    for (const row of this.#match(expressionOf(unwanted, 'OR'), block)) mask[row] = 0;
    return mask;
  }

  /** Takes entries out. Answers false where a text is gone that was taken in: then all has to be built anew. */
  forget(entries: readonly StoredEntry[]): boolean {
    const known = this.#database.prepare('SELECT seq FROM text_rows WHERE seq = ?');
    const remove = this.#database.prepare(
      `INSERT INTO texts (texts, rowid, body) VALUES ('delete', ?, ?)`,
    );
    const unlist = this.#database.prepare('DELETE FROM text_rows WHERE seq = ?');
    let whole = true;
    this.#within(() => {
      for (const entry of entries) {
        if (known.get(entry.seq) === undefined) continue;
        const text = this.#kept.read(entry);
        if (text === '') {
          whole = false;
          continue;
        }
        remove.run(entry.seq, text);
        unlist.run(entry.seq);
      }
    });
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return whole;
  }

  /** Begins anew, leaving no word behind. */
  clear(firstSegment: number): void {
    this.#database.exec('DROP TABLE texts; DROP TABLE text_rows; DROP TABLE text_mark;');
    this.#database.exec(schema);
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#mark = { seq: 0, segment: firstSegment, offset: 0 };
  }

  #read(line: Buffer): string {
    const entry = readStoredEntry(line);
    return entry === undefined ? '' : this.#kept.read(entry);
  }

  #match(expression: string, block: Block): number[] {
    return this.#database
      .prepare('SELECT rowid FROM texts WHERE texts MATCH ? AND rowid BETWEEN ? AND ?')
      .all(expression, block.first, block.first + block.rows - 1)
      .map((row) => rowidRow.parse(row).rowid - block.first);
  }

  #within(act: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      act();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Quoted phrases, so that nothing of the caller's is read as FTS5's own language. */
function expressionOf(terms: readonly TextTerm[], operator: 'AND' | 'OR'): string {
  return terms
    .map(({ phrase, prefix }) => `"${phrase.replaceAll('"', '""')}"${prefix ? ' *' : ''}`)
    .join(` ${operator} `);
}
