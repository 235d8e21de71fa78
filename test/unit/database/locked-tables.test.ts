/** Tables that somebody else holds locked: who asks is told in time, and leaves nothing behind that waits on at the server. */
import { expect, test } from '@jest/globals';
import { Client, DatabaseError } from 'pg';
import { openTables } from '../../../src/database/postgres.ts';
import { openPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

const room = 'locked-tables';
const asked = 4;

const postgres = await openPostgres();
if ('missing' in postgres) process.stdout.write(`${postgres.missing}\n`);
('missing' in postgres ? test.skip : test)('cost no connection for each who asks', async () => {
  const { url, close } = postgres as Exclude<typeof postgres, { readonly missing: string }>;
  const migrations = ['CREATE TABLE gateway_locked (at bigint NOT NULL)'];
  const pool = await openTables(url, { room, migrations, connectionsMax: 2 });
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE gateway_locked IN ACCESS EXCLUSIVE MODE');
  let told: unknown;
  const ask = async (): Promise<boolean> => {
    told = await pool.query('SELECT at FROM gateway_locked').catch((error: unknown) => error);
    return told instanceof DatabaseError && told.code === '57014';
  };
  // The server gives up before its client does, but where the machine stands still in between.
  for (let i = 0; i < asked; i += 1) await until(ask, () => String(told));
  await until(async () => {
    const { rows } = await holder.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = 'governance-gateway ${room}' AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count === 0;
  });
  await holder.query('ROLLBACK');
  expect((await pool.query('SELECT at FROM gateway_locked')).rows).toEqual([]);
  await holder.end();
  await pool.end();
  await close();
});
