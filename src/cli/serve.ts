/** `governance serve`: the gateway itself, under another name. */
import { fileURLToPath } from 'node:url';
import { variables } from '../config/environment.ts';
import { type Io, exitStatus } from './io.ts';
import { listHelp, wantsHelp } from './help.ts';
import { describeConfigFlags } from './options.ts';

const usage = `usage: governance serve [options]

Runs the gateway until it gets SIGTERM or SIGINT.

${describeConfigFlags()}
Variables, each weaker than its flag and stronger than the file:

${listHelp(variables.map(({ name, description }) => [name, description.replace(/`/g, '')]))}
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
