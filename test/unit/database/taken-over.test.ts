/** A store whose server was taken over by another one under the same address: a connection to the one before is let go. */
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction, openTables } from '../../../src/database/postgres.ts';
import { connectRedis } from '../../../src/database/redis.ts';
import { openPostgres } from '../../support/postgres.ts';
import { redisMissing, startRedis } from '../../support/redis.ts';
import { startRelay } from '../../support/relay.ts';
import { until } from '../../support/until.ts';

/** So long that a server which stands still with the machine is none that says nothing any more. */
const timeoutMs = 2_000;

async function writes(redis: Redis): Promise<boolean> {
  return redis.set('key', 'value').then(
    () => true,
    () => false,
  );
}

if (redisMissing !== undefined) process.stdout.write(`${redisMissing}\n`);
(redisMissing === undefined ? describe : describe.skip)('a connection to Redis', () => {
  test.each([
    ['only reads from now on', 'follows'],
    ['says nothing any more', 'hangs'],
  ])('goes to the server that leads when the one before %s', async (_, how) => {
    const [before, after] = [await startRedis(), await startRedis()];
    const relay = await startRelay(before.url);
    const redis = await connectRedis({ url: relay.url, timeoutMs });
    expect(await writes(redis)).toBe(true);
    relay.lead(after.url);
    if (how === 'hangs') before.pause();
    else await redis.call('REPLICAOF', '127.0.0.1', new URL(after.url).port);
    expect(await writes(redis)).toBe(false);
    await until(
      () => writes(redis),
      () => 'nothing is written',
    );
    redis.disconnect();
    before.resume();
    await relay.close();
    await Promise.all([before.stop(), after.stop()]);
  });

  test('goes to where its name leads from now on, while the server before takes what is written', async () => {
    const [before, after] = [await startRedis(), await startRedis()];
    const relay = await startRelay(before.url);
    let addresses = ['127.0.0.1', '::1'];
    const url = relay.url.replace('127.0.0.1', 'localhost');
    const findAddresses = (): Promise<string[]> => Promise.resolve(addresses);
    let lost = 0;
    const onLost = (): unknown => (lost += 1);
    const redis = await connectRedis({ url, timeoutMs, onLost, findAddresses, lookEveryMs: 20 });
    expect(await writes(redis)).toBe(true);
    await sleep(100);
    expect(lost).toBe(0);
    relay.lead(after.url);
    addresses = ['192.0.2.1'];
    const reader = await connectRedis({ url: after.url, timeoutMs });
    await until(
      async () => (await writes(redis)) && (await reader.get('key')) === 'value',
      () => 'what is written goes to the server before',
    );
    reader.disconnect();
    redis.disconnect();
    await relay.close();
    await Promise.all([before.stop(), after.stop()]);
  });

  test('stays where the name tells other doors of the same store, or leads to none that answers', async () => {
    const store = await startRedis();
    const relay = await startRelay(store.url);
    let looked = 0;
    let lost = 0;
    const redis = await connectRedis({
      url: relay.url.replace('127.0.0.1', 'localhost'),
      timeoutMs,
      onLost: () => (lost += 1),
      findAddresses: () => Promise.resolve([`192.0.2.${(looked += 1)}`]),
      lookEveryMs: 20,
    });
    await until(() => looked > 3);
    relay.lead('redis://127.0.0.1:1');
    const before = looked;
    await until(() => looked > before + 3);
    expect(lost).toBe(0);
    redis.disconnect();
    await relay.close();
    await store.stop();
  });
});

const postgres = await openPostgres();
if ('missing' in postgres) process.stdout.write(`${postgres.missing}\n`);
('missing' in postgres ? describe.skip : describe)('a connection to PostgreSQL', () => {
  const { url, close } = postgres as Exclude<typeof postgres, { readonly missing: string }>;
  afterAll(() => close());

  test('is not used again when its server only reads from now on', async () => {
    const migrations = ['CREATE TABLE gateway_written (at bigint NOT NULL)'];
    const pool = await openTables(url, { room: 'test', migrations, connectionsMax: 1 });
    const write = (): Promise<unknown> =>
      inTransaction(pool, (client) => client.query('INSERT INTO gateway_written VALUES (1)'));
    // So it is for as long as this connection lasts; another one leads to who can write.
    await pool.query('SET default_transaction_read_only = on');
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    await expect(write()).resolves.toBeDefined();
    await pool.end();
  });

  test('is not used for ever: an address may lead to another server while the one before goes on', async () => {
    const pool = await openTables(url, {
      ...{ room: 'lasting', migrations: [], connectionsMax: 1, connectionSecondsMax: 1 },
    });
    const readServer = async (): Promise<unknown> =>
      (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    const before = await readServer();
    // Never at rest, so that it is not let go for that.
    await until(
      async () => (await readServer()) !== before,
      () => 'it is the same connection for ever',
    );
    await pool.end();
  });
});
