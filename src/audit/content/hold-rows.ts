/** Who is under legal hold, as `keys.sqlite` keeps it, and what replicas that share their holds know of one. */
import type { DatabaseSync } from 'node:sqlite';
import { type Row, readId, readNumber, readText } from './key-rows.ts';

/** The newest word on a subject: its number, the entry that says so, and the log that this stands in. */
export type SharedHold = {
  readonly revision: number;
  readonly entry: string;
  readonly log: string;
};

/** A `revision` of 0: other replicas have not been told of it, as far as is known here. */
export type HoldRow = SharedHold & { readonly id: string };

export function readHold(row: Row): HoldRow {
  return {
    id: readId(row),
    revision: readNumber(row, 'revision'),
    entry: readText(row, 'entry'),
    log: readText(row, 'log'),
  };
}

const columns = [
  ['revision', 'INTEGER NOT NULL DEFAULT 0'],
  ['entry', `TEXT NOT NULL DEFAULT ''`],
  ['log', `TEXT NOT NULL DEFAULT ''`],
] as const;

/** A file from before replicas shared their holds has the ids alone. */
export function prepareHolds(database: DatabaseSync): void {
  const there = new Set(
    database
      .prepare(`SELECT name FROM pragma_table_info('holds')`)
      .all()
      .map(({ name }) => name),
  );
  for (const [name, type] of columns)
    if (!there.has(name)) database.exec(`ALTER TABLE holds ADD COLUMN ${name} ${type}`);
}
