/** Starts the real gateway as its own process, on a free port and in a folder of its own, and ends it by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './until.ts';

export const bootstrapKey = 'bootstrap-key-of-the-tests-000001';

export type GatewayOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  /** How it is started; by default the program itself, without the command line around it. */
  readonly program?: readonly string[];
  /** A command that starts it in turn: a tracer, a namespace of its own. */
  readonly under?: readonly string[];
  /** Told each line that it writes before it serves. */
  readonly onStarting?: (line: string, child: ChildProcess) => void;
  /** A data folder that outlives the process; without it a new one is made and removed. */
  readonly data?: string;
};

export type RunningGateway = {
  readonly url: string;
  readonly key: string;
  readonly data: string;
  readonly process: ChildProcess;
  /** The gateway's own, whatever it was started under. */
  readonly pid: number;
  /** Everything it wrote so far, both streams. */
  readonly output: () => string;
  /** The parsed JSON log lines so far. */
  readonly logs: () => readonly Record<string, unknown>[];
  /** Resolves when it has written so: what a process logs may come behind what it answers, or what another one logs. */
  readonly untilSaid: (said: string | (() => boolean)) => Promise<void>;
  readonly startedInMs: number;
  /** Ends it and resolves to its exit status, or to the signal's name. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | string>;
  readonly remove: () => Promise<void>;
};

const root = join(import.meta.dirname, '..', '..');
/** As the command line starts it, too: to look for every source on the disk is a tenth of a start. */
const program = ['--import', './bin/resolve-at-once.js', 'src/gateway.ts'];
const lastWordsMs = 1_000;

// What a developer has set in their shell must not decide what a test sees.
function cleanEnvironment(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'CI', 'LANG', 'NODE_COMPILE_CACHE']) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function toLog(line: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
  } catch {
    return [];
  }
}

/** What it was started under may outlive it for a moment. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Its status, once its last words are there too; whoever still holds its outputs is not waited for. */
async function untilEnded(child: ChildProcess): Promise<number | string> {
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  await Promise.race([closed, sleep(lastWordsMs, undefined, { ref: false })]);
  return code ?? signal ?? 'unknown';
}

export async function startGateway(options: GatewayOptions = {}): Promise<RunningGateway> {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'governance-')));
  const startedAt = performance.now();
  const [command, ...before] = [...(options.under ?? []), process.execPath];
  const child = spawn(
    command,
    [...before, ...(options.program ?? program), ...(options.arguments ?? [])],
    {
      cwd: root,
      env: {
        ...cleanEnvironment(),
        HOST: '127.0.0.1',
        PORT: '0',
        GATEWAY_DATA: data,
        GATEWAY_BOOTSTRAP_KEY: bootstrapKey,
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = untilEnded(child);
  let pid = child.pid ?? 0;
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`;
      options.onStarting?.(line, child);
      const [log] = toLog(line);
      if (log?.['msg'] !== 'listening' || typeof log['url'] !== 'string') return;
      pid = Number(log['pid']);
      resolve(log['url']);
    });
    void ended.then((status) => reject(new Error(`the gateway ended with ${status}: ${output}`)));
  });
  const remove = (): Promise<void> => rm(data, { recursive: true, force: true });
  return {
    url,
    key: options.environment?.['GATEWAY_BOOTSTRAP_KEY'] ?? bootstrapKey,
    data,
    process: child,
    pid,
    output: () => output,
    logs: () => output.split('\n').flatMap(toLog),
    untilSaid: (said) =>
      until(typeof said === 'string' ? () => output.includes(said) : said, () => output),
    startedInMs: performance.now() - startedAt,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) sendSignal(pid, signal);
      const status = await ended;
      if (options.data === undefined && signal === 'SIGTERM') await remove();
      return status;
    },
    remove,
  };
}
