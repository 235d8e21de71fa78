/** Compares what the shared index holds of a log with its journal, entry by entry: what was changed, taken out or put in shows. */
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { inTransaction } from '../../database/postgres.ts';
import { readMilliseconds } from '../identifier.ts';
import { readLines } from '../journal-files.ts';
import { readErasure } from '../search/indexer.ts';
import { type StoredEntry, readStoredEntry } from '../stored-entry.ts';
import { Findings, type Found } from '../verify/report.ts';
import { findScope } from '../verify/scope.ts';
import { checkBeyond } from './check-beyond.ts';
import { type RowCheck, checkRows, place } from './check-rows.ts';
import { expectKey } from './claim.ts';
import type { Line } from './journal-lines.ts';
import { firstKept, monthOfId } from './months.ts';
import { Seal } from './seal.ts';
import type { SharedSettings } from './settings.ts';
import { SharedWords } from './shared-words.ts';
import { openSharedTables } from './tables.ts';

export type SharedCheckOptions = {
  readonly directory: string;
  readonly masterKey: Uint8Array;
  readonly settings: SharedSettings;
  /** A gateway writes here: what is not indexed yet will be. */
  readonly live: boolean;
  /** A copy of a log may end before what is indexed of it. */
  readonly copy: boolean;
  readonly sinceUs?: number | undefined;
  readonly onEntries?: (entries: number) => void;
};

const linesPerBatch = 500;
const queryMsMax = 60_000;
const strayMax = 100;
const lateMsMax = 60_000;
const noId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const logRow = z.object({ log: z.int(), seq: z.coerce.number() });

/** In one moment of the database, and a bounded number of entries at a time. */
export async function checkShared(options: SharedCheckOptions): Promise<Found> {
  const findings = new Findings();
  const seal = new Seal(options.masterKey);
  try {
    const pool = await openSharedTables(options.settings.databaseUrl, 1, queryMsMax);
    try {
      await expectKey(pool, seal.fingerprint);
      const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
      await inTransaction(pool, (client) => compare(client, seal, options, findings), begin);
    } finally {
      await pool.end();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const detail = `it cannot be compared with the journal: ${reason}`;
    // While a gateway writes, how far the index is behind is told of by itself.
    if (options.live) findings.note(`${place}: ${detail}`);
    else findings.add({ verdict: 'incomplete', place, detail });
  }
  return findings.found();
}

async function compare(
  client: PoolClient,
  seal: Seal,
  options: SharedCheckOptions,
  findings: Findings,
): Promise<void> {
  const { directory, settings, sinceUs } = options;
  const first = readFirst(directory);
  if (first === undefined) return;
  const words = new SharedWords();
  await words.refresh(client);
  const { rows } = await client.query(
    'SELECT log, seq FROM gateway_audit_logs WHERE first_id = $1',
    [first.id],
  );
  const [known] = z.array(logRow).parse(rows);
  if (known === undefined) {
    lack(findings, options, 'nothing is indexed of this log');
    return;
  }
  const check: RowCheck = {
    ...{ client, seal, findings, dictionaries: words.dictionaries },
    of: { log: known.log, firstId: first.id },
    firstMonth: firstKept(settings.retentionDays, Date.now()),
  };
  const { segments, begin } = findScope(directory, sinceUs);
  const reached = await walk(check, options, known.seq, segments, begin.seq);
  const after = reached.after ?? (begin.seq > 0 ? lastId : noId);
  await checkTail(check, options, { ...reached, after }, known.seq);
  await checkErased(check);
}

/** `after` is the last id that was compared; undefined where none was. */
type Reached = {
  readonly after: string | undefined;
  readonly next: number;
  /** The milliseconds that the entries after what is indexed span. */
  readonly lateMs: number;
};

/** What the journal has and the index says to have; answers how far that goes. */
async function walk(
  check: RowCheck,
  { onEntries }: SharedCheckOptions,
  indexed: number,
  segments: ReturnType<typeof findScope>['segments'],
  begin: number,
): Promise<Reached> {
  let reached: Reached = { after: undefined, next: begin, lateMs: 0 };
  let firstLateMs: number | undefined;
  let batch: Line[] = [];
  const flush = async (): Promise<void> => {
    const last = batch.at(-1)?.entry;
    if (last === undefined) return;
    // Where it does not begin at the first entry, what comes before the first one read is not looked at.
    const from = begin > 0 ? idBefore(batch) : noId;
    await checkRows(check, batch, reached.after ?? from, last.id);
    reached = { ...reached, after: last.id };
    onEntries?.(batch.length);
    batch = [];
  };
  for (const { path, size } of segments) {
    for (let offset = 0; offset < size;) {
      const end = readBatch(path, offset, size, (line) => {
        const { seq, id } = line.entry;
        reached = { ...reached, next: seq + 1 };
        if (seq < indexed) batch.push(line);
        else {
          firstLateMs ??= readMilliseconds(id);
          reached = { ...reached, lateMs: readMilliseconds(id) - firstLateMs };
        }
        return batch.length < linesPerBatch;
      });
      if (end === offset) break;
      offset = end;
      if (batch.length >= linesPerBatch) await flush();
    }
  }
  await flush();
  return reached;
}

/** Answers where it ended. A line that is no entry is the journal's own fault, which is told of there. */
function readBatch(
  path: string,
  from: number,
  to: number,
  onLine: (line: Line) => boolean,
): number {
  return readLines(
    path,
    ({ bytes }) => {
      const entry = readStoredEntry(bytes);
      return entry === undefined || onLine({ entry, text: bytes.toString('utf8') });
    },
    from,
    to,
  ).end;
}

/** The ids of a log only grow, so nothing of it lies between this one and the first of the batch. */
function idBefore([first]: readonly Line[]): string {
  const id = first?.entry.id ?? noId;
  return `${id.slice(0, 24)}000000000000`;
}

/** What is indexed beyond the end of the journal, and what is not indexed yet. */
async function checkTail(
  check: RowCheck,
  options: SharedCheckOptions,
  { after, next, lateMs }: Reached & { readonly after: string },
  indexed: number,
): Promise<void> {
  const { findings } = check;
  if (indexed > next && options.copy) {
    await checkBeyond(check, after, next, indexed);
    return;
  }
  if (indexed > next) {
    const detail = `it holds ${indexed} entries of this log, and the journal has ${next}`;
    findings.add({ verdict: 'altered', seq: next, place, detail });
  }
  await checkRows(check, [], after, lastId);
  if (indexed >= next) return;
  const detail = `${next - indexed} entries are not indexed`;
  // What a log says last when it ends is indexed at its next start.
  if (lateMs <= lateMsMax) findings.note(`${place}: ${detail} yet`);
  else lack(findings, options, detail);
}

function lack(findings: Findings, { live }: SharedCheckOptions, detail: string): void {
  if (live) findings.note(`${place}: ${detail} yet`);
  else findings.add({ verdict: 'incomplete', place, detail });
}

const erasedRow = z.object({ subject: z.string(), id: z.string(), line: z.string().nullable() });

/** Whom the index takes for erased nobody finds by name: an entry has to say so. */
async function checkErased({ client, of, findings, firstMonth }: RowCheck): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await client.query(
      `SELECT erased.subject, erased.id, lines.line FROM gateway_audit_erased AS erased
       LEFT JOIN gateway_audit_lines AS lines ON lines.id = erased.id AND lines.log = erased.log
       WHERE erased.log = $1 AND erased.subject > $2 ORDER BY erased.subject LIMIT $3`,
      [of.log, after, strayMax],
    );
    const found = z.array(erasedRow).parse(rows);
    for (const { subject, id, line } of found) {
      if (line === null && monthOfId(id) < firstMonth) continue;
      const entry = line === null ? undefined : readStoredEntry(Buffer.from(line));
      if (entry !== undefined && readErasure(entry) === subject) continue;
      const detail = `no entry \`${id}\` of the journal erases the subject that it names`;
      findings.add({ verdict: 'altered', place, detail });
    }
    const last = found.at(-1);
    if (last === undefined || found.length < strayMax) return;
    after = last.subject;
  }
}

function readFirst(directory: string): StoredEntry | undefined {
  const [segment] = findScope(directory).segments;
  let first: StoredEntry | undefined;
  if (segment !== undefined)
    readLines(segment.path, ({ bytes }) => {
      first = readStoredEntry(bytes);
      return false;
    });
  return first;
}
