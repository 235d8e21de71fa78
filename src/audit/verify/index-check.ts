/** Checks that the search index is as it was written. It is no evidence, but a changed one misleads who searches. */
import { existsSync } from 'node:fs';
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { columnId, digestOfBlock, digestOfWords, indexPath } from '../index-sqlite.ts';
import { blockRows, columnNames } from '../search/block.ts';
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
const wordRow = z.object({ field: z.string(), code: z.int(), word: z.string() });
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
      checkTables(database, altered);
    } finally {
      database.close();
    }
  } catch (error) {
    altered(error instanceof Error ? error.message : String(error));
  }
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
  const stored = database.prepare(`SELECT value FROM meta WHERE name = 'words'`).get();
  const words = database
    .prepare('SELECT field, code, word FROM words ORDER BY field, code')
    .iterate();
  if (stored !== undefined && metaRow.parse(stored).value !== digestOfWords(walkWords(words))) {
    altered('its words were changed');
  }
}

function* walkWords(rows: Iterable<unknown>): Generator<readonly [string, number, string]> {
  for (const row of rows) {
    const { field, code, word } = wordRow.parse(row);
    yield [field, code, word];
  }
}
