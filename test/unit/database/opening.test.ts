/** How tables in PostgreSQL are brought to today's form while others hold locks, and while that takes long. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { locks } from '../../../src/database/locks.ts';
import { openTables } from '../../../src/database/postgres.ts';
import { type OwnPostgres, startOwnPostgres } from '../../support/postgres-server.ts';

/** Longer than anybody waits for an answer else. */
const longMs = 2_500;

test('an address with sslmode=require is taken without a warning, as are its kin', async () => {
  const warned: string[] = [];
  const hear = ({ message }: Error): unknown => warned.push(message);
  process.on('warning', hear);
  for (const mode of ['require', 'prefer', 'verify-ca']) {
    // Nobody listens there.
    const opened = openTables(`postgres://gateway@127.0.0.1:1/test?a=b&sslmode=${mode}`, {
      ...{ room: 'test', migrations: [], connectionsMax: 1 },
    });
    await expect(opened).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
  await sleep(20);
  process.off('warning', hear);
  expect(warned).toEqual([]);
});

// Its own: whoever else has tables to make there would wait for the lock as well.
const postgres = await startOwnPostgres();
if (postgres === undefined) process.stdout.write('no PostgreSQL can be started here\n');

(postgres === undefined ? describe.skip : describe)('tables in PostgreSQL', () => {
  const { url, remove } = postgres as OwnPostgres;
  const holder = new Client({ connectionString: url });
  beforeAll(() => holder.connect());
  afterAll(async () => {
    await holder.end();
    await remove();
  });

  const migrations = ['CREATE TABLE long (at bigint)', `SELECT pg_sleep(${longMs / 1_000})`];
  const open = (versions: number): Promise<void> =>
    openTables(url, {
      ...{ room: 'test', migrations: migrations.slice(0, versions), connectionsMax: 1 },
      more: { statement_timeout: 1_000 },
    }).then((pool) => pool.end());

  test('are made when another one who is at it has finished', async () => {
    await holder.query('SELECT pg_advisory_lock($1)', [locks.migrations]);
    const opened = open(1);
    await sleep(longMs);
    await holder.query('SELECT pg_advisory_unlock($1)', [locks.migrations]);
    await expect(opened).resolves.toBeUndefined();
  });

  test('are opened at once where they are as they are to be, whoever is at others', async () => {
    await holder.query('SELECT pg_advisory_lock($1)', [locks.migrations]);
    await expect(open(1)).resolves.toBeUndefined();
    await holder.query('SELECT pg_advisory_unlock($1)', [locks.migrations]);
  });

  test('may take longer to be changed than any answer may else', async () => {
    await expect(open(2)).resolves.toBeUndefined();
  });
});
