/** `governance serve`: the gateway itself, under another name. */
import { fileURLToPath } from 'node:url';
import { fileVariable, variables } from '../config/environment.ts';
import { type Io, exitStatus } from './io.ts';
import { listHelp, wantsHelp } from './help.ts';
import { describeConfigFlags } from './options.ts';

const usage = `usage: governance serve [options]

Runs the gateway until it gets SIGTERM or SIGINT.
Exit status: 0 stopped, 1 it cannot start, 70 a bug, 78 bad configuration,
policies or arguments, 130 ended by a second signal.

${describeConfigFlags()}
Variables, each weaker than its flag and stronger than the file:

${listHelp([
  [fileVariable, 'Another gateway.yaml.'],
  ...variables.map(({ name, description }) => [name, description.replace(/`/g, '')] as const),
])}
A secret may lie in a file instead, which NAME_FILE names.
All keys of the file: docs/CONFIGURATION.md
`;

export async function serveCommand(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  // The program reads its own arguments, whichever way it was started.
  const [node = process.execPath] = process.argv;
  process.argv = [node, fileURLToPath(import.meta.resolve('../gateway.ts')), ...args];
  await import('../gateway.ts');
  return exitStatus.fine;
}
