/** The bench once more, in a process of its own, for the figures of some rows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Row } from './row.ts';

export type Again = {
  readonly rows: readonly Row[];
  /** What the engine is told, and what the bench is. */
  readonly flags?: readonly string[];
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};

/** What it printed, as JSON says it, and with what it ended. Its progress goes where that of this process goes. */
export async function runBench({
  rows,
  flags = [],
  words,
  environment = {},
}: Again): Promise<{ readonly printed: string; readonly status: number | null }> {
  const only = rows.map(({ name }) => name).join(',');
  const main = join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, [...flags, main, '--json', ...words, '--only', only], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [status]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { printed, status };
}
