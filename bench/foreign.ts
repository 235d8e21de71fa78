/** Starts programs that are not ours and do not say when they listen; the operating system tells what they cost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, Program } from './process.ts';

const ticksPerSecond = 100;
const microsecondsPerSecond = 1e6;
const pageBytes = 4096;
const tries = 200;
const pauseMs = 50;

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  server.close();
  await once(server, 'close');
  return address.port;
}

async function readAccount(pid: number): Promise<Account> {
  const [stat, memory] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/statm`, 'utf8'),
  ]);
  // Behind the name in brackets, which may hold blanks: user time is the twelfth field, system time the next.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return {
    cpuUs: (ticks * microsecondsPerSecond) / ticksPerSecond,
    threads: {},
    residentBytes: Number(memory.split(' ')[1]) * pageBytes,
    resources: (await readdir(`/proc/${pid}/fd`)).length,
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  for (let i = 0; i < tries; i += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended before it listened`);
    if (await isListening(port)) return;
    await sleep(pauseMs);
  }
  throw new Error(`${child.spawnfile} does not listen on ${port}`);
}

export async function startForeign(
  command: string,
  words: readonly string[],
  port: number,
): Promise<Program> {
  const startedMs = performance.now();
  const child = spawn(command, words, { stdio: 'ignore' });
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(([error]) => {
      throw error as Error;
    }),
  ]);
  await waitUntilListening(child, port);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedMs,
    account: () => readAccount(child.pid ?? 0),
    ask: () => Promise.reject(new Error(`${command} answers to no word`)),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
