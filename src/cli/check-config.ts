/** `governance check-config`: every fault of the configuration at once, or the one that holds. */
import { showConfig } from '../config/show.ts';
import { type Io, exitStatus } from './io.ts';
import { wantsHelp } from './help.ts';
import { describeConfigFlags, readArguments, readSettings, refuseOperands } from './options.ts';

const usage = `usage: governance check-config [--print] [options]

Reads flags, environment and file as the gateway would, and tells every fault with its place;
"governance policy lint" does so for the policies.
Exit status: 0 fine, 78 bad configuration.

  --print  show the configuration that holds, with secrets masked

${describeConfigFlags()}`;

const flags = { print: { type: 'boolean', default: false } } as const;

export function checkConfigCommand(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return Promise.resolve(exitStatus.fine);
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals);
  const config = readSettings(configFlags, io);
  io.out(values.print ? showConfig(config) : 'the configuration is fine\n');
  return Promise.resolve(exitStatus.fine);
}
