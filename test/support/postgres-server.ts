/** A PostgreSQL of a test's own on a free port, which it may stop and start again without harm to anybody else. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, chownSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export type OwnPostgres = {
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops it for good and removes what it kept. */
  readonly remove: () => Promise<void>;
};

const readyAttempts = 200;
const readyPauseMs = 100;

/** Undefined where it is not installed, or may not be started by whoever runs this. */
export async function startOwnPostgres(): Promise<OwnPostgres | undefined> {
  const programs = findPrograms();
  if (programs === undefined) return undefined;
  // The server refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  const identity = asRoot ? findIdentity() : undefined;
  if (asRoot && identity === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const server = new Server(programs, folder, identity, await findFreePort());
  await server.start();
  const { url } = server;
  return {
    url,
    start: () => server.start(),
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Answers the rows of a single statement. */
export async function runSql(
  url: string,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

type Identity = { readonly uid: number; readonly gid: number };

class Server {
  readonly url: string;
  readonly #programs: string;
  readonly #data: string;
  readonly #settings: readonly string[];
  readonly #options: object;
  #child: ChildProcess | undefined;

  constructor(programs: string, folder: string, identity: Identity | undefined, port: number) {
    this.url = `postgres://gateway@127.0.0.1:${port}/postgres`;
    this.#programs = programs;
    this.#data = join(folder, 'data');
    this.#settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
    ].flatMap((setting) => ['-c', setting]);
    const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' };
    this.#options = { ...identity, cwd: folder, env, stdio: 'ignore' };
    execFileSync(
      join(programs, 'initdb'),
      ['-D', this.#data, '-A', 'trust', '-U', 'gateway', '--no-sync'],
      this.#options,
    );
  }

  async start(): Promise<void> {
    const program = join(this.#programs, 'postgres');
    const child = spawn(program, ['-D', this.#data, ...this.#settings], this.#options);
    this.#child = child;
    for (let attempt = 0; attempt < readyAttempts; attempt += 1) {
      try {
        await runSql(this.url, 'SELECT 1');
        return;
      } catch {
        await sleep(readyPauseMs);
      }
    }
    await this.stop();
    throw new Error('the PostgreSQL of the tests does not start');
  }

  /** Fast: clients are cut off, what was committed stays. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }
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

function findIdentity(): Identity | undefined {
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
