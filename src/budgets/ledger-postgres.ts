/** The ledger in PostgreSQL, for replicas that share it and for what has to outlive them all. */
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { locks } from '../database/locks.ts';
import { inTransaction, openTables } from '../database/postgres.ts';
import { GatewayError } from '../errors.ts';
import { grant } from './grant.ts';
import type { Account, Batch, DurableLedger, Line, Part, Reply } from './ledger.ts';
import { figure } from './sums.ts';

const migrations = [
  `CREATE TABLE gateway_budget_parts (
     account text NOT NULL, starts_at bigint NOT NULL, process text NOT NULL, used bigint NOT NULL,
     held bigint NOT NULL, held_until bigint NOT NULL, ends_at bigint NOT NULL,
     PRIMARY KEY (account, starts_at, process)
   );
   CREATE INDEX gateway_budget_parts_by_end ON gateway_budget_parts (ends_at);`,
];

const connectionsMax = 2;
const timeoutMs = 2_000;
const keptMs = 7 * 86_400_000;
const sweptEveryMs = 600_000;

const nowMs = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const sql = {
  /** One process after the other: what is free is looked up and taken in one go. */
  begin: `BEGIN; SELECT pg_advisory_xact_lock(${locks.budgets})`,
  read: {
    name: 'read-budgets',
    text: `SELECT line.at, ${nowMs}::text AS now, coalesce(sum(part.used), 0)::text AS used,
             coalesce(sum(part.held) FILTER (WHERE part.held_until > ${nowMs}), 0)::text AS held
           FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS line (account, starts_at, at)
           LEFT JOIN gateway_budget_parts AS part
             ON part.account = line.account AND part.starts_at = line.starts_at AND part.process <> $3
           GROUP BY line.at ORDER BY line.at`,
  },
  write: {
    name: 'write-budgets',
    text: `INSERT INTO gateway_budget_parts AS part
             (account, starts_at, ends_at, used, held, process, held_until)
           SELECT account, starts_at, ends_at, used, held, $6::text, $7::bigint
           FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
             AS line (account, starts_at, ends_at, used, held)
           WHERE used > 0 OR held > 0
           ON CONFLICT (account, starts_at, process) DO UPDATE SET used = greatest(part.used, excluded.used),
             held = excluded.held, held_until = excluded.held_until`,
  },
  drop: {
    name: 'drop-budgets',
    text: `DELETE FROM gateway_budget_parts AS part USING unnest($1::text[], $2::bigint[]) AS line (account, starts_at)
           WHERE part.account = line.account AND part.starts_at = line.starts_at AND part.process = $3
             AND part.used = 0`,
  },
  parts: `SELECT part.account, part.starts_at::text AS starts_at, part.process, part.used::text AS used
          FROM unnest($1::text[], $2::bigint[]) AS line (account, starts_at)
          JOIN gateway_budget_parts AS part USING (account, starts_at)`,
  list: `SELECT account, starts_at::text AS starts_at, ends_at::text AS ends_at, sum(used)::text AS used,
           coalesce(sum(held) FILTER (WHERE held_until > ${nowMs}), 0)::text AS held
         FROM gateway_budget_parts WHERE ends_at > ${nowMs} AND starts_at <= ${nowMs}
         GROUP BY account, starts_at, ends_at`,
  sweep: `DELETE FROM gateway_budget_parts
          WHERE ends_at < ${nowMs} - ${keptMs} OR (used = 0 AND held_until < ${nowMs})`,
} as const;

const totalRow = z.object({ now: figure, used: figure, held: figure });
const partRow = z.object({
  account: z.string(),
  starts_at: figure,
  process: z.string(),
  used: figure,
});
const accountRow = z.object({
  account: z.string(),
  starts_at: figure,
  ends_at: figure,
  used: figure,
  held: figure,
});

export async function openPostgresLedger(url: string): Promise<DurableLedger> {
  // A process that hangs must not keep the lock from all others.
  const more = { lock_timeout: timeoutMs, idle_in_transaction_session_timeout: timeoutMs };
  const tables = { room: 'budgets', migrations, connectionsMax, more };
  try {
    return createLedger(await openTables(url, tables));
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    // The driver's own message may name the server and the user.
    throw new GatewayError('not_ready', 'the budgets cannot be opened', { cause: error });
  }
}

function createLedger(pool: Pool): DurableLedger {
  let sweepAt = performance.now() + sweptEveryMs;
  return {
    take: async (batch) => {
      const reply = await inTransaction(pool, (client) => take(client, batch), sql.begin);
      if (performance.now() >= sweepAt) {
        sweepAt = performance.now() + sweptEveryMs;
        // What was taken stays taken, also where there is too much to sweep up in time.
        await pool.query(sql.sweep).catch(() => undefined);
      }
      return reply;
    },
    parts: async (lines) => {
      const { rows } = await pool.query(sql.parts, [
        lines.map(({ account }) => account),
        lines.map(({ startsAt }) => startsAt),
      ]);
      return rows.map((row): Part => {
        const { starts_at: startsAt, ...rest } = partRow.parse(row);
        return { ...rest, startsAt };
      });
    },
    list: async () => {
      const { rows } = await pool.query(sql.list);
      return rows.map((row): Account => {
        const { starts_at: startsAt, ends_at: endsAt, ...rest } = accountRow.parse(row);
        return { ...rest, startsAt, endsAt };
      });
    },
    close: () => pool.end(),
  };
}

async function take(client: PoolClient, { process, leaseMs, lines, asks }: Batch): Promise<Reply> {
  const names = [lines.map(({ account }) => account), lines.map(({ startsAt }) => startsAt)];
  const { rows } = await client.query({ ...sql.read, values: [...names, process] });
  const others = rows.map((row) => totalRow.parse(row));
  const now = others[0]?.now ?? 0;
  const totals = lines.map(({ used, held, others: heard = 0 }, at) => ({
    used: Math.max(others[at]?.used ?? 0, heard) + used,
    held: (others[at]?.held ?? 0) + held,
  }));
  const before = totals.map(({ held }) => held);
  const refused = grant(asks, totals);
  const held = lines.map((line, at) => line.held + (totals[at]?.held ?? 0) - (before[at] ?? 0));
  await write(client, process, now + leaseMs, lines, held);
  return { nowMs: now, refused, totals };
}

async function write(
  client: PoolClient,
  process: string,
  heldUntil: number,
  lines: readonly Line[],
  held: readonly number[],
): Promise<void> {
  const names = [lines.map(({ account }) => account), lines.map(({ startsAt }) => startsAt)];
  const ends = lines.map(({ endsAt }) => endsAt);
  const used = lines.map((line) => line.used);
  await client.query({ ...sql.write, values: [...names, ends, used, held, process, heldUntil] });
  const idle = lines.filter((line, at) => line.used === 0 && held[at] === 0);
  // What says nothing is not kept: calls that come to nothing leave no trace, whatever model they name.
  if (idle.length > 0)
    await client.query({
      ...sql.drop,
      values: [idle.map(({ account }) => account), idle.map(({ startsAt }) => startsAt), process],
    });
}
