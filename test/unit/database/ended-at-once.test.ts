/** Connections that PostgreSQL ends as it makes them, as one does that is shut down: whoever asked is told, and nobody dies of it. */
import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { inTransaction, openTables } from '../../../src/database/postgres.ts';
import { openPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';

/** A server's last message before it lets a client ask. */
const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');

function writeFatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mterminating connection\0\0`, 'latin1');
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Leads to the server; while told to, it ends each new connection in the packet that says it is ready. */
async function startEnding(target: string) {
  const url = new URL(target);
  const { hostname, port } = url;
  let ends = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far);
    far.on('data', (bytes) => {
      if (!ends || !bytes.subarray(-ready.length).equals(ready)) near.write(bytes);
      else near.end(Buffer.concat([bytes, writeFatal('57P01')]));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => undefined).once('close', () => other.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    end: (now: boolean) => (ends = now),
    close: () => void server.close(),
  };
}

const postgres = await openPostgres();
if ('missing' in postgres) process.stdout.write(`${postgres.missing}\n`);
('missing' in postgres ? test.skip : test)(
  'a connection that is ended in the packet that makes it fails whoever asked for it, and the next one is made',
  async () => {
    const { url, close } = postgres as Exclude<typeof postgres, { readonly missing: string }>;
    const ending = await startEnding(url);
    const migrations = ['CREATE TABLE gateway_ended (at bigint NOT NULL)'];
    const pool = await openTables(ending.url, { room: 'ended', migrations, connectionsMax: 2 });
    const other = await pool.connect();
    const ask = () =>
      inTransaction(pool, (client) => client.query('SELECT at FROM gateway_ended')).then(
        ({ rows }) => rows.length,
        () => 'told',
      );
    ending.end(true);
    expect(await ask()).toBe('told');
    ending.end(false);
    await until(async () => (await ask()) === 0);
    other.release();
    await pool.end();
    ending.close();
    await close();
  },
);
