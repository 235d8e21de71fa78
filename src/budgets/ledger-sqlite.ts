/** The ledger in an SQLite file beside the keys, for a gateway that stands alone; its processes may share it. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { createAccess, openDatabase } from '../database/sqlite.ts';
import { grant } from './grant.ts';
import type { Account, Batch, DurableLedger, Line, Part, Reply } from './ledger.ts';
import { sumMax } from './sums.ts';

const migrations = [
  `CREATE TABLE parts (
     account TEXT NOT NULL, starts_at INTEGER NOT NULL, process TEXT NOT NULL, used INTEGER NOT NULL,
     held INTEGER NOT NULL, held_until INTEGER NOT NULL, ends_at INTEGER NOT NULL,
     PRIMARY KEY (account, starts_at, process)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX parts_by_end ON parts (ends_at);`,
];

/** Windows that ended are of no use any more but to somebody who looks into the file. */
const keptMs = 7 * 86_400_000;
const sweptEveryMs = 600_000;

const totalRow = z.object({ used: z.number(), held: z.number() });
const partRow = z.object({ process: z.string(), used: z.number() });
const accountRow = totalRow.extend({
  account: z.string(),
  starts_at: z.number(),
  ends_at: z.number(),
});

export function openSqliteLedger(file: string, now: () => number = Date.now): DurableLedger {
  // A power loss may take the last moments, which is what a process that dies loses as well.
  const database = openDatabase(file, { migrations, synchronous: 'NORMAL' });
  const statement = prepare(database);
  const { read, change, close } = createAccess(database);
  let sweepAt = 0;
  const take = (batch: Batch): Reply => {
    const nowMs = now();
    const { process, lines } = batch;
    const totals = lines.map(({ account, startsAt, used, held, others: heard = 0 }) => {
      const others = totalRow.parse(statement.others.get(process, nowMs, account, startsAt));
      return { used: Math.max(others.used, heard) + used, held: others.held + held };
    });
    const before = totals.map(({ held }) => held);
    const refused = grant(batch.asks, totals);
    for (const [at, line] of lines.entries()) {
      const granted = (totals[at]?.held ?? 0) - (before[at] ?? 0);
      writePart(statement, batch, { ...line, held: line.held + granted }, nowMs);
    }
    if (nowMs >= sweepAt) {
      statement.sweep.run(nowMs - keptMs, nowMs);
      sweepAt = nowMs + sweptEveryMs;
    }
    return { nowMs, refused, totals };
  };
  return {
    take: (batch) => change(() => take(batch)),
    list: () => read(() => statement.list.all(now()).map(readAccountRow)),
    parts: (lines) =>
      read(() =>
        lines.flatMap(({ account, startsAt }): Part[] =>
          statement.parts
            .all(account, startsAt)
            .map((row) => ({ account, startsAt, ...partRow.parse(row) })),
        ),
      ),
    close,
  };
}

type Statement = ReturnType<typeof prepare>;

function prepare(database: DatabaseSync) {
  return {
    others: database.prepare(
      `SELECT min(coalesce(sum(used), 0), ${sumMax}) AS used, coalesce(sum(held) FILTER (WHERE held_until > ?2), 0) AS held
       FROM parts WHERE process <> ?1 AND account = ?3 AND starts_at = ?4`,
    ),
    write: database.prepare(
      `INSERT INTO parts (account, starts_at, process, used, held, held_until, ends_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET used = max(used, excluded.used), held = excluded.held,
         held_until = excluded.held_until`,
    ),
    drop: database.prepare(
      'DELETE FROM parts WHERE account = ? AND starts_at = ? AND process = ? AND used = 0',
    ),
    parts: database.prepare('SELECT process, used FROM parts WHERE account = ? AND starts_at = ?'),
    list: database.prepare(
      `SELECT account, starts_at, ends_at, min(sum(used), ${sumMax}) AS used,
         coalesce(sum(held) FILTER (WHERE held_until > ?1), 0) AS held
       FROM parts WHERE ends_at > ?1 AND starts_at <= ?1 GROUP BY account, starts_at, ends_at`,
    ),
    sweep: database.prepare('DELETE FROM parts WHERE ends_at < ? OR (used = 0 AND held_until < ?)'),
  };
}

/** What says nothing is not kept: calls that come to nothing leave no trace, whatever model they name. */
function writePart(statement: Statement, batch: Batch, line: Line, nowMs: number): void {
  const { account, startsAt, endsAt, used, held } = line;
  if (used === 0 && held === 0) statement.drop.run(account, startsAt, batch.process);
  else {
    const until = nowMs + batch.leaseMs;
    statement.write.run(account, startsAt, batch.process, used, held, until, endsAt);
  }
}

function readAccountRow(row: unknown): Account {
  const { starts_at: startsAt, ends_at: endsAt, ...rest } = accountRow.parse(row);
  return { ...rest, startsAt, endsAt };
}
