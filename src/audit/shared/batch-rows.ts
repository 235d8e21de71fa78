/** Turns entries of a journal into what the shared index keeps of them, and writes it in one transaction. */
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../database/postgres.ts';
import { toMicroseconds } from '../clock.ts';
import { hashName } from '../search/column.ts';
import { nameFields, numberFields, readRow, reviewFields, wordFields } from '../search/fields.ts';
import type { Row } from '../search/fields.ts';
import { readErasure } from '../search/indexer.ts';
import { readReview, valuesOf } from '../search/reviews.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Mark } from '../journal-mark.ts';
import { type Line, StaleMarkError } from './journal-lines.ts';
import { monthOfId } from './months.ts';
import type { Seal } from './seal.ts';
import type { CodedSet, SharedDictionaries, SharedWords } from './shared-words.ts';
import { rowColumns } from './tables.ts';

/** The log that is written, as the index and as its first entry names it. */
export type SharedLog = { readonly log: number; readonly firstId: string };

type Parts = {
  readonly pool: Pool;
  readonly words: SharedWords;
  readonly seal: Seal;
  readonly of: SharedLog;
  /** Entries of earlier months are passed over. */
  readonly firstMonth: string;
};

type Read = Line & { readonly row: Row };

/** Fits no word: what was learned first has another. */
export const unknownCode = -1;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A review of what is no entry is found by nobody. */
export function isIndexedReview(about: string): boolean {
  return uuid.test(about);
}

/** Moves the mark on with the rows or not at all, so that no entry is there twice and none is missing. */
export async function writeBatch(
  parts: Parts,
  lines: readonly Line[],
  before: Mark,
  after: Mark,
  durable: number,
): Promise<void> {
  const { pool, words, firstMonth, of } = parts;
  const read = lines
    .filter(({ entry }) => monthOfId(entry.id) >= firstMonth)
    .map((line): Read => ({ ...line, row: readRow(line.entry, microsecondsOf(line.entry)) }));
  await words.learn(pool, read.flatMap(setsOf));
  await inTransaction(pool, async (client) => {
    await writeRows(client, parts, read);
    await writeLines(client, parts, read);
    await writeActs(client, parts, read);
    const moved = await client.query(
      `UPDATE gateway_audit_logs SET seq = $1, segment = $2, line_offset = $3, prev = $4, durable = $5,
         heard_at = now(), closed = false
       WHERE log = $6 AND first_id = $7 AND seq = $8 AND prev = $9`,
      [
        ...[after.seq, after.segment, after.offset, after.prev, Math.max(durable, after.seq)],
        ...[of.log, of.firstId, before.seq, before.prev],
      ],
    );
    if (moved.rowCount !== 1) throw new StaleMarkError('somebody else moved the mark of this log');
  });
}

function microsecondsOf({ at }: StoredEntry): number {
  const us = toMicroseconds(at);
  return Number.isNaN(us) ? 0 : us;
}

function setsOf({ entry, row }: Read): CodedSet[] {
  const review = readReview(entry);
  return [
    ...wordFields.map((field) => [field, row.words[field]] as const),
    ...(review === undefined
      ? []
      : reviewFields.map((field) => [field, valuesOf(review.state, field)] as const)),
  ];
}

/** In the order of `rowColumns`. */
export function toValues(row: Row, dictionaries: SharedDictionaries): readonly number[] {
  return [
    row.atUs,
    ...wordFields.map((field) => dictionaries[field].codeOf(row.words[field]) ?? unknownCode),
    ...numberFields.map((field) => Math.trunc(row.numbers[field])),
    ...nameFields.map((field) => hashName(row.names[field])),
  ];
}

async function writeRows(client: ClientBase, { words, of }: Parts, read: readonly Read[]) {
  const values = read.map(({ row }) => toValues(row, words.dictionaries));
  const columns = rowColumns.map((_, index) => values.map((each) => each[index] ?? 0));
  const numbers = rowColumns.map((_, index) => `$${index + 4}::bigint[]`);
  await client.query(
    `INSERT INTO gateway_audit_rows (log, id, seq, ${rowColumns.join(', ')})
     SELECT $1, * FROM unnest($2::uuid[], $3::bigint[], ${numbers.join(', ')})`,
    [of.log, read.map(({ entry }) => entry.id), read.map(({ entry }) => entry.seq), ...columns],
  );
}

async function writeLines(client: ClientBase, { seal, of }: Parts, read: readonly Read[]) {
  await client.query(
    `INSERT INTO gateway_audit_lines (log, id, line, mac)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::bytea[])`,
    [
      of.log,
      read.map(({ entry }) => entry.id),
      read.map(({ text }) => text),
      read.map(({ text }) => seal.of(of.firstId, text)),
    ],
  );
}

/** What entries say of others: reviews, and subjects that are no longer found by their name. */
async function writeActs(client: ClientBase, { words, of }: Parts, read: readonly Read[]) {
  const { dictionaries } = words;
  for (const { entry } of read) {
    const review = readReview(entry);
    if (review !== undefined && isIndexedReview(review.id))
      await client.query('INSERT INTO gateway_audit_reviews VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        ...[entry.id, of.log, review.id],
        ...reviewFields.map(
          (field) => dictionaries[field].codeOf(valuesOf(review.state, field)) ?? unknownCode,
        ),
        review.state.revision,
      ]);
    const subject = readErasure(entry);
    if (subject !== undefined)
      await client.query(
        `INSERT INTO gateway_audit_erased VALUES ($1, $2, $3)
         ON CONFLICT (subject, log) DO UPDATE SET id = excluded.id`,
        [subject, of.log, entry.id],
      );
  }
}
