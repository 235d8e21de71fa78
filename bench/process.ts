/** Starts the programs that are measured, each as a process of its own, and asks them for their account. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const accountSchema = z.object({
  cpuUs: z.number(),
  threads: z.record(z.string(), z.number()),
  residentBytes: z.number(),
  resources: z.number(),
});
const readySchema = z.object({ msg: z.literal('listening'), url: z.string() });

export type Account = z.output<typeof accountSchema>;

export type Program = {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its own line that says it listens. */
  readonly readyMs: number;
  readonly account: () => Promise<Account>;
  /** What a module that was loaded before it answers to a word. */
  readonly ask: (word: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

const root = join(import.meta.dirname, '..');

/** What a developer has set in their shell must not decide what is measured. */
function cleanEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function readUrl(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const ready = readySchema.safeParse(JSON.parse(line));
  return ready.success ? ready.data.url : undefined;
}

async function waitForUrl(child: ChildProcess, entry: string): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error(`${entry} has no standard output`);
  const lines = createInterface(stdout);
  return new Promise<string>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`${entry} ended with ${code ?? -1} before it was ready`)),
    );
    lines.on('line', (line) => {
      const url = readUrl(line);
      if (url === undefined) return;
      resolve(url);
      // Its logs go on; they are drained, not parsed, so that this process costs as little as it can.
      lines.close();
      stdout.resume();
    });
  });
}

export type Start = {
  readonly entry: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The only one of the machine's cores that it may use, as it would find in a container of one. */
  readonly core?: string | undefined;
  /** Modules loaded before it. */
  readonly preload?: readonly string[];
  /** A folder for what the engine's sampler saw of each thread, written when the program ends. */
  readonly profiles?: string;
};

/** What the engine is told so that it leaves what its sampler saw in the folder, where there is one. */
export function toSampler(folder: string | undefined): readonly string[] {
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** Node with these words, and on that core alone where one is named. */
export function toCommand(core: string | undefined, words: readonly string[]): readonly string[] {
  const command = [process.execPath, ...words];
  return core === undefined ? command : ['taskset', '-c', core, ...command];
}

export async function startProgram(start: Start): Promise<Program> {
  const { entry, words = [], environment = {}, core, preload = [], profiles } = start;
  const startedMs = performance.now();
  const imports = ['bench/account.js', ...preload].flatMap((file) => [
    '--import',
    join(root, file),
  ]);
  const [command = '', ...rest] = toCommand(core, [
    ...toSampler(profiles),
    ...imports,
    entry,
    ...words,
  ]);
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await waitForUrl(child, entry);
  const readyMs = performance.now() - startedMs;
  const ask = async (word: string): Promise<unknown> => {
    const answered = once(child, 'message');
    child.send(word);
    const [message] = (await answered) as [unknown];
    return message;
  };
  return {
    url,
    pid: child.pid ?? 0,
    readyMs,
    ask,
    account: async () => accountSchema.parse(await ask('account')),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
