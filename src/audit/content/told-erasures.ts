/** Which erasures of other replicas this place knows of, as `keys.sqlite` keeps it: whoever puts back an older copy of it carries them out again. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Row, readNumber, readText } from './key-rows.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS told (place TEXT PRIMARY KEY, series TEXT NOT NULL, number INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS owed (subject TEXT PRIMARY KEY, log TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Somebody who was erased at another replica, and the log that says why. */
export type OwedErasure = { readonly subject: string; readonly log: string };

/** Up to which number of which series they are known here; an empty series: of none yet. */
export type ToldErasures = {
  readonly place: string;
  readonly series: string;
  readonly number: number;
  /** Known, and not carried out while their subjects are under legal hold. */
  readonly owed: readonly OwedErasure[];
};

/** One further that is known, with what of it is to be done later. */
export type LearnedErasure = Pick<ToldErasures, 'series' | 'number'> & {
  readonly owe?: OwedErasure;
};

export function prepareTold(database: DatabaseSync): void {
  database.exec(schema);
  database
    .prepare(`INSERT INTO told SELECT ?, '', 0 WHERE NOT EXISTS (SELECT 1 FROM told)`)
    .run(randomUUID());
}

export function readTold(database: DatabaseSync): ToldErasures {
  const row: Row = database.prepare('SELECT * FROM told').get() ?? {};
  const place = readText(row, 'place');
  const [series, number] = [readText(row, 'series'), readNumber(row, 'number')];
  const owed = database.prepare('SELECT * FROM owed ORDER BY subject').all().map(readOwed);
  return { place, series, number, owed };
}

/** Within a transaction, so that none is known that is neither carried out nor owed. */
export function learnErasure(
  database: DatabaseSync,
  { series, number, owe }: LearnedErasure,
): void {
  if (owe !== undefined)
    database
      .prepare('INSERT OR REPLACE INTO owed (subject, log) VALUES (?, ?)')
      .run(owe.subject, owe.log);
  database.prepare('UPDATE told SET series = ?, number = ?').run(series, number);
}

export function settleErasure(database: DatabaseSync, subject: string): void {
  database.prepare('DELETE FROM owed WHERE subject = ?').run(subject);
}

function readOwed(row: Row): OwedErasure {
  return { subject: readText(row, 'subject'), log: readText(row, 'log') };
}
