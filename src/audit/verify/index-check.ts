/** Checks that the search index is as it was written. It is no evidence, but a changed one misleads who searches. */
import { existsSync } from 'node:fs';
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { columnId, digestOfBlock, indexPath, schemaVersion } from '../index-sqlite.ts';
import { blockRows, columnNames } from '../search/block.ts';
import { digestOfTexts, digestOfWords } from '../search/index-digest.ts';
import type { IndexMarks } from './index-marks.ts';
import type { Findings } from './report.ts';

const blockRow = z.object({
  first: z.int(),
  first_id: z.string(),
  at_min: z.int(),
  at_max: z.int(),
  end_segment: z.int(),
  end_offset: z.int(),
  end_hash: z.string(),
  digest: z.string(),
});
const columnRow = z.object({ data: z.instanceof(Uint8Array), digest: z.instanceof(Uint8Array) });
const objectRow = z.object({ type: z.string(), name: z.string() });
const metaRow = z.object({ value: z.string() });

const seqRow = z.object({ value: z.int() });

/** The index's own tables, and what SQLite and its full text put beside them. */
const ownObjects: ReadonlySet<string> = new Set([
  ...['meta', 'blocks', 'columns', 'words', 'erased', 'reviews', 'text_rows', 'text_mark'],
  ...['texts', 'texts_data', 'texts_idx', 'texts_docsize', 'texts_config'],
]);
const ownIndex = 'sqlite_autoindex_meta_1';

export type IndexPlace = {
  readonly directory: string;
  /** How many entries the journal has. */
  readonly size: number;
  readonly marks: IndexMarks;
  readonly live: boolean;
};

type Altered = (detail: string) => void;

export function checkIndex(place: IndexPlace, findings: Findings): void {
  const { directory } = place;
  if (!existsSync(indexPath(directory))) return;
  const altered = (detail: string): void =>
    findings.add({
      verdict: 'altered',
      place: 'index.sqlite',
      detail: `${detail}; rebuild it with \`audit reindex\``,
    });
  try {
    const database = openUnchanged(indexPath(directory), place.live);
    try {
      // One moment of it, however it is written meanwhile.
      database.exec('PRAGMA busy_timeout = 5000; BEGIN');
      const foreign = findForeign(database);
      if (foreign !== undefined) altered(`it has \`${foreign}\`, which is none of its tables`);
      else if (isEmpty(database))
        findings.note('the search index is empty; the next start builds it');
      else if (isOfThisVersion(database)) checkTables(database, place, altered);
      else findings.note('the search index is of another version; the next start builds it anew');
    } finally {
      database.close();
    }
  } catch (error) {
    if (!isOfTheMoment(error)) altered(tell(error));
    else {
      const detail = `it could not be read just now: ${tell(error)}`;
      findings.add({ verdict: 'unreadable', place: 'index.sqlite', detail });
    }
  }
}

/** Codes of SQLite: held by somebody else, no memory, and no file could be opened, as where too many are open. */
const ofTheMoment: ReadonlySet<number> = new Set([5, 7, 14]);

/** Whether it says something of the process that reads, and nothing of the file. */
function isOfTheMoment(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  // There are finer codes too; the last byte says which kind each is of.
  return typeof error.errcode === 'number' && ofTheMoment.has(error.errcode & 0xff);
}

/** What does not fit a row's form is a list of reasons that names no row. */
function tell(error: unknown): string {
  if (error instanceof z.ZodError) return 'a row of it is none that was written';
  return error instanceof Error ? error.message : String(error);
}

/** Without a write-ahead log nothing is to be recovered, and the file can be read where nothing may be written. */
function openUnchanged(path: string, live: boolean): DatabaseSync {
  if (live || existsSync(`${path}-wal`)) return new DatabaseSync(path, { readOnly: true });
  const url = pathToFileURL(path);
  url.search = 'mode=ro&immutable=1';
  return new DatabaseSync(url, { readOnly: true });
}

/** A view can stand in a table's place and answer anything, or without end. */
function findForeign(database: DatabaseSync): string | undefined {
  for (const row of database.prepare('SELECT type, name FROM sqlite_schema').iterate()) {
    const { type, name } = objectRow.parse(row);
    if (type === 'table' ? ownObjects.has(name) : type === 'index' && name === ownIndex) continue;
    return name;
  }
  return undefined;
}

/** On a disk that was full there may be a file and no table: it misleads nobody. */
function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

/** An index that an older gateway left is thrown away before anybody searches it. */
function isOfThisVersion(database: DatabaseSync): boolean {
  const row = database.prepare(`SELECT value FROM meta WHERE name = 'version'`).get();
  if (row === undefined) throw new Error('it does not say of which version it is');
  return metaRow.parse(row).value === schemaVersion;
}

function checkTables(database: DatabaseSync, place: IndexPlace, altered: Altered): void {
  const [check] = database.prepare('PRAGMA quick_check(1)').all();
  if (check?.['quick_check'] !== 'ok') altered('its pages contradict each other');
  checkBlocks(database, place, altered);
  checkTexts(database, place, altered);
  checkDigests(database, altered);
}

function checkBlocks(database: DatabaseSync, place: IndexPlace, altered: Altered): void {
  const { size, marks, live } = place;
  let next = 0;
  const readColumn = database.prepare('SELECT data, digest FROM columns WHERE id = ?');
  for (const row of database.prepare('SELECT * FROM blocks ORDER BY first').iterate()) {
    const block = blockRow.parse(row);
    const facts = [
      block.first,
      block.first_id,
      block.at_min,
      block.at_max,
      block.end_segment,
      block.end_offset,
      block.end_hash,
    ];
    const digests = columnNames.map((_, index) => {
      const column = columnRow.parse(readColumn.get(columnId(block.first, index)));
      if (hash('sha256', column.data, 'hex') !== Buffer.from(column.digest).toString('hex')) {
        altered(`a column of the entries from ${block.first} on was changed`);
      }
      return column.digest;
    });
    const isHere = live || block.first + blockRows <= size;
    const isOwn = marks.fit(block.first, block.first_id, block.end_hash);
    const isWhole = block.digest === digestOfBlock(facts, digests);
    if (block.first !== next || !isHere || !isOwn || !isWhole) {
      altered(`the block of the entries from ${block.first} on was changed`);
    }
    next = block.first + blockRows;
  }
  if (
    readNumber(database, 'SELECT count(*) FROM columns') >
    (next / blockRows) * columnNames.length
  )
    altered('it holds columns of no entries');
}

/** Texts of entries that are not here show that the journal was cut, and a full text that is set otherwise keeps traces. */
function checkTexts(database: DatabaseSync, { size, live }: IndexPlace, altered: Altered): void {
  const has = (name: string): boolean =>
    readNumber(database, `SELECT count(*) FROM sqlite_schema WHERE name = '${name}'`) > 0;
  const texts = has('text_rows')
    ? readNumber(database, 'SELECT coalesce(max(seq) + 1, 0) FROM text_rows')
    : 0;
  const read = has('text_mark')
    ? readNumber(database, 'SELECT coalesce(max(seq), 0) FROM text_mark')
    : 0;
  if (!live && Math.max(texts, read) > size) altered('it holds texts of entries that are not here');
  const settings = `SELECT count(*) FROM texts_config WHERE (k, v) NOT IN (VALUES ('version', 4), ('version', 5), ('secure-delete', 1))`;
  if (has('texts_config') && readNumber(database, settings) > 0)
    altered('its full text is set otherwise');
}

function readNumber(database: DatabaseSync, sql: string): number {
  const [value] = Object.values(database.prepare(sql).get() ?? {});
  return seqRow.parse({ value }).value;
}

function checkDigests(database: DatabaseSync, altered: Altered): void {
  const readMeta = database.prepare('SELECT value FROM meta WHERE name = ?');
  const differs = (name: string, digest: () => string): boolean => {
    const row = readMeta.get(name);
    return row !== undefined && metaRow.parse(row).value !== digest();
  };
  // Words are never written without their digest.
  const hasWords = ['words', 'erased', 'reviews'].some(
    (table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined,
  );
  if (hasWords && readMeta.get('words') === undefined) altered('the digest of its words is gone');
  if (differs('words', () => digestOfWords(database))) altered('its words or reviews were changed');
  // While a gateway writes it, or where one was killed, there is no digest of the full text.
  if (differs('texts', () => digestOfTexts(database))) altered('its full text was changed');
}
