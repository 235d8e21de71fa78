/** Tables that somebody else holds locked: who asks is told in time, and leaves nothing behind that waits on at the server. */
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { openTables } from '../../../src/database/postgres.ts';
import { openPostgres } from '../../support/postgres.ts';

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
  for (let i = 0; i < asked; i += 1)
    await expect(pool.query('SELECT at FROM gateway_locked')).rejects.toMatchObject({
      code: '57014',
    });
  const { rows } = await holder.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE application_name = 'governance-gateway ${room}' AND wait_event_type = 'Lock'`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  await holder.query('ROLLBACK');
  expect((await pool.query('SELECT at FROM gateway_locked')).rows).toEqual([]);
  await holder.end();
  await pool.end();
  await close();
});
