/** Checks that the search index is as it was written. It is no evidence, but a changed one misleads who searches. */
import { existsSync } from 'node:fs';
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { columnId, digestOfBlock, indexPath, schemaVersion } from '../index-sqlite.ts';
import { blockRows, columnNames } from '../search/block.ts';
import { digestOfTexts, digestOfWords } from '../search/index-digest.ts';
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
const metaRow = z.object({ value: z.string() });

export function checkIndex(directory: string, findings: Findings): void {
  if (!existsSync(indexPath(directory))) return;
  const altered = (detail: string): void =>
    findings.add({
      verdict: 'altered',
      place: 'index.sqlite',
      detail: `${detail}; rebuild it with \`audit reindex\``,
    });
  try {
    const database = new DatabaseSync(indexPath(directory), { readOnly: true });
    try {
      // One moment of it, however it is written meanwhile.
      database.exec('PRAGMA busy_timeout = 5000; BEGIN');
      const foreign = findForeign(database);
      if (foreign !== undefined) altered(`it has \`${foreign}\`, which is none of its tables`);
      else if (isEmpty(database))
        findings.note('the search index is empty; the next start builds it');
      else if (isOfThisVersion(database)) checkTables(database, altered);
      else findings.note('the search index is of another version; the next start builds it anew');
    } finally {
      database.close();
    }
  } catch (error) {
    altered(error instanceof Error ? error.message : String(error));
  }
}

/** A view can stand in a table's place and answer anything, or without end. */
function findForeign(database: DatabaseSync): string | undefined {
  const sql = `SELECT name AS value FROM sqlite_schema WHERE type IN ('view', 'trigger') LIMIT 1`;
  const row = database.prepare(sql).get();
  return row === undefined ? undefined : metaRow.parse(row).value;
}

/** On a disk that was full there may be a file and no table: it misleads nobody. */
function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

/** An index that an older gateway left is thrown away before anybody searches it. */
function isOfThisVersion(database: DatabaseSync): boolean {
  const row = database.prepare(`SELECT value FROM meta WHERE name = 'version'`).get();
  return row !== undefined && metaRow.parse(row).value === schemaVersion;
}

function checkTables(database: DatabaseSync, altered: (detail: string) => void): void {
  const [check] = database.prepare('PRAGMA quick_check(1)').all();
  if (check?.['quick_check'] !== 'ok') altered('its pages contradict each other');
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
    if (block.first !== next || block.digest !== digestOfBlock(facts, digests)) {
      altered(`the block of the entries from ${block.first} on was changed`);
    }
    next = block.first + blockRows;
  }
  const readMeta = database.prepare('SELECT value FROM meta WHERE name = ?');
  const differs = (name: string, digest: () => string): boolean => {
    const row = readMeta.get(name);
    return row !== undefined && metaRow.parse(row).value !== digest();
  };
  // Words are never written without their digest.
  const hasWords = database.prepare('SELECT 1 FROM words LIMIT 1').get() !== undefined;
  if (hasWords && readMeta.get('words') === undefined) altered('the digest of its words is gone');
  if (differs('words', () => digestOfWords(database))) altered('its words or reviews were changed');
  // While a gateway writes it, or where one was killed, there is no digest of the full text.
  if (differs('texts', () => digestOfTexts(database))) altered('its full text was changed');
}
