/** A Redis of the test's own on a free port, so that stopping it harms nobody else. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type OwnRedis = {
  readonly url: string;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** It keeps its connections and answers nothing. */
  readonly pause: () => void;
  readonly resume: () => void;
};

const program = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** What a machine without it is told; with `CI` set a missing server fails the tests instead. */
export const redisMissing =
  program === undefined && process.env['CI'] === undefined
    ? 'skipped for want of redis-server: apt-get install redis'
    : undefined;

async function findPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** `kind`: one that stands alone, or the only server of a cluster. */
export async function startRedis(kind: 'alone' | 'cluster' = 'alone'): Promise<OwnRedis> {
  if (program === undefined) throw new Error('redis-server is missing: apt-get install redis');
  const port = await findPort();
  const bus = String(await findPort());
  const more = kind === 'cluster' ? ['--cluster-enabled', 'yes', '--cluster-port', bus] : [];
  let child: ChildProcess | undefined;
  let directory = '';
  const start = async (): Promise<void> => {
    // A server that becomes another's replica writes what it got into the directory that it was started in.
    directory = await mkdtemp(join(tmpdir(), 'governance-redis-'));
    const started = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...more],
      { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('exit', (status) =>
        reject(new Error(`redis-server ended with ${status ?? 'a signal'}`)),
      );
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('Ready to accept connections')) resolve();
      });
    });
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async stop() {
      const running = child;
      if (running?.exitCode === null && running.signalCode === null) {
        running.kill('SIGKILL');
        await once(running, 'exit');
        await rm(directory, { recursive: true });
      }
    },
  };
}
