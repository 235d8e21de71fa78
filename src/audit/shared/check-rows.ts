/** Whether the rows of a batch of entries in the shared index are those that its replica would write. */
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { toMicroseconds } from '../clock.ts';
import { readRow, reviewFields } from '../search/fields.ts';
import { readErasure } from '../search/indexer.ts';
import { readReview, valuesOf } from '../search/reviews.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Findings } from '../verify/report.ts';
import { type SharedLog, isIndexedReview, toValues, unknownCode } from './batch-rows.ts';
import type { Line } from './journal-lines.ts';
import { monthOfId } from './months.ts';
import type { Seal } from './seal.ts';
import type { SharedDictionaries } from './shared-words.ts';
import { rowColumns } from './tables.ts';

export const place = 'shared index';
/** As many that no entry explains are named of one batch. */
const strayMax = 100;

export type RowCheck = {
  readonly client: ClientBase;
  readonly of: SharedLog;
  readonly seal: Seal;
  readonly dictionaries: SharedDictionaries;
  readonly findings: Findings;
  /** Entries of earlier months may have been forgotten. */
  readonly firstMonth: string;
};

const joinedRow = z.looseObject({
  id: z.string(),
  row_log: z.int().nullable(),
  seq: z.coerce.number().nullable(),
  line_log: z.int().nullable(),
  line: z.string().nullable(),
  mac: z.instanceof(Uint8Array).nullable(),
});
type Joined = z.output<typeof joinedRow>;

/** Rows of the log between two ids, and those in between that belong to no log at all. */
const statement = `
  SELECT coalesce(rows.id, lines.id) AS id, rows.log AS row_log, rows.seq,
    ${rowColumns.map((name) => `rows.${name}`).join(', ')}, lines.log AS line_log, lines.line, lines.mac
  FROM (SELECT * FROM gateway_audit_rows WHERE id > $2 AND id <= $3
      AND (log = $1 OR NOT EXISTS (SELECT 1 FROM gateway_audit_logs AS logs WHERE logs.log = gateway_audit_rows.log))
    ) AS rows
  FULL JOIN (SELECT * FROM gateway_audit_lines WHERE id > $2 AND id <= $3
      AND (log = $1 OR NOT EXISTS (SELECT 1 FROM gateway_audit_logs AS logs WHERE logs.log = gateway_audit_lines.log))
    ) AS lines ON lines.id = rows.id
  ORDER BY 1 LIMIT $4`;

/** `after` and `through` are ids: what lies between them has to be these entries and nothing else. */
export async function checkRows(
  check: RowCheck,
  lines: readonly Line[],
  after: string,
  through: string,
): Promise<void> {
  const { client, of, findings } = check;
  const limit = lines.length + strayMax;
  const { rows } = await client.query(statement, [of.log, after, through, limit]);
  const found = new Map(rows.map((row) => joinedRow.parse(row)).map((row) => [row.id, row]));
  // What lies beyond a batch that was cut short was not read, so that it is missing cannot be said.
  const readThrough = found.size < limit ? through : ([...found.keys()].at(-1) ?? through);
  for (const line of lines) {
    const { entry } = line;
    const row = found.get(entry.id);
    found.delete(entry.id);
    if (row !== undefined) checkOne(check, line, row);
    else if (entry.id <= readThrough && monthOfId(entry.id) >= check.firstMonth)
      tell(findings, entry, 'it was taken out');
  }
  for (const id of found.keys())
    findings.add({ verdict: 'altered', place, detail: `no entry of the journal is \`${id}\`` });
  await checkReviews(check, lines, after, readThrough);
  await checkErasures(check, lines);
}

function checkOne({ of, seal, dictionaries, findings }: RowCheck, line: Line, row: Joined): void {
  const { entry, text } = line;
  if (row.line === null || row.mac === null) tell(findings, entry, 'its line was taken out');
  else if (row.line !== text || row.line_log !== of.log || !seal.fits(of.firstId, text, row.mac))
    tell(findings, entry, 'its line was changed');
  if (row.row_log === null) {
    tell(findings, entry, 'what it is found by was taken out');
    return;
  }
  const at = toMicroseconds(entry.at);
  const expected = toValues(readRow(entry, Number.isNaN(at) ? 0 : at), dictionaries);
  const changed: string[] = rowColumns.filter(
    (name, index) => Number(row[name]) !== expected[index],
  );
  if (row.seq !== entry.seq) changed.push('seq');
  if (row.row_log !== of.log) changed.push('log');
  if (changed.length > 0)
    tell(findings, entry, `what it is found by was changed: ${changed.join(', ')}`);
}

const reviewRow = z.looseObject({ said_in: z.string(), about: z.string(), revision: z.int() });

async function checkReviews(
  { client, of, dictionaries, findings, firstMonth }: RowCheck,
  lines: readonly Line[],
  after: string,
  through: string,
): Promise<void> {
  const { rows } = await client.query(
    `SELECT * FROM gateway_audit_reviews WHERE log = $1 AND said_in > $2 AND said_in <= $3
     ORDER BY said_in LIMIT $4`,
    [of.log, after, through, lines.length + strayMax],
  );
  const found = new Map(rows.map((row) => reviewRow.parse(row)).map((row) => [row.said_in, row]));
  for (const { entry } of lines) {
    const review = readReview(entry);
    const row = found.get(entry.id);
    if (review === undefined || !isIndexedReview(review.id)) continue;
    found.delete(entry.id);
    // Whatever is said of a month that is over goes with it, sooner or later.
    if (entry.id > through || monthOfId(review.id) < firstMonth) continue;
    if (row === undefined) tell(findings, entry, 'the review that it is was taken out');
    else if (
      row.about !== review.id ||
      row.revision !== review.state.revision ||
      reviewFields.some(
        (field) =>
          row[`w_${field}`] !==
          (dictionaries[field].codeOf(valuesOf(review.state, field)) ?? unknownCode),
      )
    )
      tell(findings, entry, 'the review that it is was changed');
  }
  for (const id of found.keys())
    findings.add({ verdict: 'altered', place, detail: `no review of the journal is \`${id}\`` });
}

/** The last one of a subject stands there, which may come later. */
async function checkErasures(
  { client, of, findings, firstMonth }: RowCheck,
  lines: readonly Line[],
) {
  for (const { entry } of lines) {
    const subject = readErasure(entry);
    if (subject === undefined || monthOfId(entry.id) < firstMonth) continue;
    const { rows } = await client.query(
      'SELECT 1 FROM gateway_audit_erased WHERE subject = $1 AND log = $2 AND id >= $3',
      [subject, of.log, entry.id],
    );
    if (rows.length === 0) tell(findings, entry, 'the erasure that it tells of was taken out');
  }
}

function tell(findings: Findings, { seq }: StoredEntry, detail: string): void {
  findings.add({ verdict: 'altered', seq, place, detail });
}
