/** Full text over redacted content: words only, no text, and each row can be taken out again without a trace. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { readKeptContent } from '../content/kept-content.ts';
import { readLines, segmentPath } from '../journal-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Place } from './block.ts';
import { FreshTexts } from './fresh-texts.ts';
import type { Horizon } from './horizon.ts';
import { digestOfTexts } from './index-digest.ts';
import type { KeptText } from './kept-text.ts';
import { TextRows } from './text-rows.ts';
import type { TextTerm, Travel } from './text-rows.ts';
import { TextTurn } from './text-turn.ts';

const schema = `
  CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(body, content='', tokenize="unicode61 remove_diacritics 2");
  CREATE TABLE IF NOT EXISTS text_rows (seq INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS text_mark (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL,
    segment INTEGER NOT NULL, offset INTEGER NOT NULL) STRICT;
`;
const contentMember = Buffer.from('"content":{');
const markRow = z.object({ seq: z.int(), segment: z.int(), offset: z.int() });

export class TextIndex {
  readonly #database: DatabaseSync;
  readonly #directory: string;
  readonly #kept: KeptText;
  readonly #fresh = new FreshTexts();
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

  /** Told of each entry that the columns read, in order. */
  note(entry: StoredEntry, place: Place): void {
    this.#fresh.note(entry, place);
  }

  /** Takes in up to `rowsMax` texts before the horizon, resting where it may; answers whether there are more. */
  follow(horizon: Horizon, rowsMax: number, rest: () => void = () => undefined): boolean {
    if (!this.#isBefore(horizon)) return false;
    this.#within(() => {
      const turn = new TextTurn(this.#database, rowsMax);
      this.#takeFresh(turn, rest);
      if (!turn.isOver && this.#isBefore(horizon)) this.#readJournal(turn, horizon, rest);
      const { seq, segment, offset } = this.#mark;
      this.#database
        .prepare('INSERT OR REPLACE INTO text_mark VALUES (1, ?, ?, ?)')
        .run(seq, segment, offset);
    });
    return true;
  }

  #isBefore(horizon: Horizon): boolean {
    const { segment, offset } = this.#mark;
    return segment < horizon.segment || (segment === horizon.segment && offset < horizon.offset);
  }

  /** What the columns have read lies before any horizon. */
  #takeFresh(turn: TextTurn, rest: () => void): void {
    while (!turn.isOver) {
      const { seq } = this.#mark;
      const fresh = this.#fresh.take(seq);
      if (fresh === undefined) return;
      const { content, segment, offset } = fresh;
      turn.add(seq, content === undefined ? '' : this.#kept.read(content));
      this.#mark = { seq: seq + 1, segment, offset };
      rest();
    }
  }

  /** Goes on in one segment up to what is fresh. */
  #readJournal(turn: TextTurn, horizon: Horizon, rest: () => void): void {
    const { seq: from, segment, offset } = this.#mark;
    readLines(
      segmentPath(this.#directory, segment),
      ({ bytes, offset: at }) => {
        const { seq } = this.#mark;
        if (this.#fresh.has(seq)) return false;
        turn.add(seq, bytes.includes(contentMember) ? this.#read(bytes) : '');
        this.#mark = { seq: seq + 1, segment, offset: at + bytes.length + 1 };
        rest();
        return !turn.isOver;
      },
      offset,
      segment === horizon.segment ? horizon.offset : Number.POSITIVE_INFINITY,
    );
    const over = this.#mark.seq === from && segment < horizon.segment && !this.#fresh.has(from);
    if (over) this.#mark = { seq: from, segment: segment + 1, offset: 0 };
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
        const content = readKeptContent(entry);
        const text = content && this.#kept.readWhole(content);
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
    const content = entry && readKeptContent(entry);
    return content === undefined ? '' : this.#kept.read(content);
  }

  #unseal(): void {
    this.#database.exec(`DELETE FROM meta WHERE name = 'texts'`);
  }

  /** All of it or nothing: where the disk is full, the same texts are taken in the next time. */
  #within(act: () => void): void {
    const before = this.#mark;
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      this.#unseal();
      this.#kept.inOneGo(act);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#mark = before;
      // A full disk has ended it already.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}

/** Set where it is not: setting it again would change the tables under the digest of whoever only opens them. */
function prepareTables(database: DatabaseSync): void {
  database.exec(schema);
  const set = database.prepare(`SELECT v FROM texts_config WHERE k = 'secure-delete'`).get();
  if (set?.['v'] !== 1)
    database.exec(`INSERT INTO texts (texts, rank) VALUES ('secure-delete', 1)`);
}
