/** The logs that stand in the shared index: which of them are heard of, and taking out one whose replica is gone for good. */
import { z } from 'zod';
import { inTransaction } from '../../database/postgres.ts';
import { GatewayError } from '../../errors.ts';
import type { Actor, Recorded, Recorder } from '../../governance/event.ts';
import { retireErasurePlaces } from './erasure-table.ts';
import { unheardSeconds } from './settings.ts';
import { openSharedTables } from './tables.ts';

/** `ended`: in order, or taken out. `unheard`: neither, and each answer says so. */
export const logStates = ['heard', 'ended', 'unheard'] as const;

const logRow = z.object({
  origin: z.string(),
  first_id: z.string(),
  entries: z.coerce.number(),
  heard_at: z.date(),
  state: z.enum(logStates),
});

export type SharedLogRow = {
  readonly origin: string;
  /** The id of its first entry, since replicas may share a name. */
  readonly first: string;
  /** As many as are found by the index. */
  readonly entries: number;
  readonly heardAt: Date;
  readonly state: (typeof logStates)[number];
};

const queryMsMax = 10_000;
const columns = `origin, first_id::text, seq AS entries, heard_at,
  CASE WHEN closed THEN 'ended' WHEN heard_at < now() - make_interval(secs => $1) THEN 'unheard'
  ELSE 'heard' END AS state`;

/** Few ask, and seldom: each time a connection of its own. */
async function withTables<Result>(
  databaseUrl: string,
  work: (tables: Awaited<ReturnType<typeof openSharedTables>>) => Promise<Result>,
): Promise<Result> {
  try {
    const tables = await openSharedTables(databaseUrl, 1, queryMsMax);
    return await work(tables).finally(() => tables.end());
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const detail = 'the shared index cannot be asked: the database does not answer';
    throw new GatewayError('not_ready', detail, { cause: error });
  }
}

export function listSharedLogs(databaseUrl: string): Promise<readonly SharedLogRow[]> {
  return withTables(databaseUrl, async (tables) => {
    const { rows } = await tables.query(
      `SELECT ${columns} FROM gateway_audit_logs ORDER BY origin, log`,
      [unheardSeconds],
    );
    return rows.map((row) => toLog(row));
  });
}

export type Retirement = {
  readonly origin: string;
  /** Why, in words that the trail keeps. */
  readonly reason: string;
  readonly actor: Actor;
};

export type Retired = Recorded & { readonly logs: readonly SharedLogRow[] };

/**
 * All logs of this origin that are not heard of count as ended from here on, which an entry says before it is so. What they
 * indexed is found as before. A replica that comes back after all is heard of again by itself.
 */
export function retireSharedLogs(
  databaseUrl: string,
  { origin, reason, actor }: Retirement,
  record: Recorder,
): Promise<Retired> {
  return withTables(databaseUrl, (tables) =>
    inTransaction(tables, async (client) => {
      const { rows } = await client.query(
        `SELECT ${columns} FROM gateway_audit_logs WHERE origin = $2 ORDER BY log FOR UPDATE`,
        [unheardSeconds, origin],
      );
      const found = rows.map((row) => toLog(row));
      const logs = found.filter(({ state }) => state === 'unheard');
      if (logs.length === 0) throw toRefusal(origin, found);
      await client.query(
        'UPDATE gateway_audit_logs SET closed = true WHERE first_id = ANY($1::uuid[])',
        [logs.map(({ first }) => first)],
      );
      await retireErasurePlaces(client, origin);
      const entries = logs.reduce((sum, log) => sum + log.entries, 0);
      const detail = { origin, reason, logs: logs.length, entries };
      const recorded = await record({ type: 'admin', actor, act: 'log-retired', detail });
      return { ...recorded, logs };
    }),
  );
}

function toRefusal(origin: string, found: readonly SharedLogRow[]): GatewayError {
  if (found.some(({ state }) => state === 'heard'))
    return new GatewayError(
      'invalid_request',
      `the replica of \`${origin}\` was heard of within the last ${unheardSeconds} seconds: stop it first`,
    );
  return new GatewayError('not_found', `no log of \`${origin}\` is waited for`);
}

function toLog(row: unknown): SharedLogRow {
  const { first_id: first, heard_at: heardAt, ...rest } = logRow.parse(row);
  return { ...rest, first, heardAt };
}
