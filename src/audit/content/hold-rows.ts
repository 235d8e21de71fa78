/** Who is under legal hold, as `keys.sqlite` keeps it, and what replicas that share their holds know of one. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** The newest word on a subject: its number, the entry that says so, and the log that this stands in. */
const sharedHoldSchema = z.object({
  revision: z.int().min(0),
  entry: z.string(),
  log: z.string(),
});
export type SharedHold = z.infer<typeof sharedHoldSchema>;

/** A `revision` of 0: other replicas have not been told of it, as far as is known here. */
export const holdRowSchema = sharedHoldSchema.extend({ id: z.string() });
export type HoldRow = z.infer<typeof holdRowSchema>;

export function readHold(row: unknown): HoldRow {
  return holdRowSchema.parse(row);
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
