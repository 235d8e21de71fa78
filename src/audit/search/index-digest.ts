/** Digests over what the index holds beside its columns, so that a changed index shows. */
import { createHash, hash } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/** Tables of whole rows that are digested in this order; stands in `meta` as `words`, rewritten with each block. */
const wordTables = [
  'SELECT field, code, word FROM words ORDER BY field, code',
  'SELECT subject, seq FROM erased ORDER BY subject',
  'SELECT seq, revision, status, assignee, tags FROM reviews ORDER BY seq',
];
/** The full text; stands in `meta` as `texts` while nobody writes it. */
const textTables = [
  'SELECT id, block FROM texts_data ORDER BY id',
  'SELECT segid, term, pgno FROM texts_idx ORDER BY segid, term',
  'SELECT seq FROM text_rows ORDER BY seq',
  'SELECT one, seq, segment, offset FROM text_mark ORDER BY one',
];

export function digestOfWords(database: DatabaseSync): string {
  return digestOf(database, wordTables);
}

export function digestOfTexts(database: DatabaseSync): string {
  return digestOf(database, textTables);
}

/** A line for each row, its values with a bar between them; of bytes, their SHA-256. */
function digestOf(database: DatabaseSync, tables: readonly string[]): string {
  const digest = createHash('sha256');
  for (const table of tables)
    for (const row of database.prepare(table).iterate())
      digest.update(`${Object.values(row).map(write).join('|')}\n`);
  return digest.digest('hex');
}

function write(value: SQLOutputValue): string {
  return value instanceof Uint8Array ? hash('sha256', value, 'hex') : String(value);
}
