/** Full text over redacted content: words only, no text, and each row can be taken out again without a trace. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { readLines, segmentPath } from '../journal-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Horizon } from './horizon.ts';
import { digestOfTexts } from './index-digest.ts';
import type { KeptText } from './kept-text.ts';
import { TextRows } from './text-rows.ts';
import type { TextTerm, Travel } from './text-rows.ts';

const schema = `
  CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(body, content='', tokenize="unicode61 remove_diacritics 2");
  CREATE TABLE IF NOT EXISTS text_rows (seq INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS text_mark (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL,
    segment INTEGER NOT NULL, offset INTEGER NOT NULL) STRICT;
`;
/** A turn ends after so much text, so that searches come in between long ones. */
const charactersPerTurn = 2_000_000;
/** To go over a line without a text costs so much less than to take in one with. */
const linesPerText = 20;
const contentMember = Buffer.from('"content":{');
const markRow = z.object({ seq: z.int(), segment: z.int(), offset: z.int() });

export class TextIndex {
  readonly #database: DatabaseSync;
  readonly #directory: string;
  readonly #kept: KeptText;
  #mark: z.infer<typeof markRow>;

  constructor(database: DatabaseSync, directory: string, kept: KeptText, firstSegment: number) {
    this.#database = database;
    this.#directory = directory;
    this.#kept = kept;
    prepareTables(database);
    // A crash may have come before that was done.
    this.wipe();
    const row = database.prepare('SELECT seq, segment, offset FROM text_mark').get();
    this.#mark =
      row === undefined ? { seq: 0, segment: firstSegment, offset: 0 } : markRow.parse(row);
  }

  /** The number of the entry that is read next. */
  get next(): number {
    return this.#mark.seq;
  }

  /** Puts a digest over the full text, for those who verify it while nobody writes it. */
  seal(): void {
    this.#database
      .prepare(`INSERT OR REPLACE INTO meta VALUES ('texts', ?)`)
      .run(digestOfTexts(this.#database));
  }

  /** Takes in up to `rowsMax` texts before the horizon, resting where it may; answers whether there are more. */
  follow(horizon: Horizon, rowsMax: number, rest: () => void = () => undefined): boolean {
    const { segment, offset } = this.#mark;
    if (segment > horizon.segment || (segment === horizon.segment && offset >= horizon.offset))
      return false;
    let { seq } = this.#mark;
    const from = seq;
    const insert = this.#database.prepare('INSERT INTO texts (rowid, body) VALUES (?, ?)');
    const remember = this.#database.prepare('INSERT INTO text_rows VALUES (?)');
    this.#within(() => {
      let end = offset;
      let characters = 0;
      let texts = 0;
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
          characters += text.length;
          texts += text === '' ? 0 : 1;
          rest();
          const lines = seq - from;
          return (
            texts < rowsMax && lines < rowsMax * linesPerText && characters < charactersPerTurn
          );
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

  /** Looks up free text for one search. */
  search(terms: readonly TextTerm[], travel: Travel): TextRows {
    return new TextRows(this.#database, terms, travel);
  }

  /** Takes entries out. Answers false where any of a text is gone that was taken in: then all has to be built anew. */
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
        const text = this.#kept.readWhole(entry);
        if (text === undefined || text === '') {
          whole = false;
          continue;
        }
        remove.run(entry.seq, text);
        unlist.run(entry.seq);
      }
    });
    this.wipe();
    return whole;
  }

  /** Empties the write-ahead log, which has the words that were taken out; false while somebody else reads the index. */
  wipe(): boolean {
    const row = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    return row?.['busy'] === 0;
  }

  /** Begins anew, leaving no word behind. */
  clear(firstSegment: number): void {
    this.#unseal();
    this.#database.exec('DROP TABLE texts; DROP TABLE text_rows; DROP TABLE text_mark;');
    prepareTables(this.#database);
    this.wipe();
    this.#mark = { seq: 0, segment: firstSegment, offset: 0 };
  }

  #read(line: Buffer): string {
    const entry = readStoredEntry(line);
    return entry === undefined ? '' : this.#kept.read(entry);
  }

  #unseal(): void {
    this.#database.exec(`DELETE FROM meta WHERE name = 'texts'`);
  }

  #within(act: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      this.#unseal();
      this.#kept.inOneGo(act);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Set once only: setting it again would change the tables under the digest of whoever only opens them. */
function prepareTables(database: DatabaseSync): void {
  database.exec(schema);
  const set = database.prepare(`SELECT v FROM texts_config WHERE k = 'secure-delete'`).get();
  if (set === undefined)
    database.exec(`INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1)`);
}
