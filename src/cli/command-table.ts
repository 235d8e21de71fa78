/** Finds a command by its name, and tells what there is where none is meant. */
import { findNearest } from '../governance/policy/suggest.ts';
import { type Command, exitStatus } from './io.ts';
import { listHelp } from './help.ts';

export type CommandEntry = {
  readonly name: string;
  readonly summary: string;
  /** What the same is called in other tools: told, never run. */
  readonly elsewhere?: readonly string[];
  /** Loaded when asked for, so that no command waits for what another one needs. */
  readonly load: () => Promise<Command>;
};

/** `program` is what stands before the command: `governance`, `governance keys`. */
export function createTable(program: string, entries: readonly CommandEntry[], more = ''): Command {
  const usage = `usage: ${program} <command> [options]

${listHelp(entries.map(({ name, summary }) => [name, summary]))}
Each command takes --help.
${more}`;
  return async (args, io) => {
    const [name = '', ...rest] = args;
    const [about = ''] = rest;
    const asked =
      name === 'help' ? entries.find((candidate) => candidate.name === about) : undefined;
    if (asked !== undefined) return (await asked.load())([...rest.slice(1), '--help'], io);
    if (name === '--help' || name === '-h' || name === 'help') {
      io.out(usage);
      return exitStatus.fine;
    }
    const entry = entries.find((candidate) => candidate.name === name);
    if (entry !== undefined) return (await entry.load())(rest, io);
    io.error(describeUnknown(name, entries) + usage);
    return exitStatus.wrongUsage;
  };
}

function describeUnknown(name: string, entries: readonly CommandEntry[]): string {
  if (name === '') return '';
  const same = entries.find(({ elsewhere = [] }) => elsewhere.includes(name))?.name;
  const names = entries.map((entry) => entry.name);
  const near = same ?? findNearest(name, names);
  const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
  return `\`${name}\` is no command${hint}\n\n`;
}
