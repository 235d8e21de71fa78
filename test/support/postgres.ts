/** A PostgreSQL schema of a test's own: on the server that runs here, else on one that is started for it. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, chownSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export type Postgres = {
  /** A URL whose tables are seen by this test alone. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** What is missing, in a sentence that says how to get it. */
export type MissingPostgres = { readonly missing: string };

type Server = { readonly url: string; readonly stop: () => Promise<void> };

export async function openPostgres(): Promise<Postgres | MissingPostgres> {
  const server = (await findServer()) ?? (await startServer());
  if (server === undefined)
    return {
      missing:
        'no PostgreSQL: set TEST_DATABASE_URL, or install it (`apt-get install postgresql`, `brew install postgresql`)',
    };
  const schema = `gateway_test_${randomBytes(6).toString('hex')}`;
  await run(server.url, `CREATE SCHEMA ${schema}`);
  const url = new URL(server.url);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return {
    url: url.href,
    close: async () => {
      await run(server.url, `DROP SCHEMA ${schema} CASCADE`);
      await server.stop();
    },
  };
}

export async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function findServer(): Promise<Server | undefined> {
  const { TEST_DATABASE_URL: named } = process.env;
  const url = named ?? `postgres://${userInfo().username}@127.0.0.1:5432/test`;
  try {
    await run(url, 'SELECT 1');
    return { url, stop: () => Promise.resolve() };
  } catch (error) {
    if (named !== undefined) throw error;
    return undefined;
  }
}

async function startServer(): Promise<Server | undefined> {
  const programs = findPrograms();
  if (programs === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  // The server refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? findIdentity() : undefined;
  if (asRoot && identity === undefined) return undefined;
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' };
  const options = { ...identity, cwd: folder, env: environment, stdio: 'ignore' } as const;
  const port = await findFreePort();
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'gateway', '--no-sync'],
    options,
  );
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
  ];
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    options,
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true });
  };
  const url = `postgres://gateway@127.0.0.1:${port}/postgres`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await run(url, 'SELECT 1');
      return { url, stop };
    } catch {
      await sleep(100);
    }
  }
  await stop();
  return undefined;
}

/** Debian keeps the programs of each version outside PATH. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

function findIdentity(): { readonly uid: number; readonly gid: number } | undefined {
  const ask = (what: string) => Number(execFileSync('id', [what, 'postgres'], { stdio: 'pipe' }));
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
