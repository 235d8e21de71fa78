/** Tables of one of our rooms in PostgreSQL, shared by replicas and brought to today's form by the first of them. */
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { GatewayError } from '../errors.ts';
import { locks } from './locks.ts';

const timeoutMs = 2_000;

interface Tables {
  /** Whose tables they are: how versions are counted apart, and what the server shows of the connection. */
  readonly room: string;
  /** Each entry leads from one version to the next. */
  readonly migrations: readonly string[];
  readonly connectionsMax: number;
  readonly more?: PoolConfig;
}

export async function openTables(url: string, tables: Tables): Promise<Pool> {
  const pool = new Pool({
    connectionString: url,
    max: tables.connectionsMax,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: `governance-gateway ${tables.room}`,
    ...tables.more,
  });
  // A lost idle connection is no event: the next query opens another one or fails by itself.
  pool.on('error', () => undefined);
  try {
    await inTransaction(pool, (client) => migrate(client, tables));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
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

async function migrate(client: PoolClient, { room, migrations }: Tables): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [locks.migrations]);
  await client.query(
    'CREATE TABLE IF NOT EXISTS gateway_versions (room text PRIMARY KEY, version integer NOT NULL)',
  );
  const { rows } = await client.query<{ version: number }>(
    'SELECT version FROM gateway_versions WHERE room = $1',
    [room],
  );
  const version = rows[0]?.version ?? 0;
  if (version > migrations.length)
    throw new GatewayError(
      'not_ready',
      `the tables of ${room} were written by a newer version of the gateway`,
    );
  for (const migration of migrations.slice(version)) await client.query(migration);
  await client.query(
    `INSERT INTO gateway_versions (room, version) VALUES ($1, $2)
     ON CONFLICT (room) DO UPDATE SET version = excluded.version`,
    [room, migrations.length],
  );
}
