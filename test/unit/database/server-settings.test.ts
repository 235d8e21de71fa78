/** What the server, its database or its user set for all who come counts for other programs: ours says itself how long it may take. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, openTables } from '../../../src/database/postgres.ts';
import { type OwnPostgres, runSql, startOwnPostgres } from '../../support/postgres-server.ts';

const postgres = await startOwnPostgres();
if (postgres === undefined) process.stdout.write('no PostgreSQL can be started here\n');

(postgres === undefined ? describe.skip : describe)('a server that gives little time', () => {
  const { url, remove } = postgres as OwnPostgres;
  afterAll(() => remove());

  test('does not end a transaction in which texts are destroyed, nor a wait for one', async () => {
    const limits = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];
    const [{ name } = { name: '' }] = await runSql(url, 'SELECT current_user::text AS name');
    for (const limit of limits) await runSql(url, `ALTER ROLE ${String(name)} SET ${limit} = 100`);
    const tables = { room: 'test', migrations: [], connectionsMax: 2 };
    const pool = await openTables(url, tables);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(4711)');
    const waiting = inTransaction(pool, (client) =>
      client.query('SELECT pg_advisory_xact_lock(4711)'),
    );
    const destroying = inTransaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(4712)');
      await sleep(500);
      const others = await holder.query('SELECT pg_try_advisory_xact_lock(4712) AS free');
      return others.rows[0] as unknown;
    });
    expect(await destroying).toEqual({ free: false });
    await holder.query('COMMIT');
    await expect(waiting).resolves.toBeDefined();
    await holder.end();
    await pool.end();
  });
});
