/** Tables of one of our rooms in PostgreSQL, shared by replicas and brought to today's form by the first of them. */
import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { GatewayError } from '../errors.ts';
import { locks } from './locks.ts';

const timeoutMs = 2_000;
/** The server gives a query up before we do: else it would go on with what nobody waits for, over a connection that is no use. */
const graceMs = 250;
/** Texts are destroyed within a transaction, so that no hold comes between: a server that ends idle ones would let it. */
const idleMsMax = 3_600_000;
/** A name may lead to another server now, while the one before goes on as if nothing was: nothing else would show it. */
const connectionSecondsMax = 60;
/** Another replica may be at it. */
const lockTimeoutMs = 10_000;
/** Tables that have grown take their time. */
const migrationTimeoutMs = 600_000;

interface Tables {
  /** Whose tables they are: how versions are counted apart, and what the server shows of the connection. */
  readonly room: string;
  /** Each entry leads from one version to the next. */
  readonly migrations: readonly string[];
  readonly connectionsMax: number;
  /** How long a connection is used at most. */
  readonly connectionSecondsMax?: number;
  readonly more?: PoolConfig;
}

export async function openTables(url: string, tables: Tables): Promise<Pool> {
  const { statement_timeout: statementMs = timeoutMs } = tables.more ?? {};
  const pool = new Pool({
    connectionString: nameChecks(url),
    max: tables.connectionsMax,
    connectionTimeoutMillis: timeoutMs,
    maxLifetimeSeconds: tables.connectionSecondsMax ?? connectionSecondsMax,
    query_timeout: timeoutMs + graceMs,
    // Whatever the server, its database or its user set for all who come: what is said here counts.
    statement_timeout: timeoutMs,
    lock_timeout: Number(statementMs) + graceMs,
    idle_in_transaction_session_timeout: idleMsMax,
    application_name: `governance-gateway ${tables.room}`,
    ...tables.more,
  });
  // A lost idle connection is no event: the next query opens another one or fails by itself.
  pool.on('error', () => undefined);
  // One that the server ends as it is handed out, both in one packet, tells it before whoever asked has heard of either: told
  // to nobody it would end the process. The first query on it fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    // Whoever finds its tables as they are to be waits for nobody.
    if ((await readVersion(pool, tables)) < tables.migrations.length)
      await inTransaction(pool, (client) => migrate(client, tables));
  } catch (error) {
    await pool.end();
    throw nameTimeout(error);
  }
  return pool;
}

/**
 * By any of these names the driver checks all that `verify-full` checks, and warns on each start that a later version of it
 * will not. What is meant is said instead, so that no update checks less.
 */
function nameChecks(url: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');
}

/** The driver has no code for it, which is what the operator is told by. */
function nameTimeout(error: unknown): unknown {
  const unnamed = error instanceof Error && !('code' in error) && /timeout/i.test(error.message);
  return unnamed ? Object.assign(error, { code: 'ETIMEDOUT' }) : error;
}

export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that is lost between two queries tells it here, and to nobody it would end the process.
  const onLost = (error: Error): void => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A server that said nothing in time would be waited for once more: the connection ends, and with it what was begun.
    if (error instanceof GatewayError || error instanceof DatabaseError)
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
    // A server that another one took over from refuses to write for as long as somebody is connected to it.
    if (!(error instanceof GatewayError)) broken ??= new Error('a transaction failed');
    throw error;
  } finally {
    client.removeListener('error', onLost);
    client.release(broken);
  }
}

async function migrate(client: PoolClient, tables: Tables): Promise<void> {
  const { room, migrations } = tables;
  await client.query(
    `SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${migrationTimeoutMs}`,
  );
  const lock = `SELECT pg_advisory_xact_lock(${locks.migrations})`;
  await client.query(within(lockTimeoutMs + timeoutMs, lock));
  await client.query(
    'CREATE TABLE IF NOT EXISTS gateway_versions (room text PRIMARY KEY, version integer NOT NULL)',
  );
  // Somebody else may have been at it meanwhile.
  const version = await readVersion(client, tables);
  for (const text of migrations.slice(version))
    await client.query(within(migrationTimeoutMs, text));
  await client.query(
    `INSERT INTO gateway_versions (room, version) VALUES ($1, $2)
     ON CONFLICT (room) DO UPDATE SET version = excluded.version`,
    [room, migrations.length],
  );
}

/** The driver waits so long for this one alone, which its declarations do not know. */
function within(ms: number, text: string): QueryConfig & { readonly query_timeout: number } {
  return { text, query_timeout: ms };
}

/** 0 where there are none yet; throws where somebody newer has written them. */
async function readVersion(
  connection: Pick<PoolClient, 'query'> | Pool,
  { room, migrations }: Tables,
): Promise<number> {
  const found = await connection.query<{ there: boolean }>(
    "SELECT to_regclass('gateway_versions') IS NOT NULL AS there",
  );
  if (found.rows[0]?.there !== true) return 0;
  const { rows } = await connection.query<{ version: number }>(
    'SELECT version FROM gateway_versions WHERE room = $1',
    [room],
  );
  const version = rows[0]?.version ?? 0;
  if (version > migrations.length)
    throw new GatewayError(
      'not_ready',
      `the tables of ${room} were written by a newer version of the gateway`,
    );
  return version;
}
