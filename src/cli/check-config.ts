/** `governance check-config`: every fault of the configuration and of its policies, or the one that holds. */
import { toOutsideDetectors } from '../config/detectors.ts';
import { showConfig } from '../config/show.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, readSettings, refuseOperands } from './options.ts';
import { compileDirectory, writeErrors } from './policy-open.ts';
import { Refusal } from './refusal.ts';
import { showPath } from './shown-path.ts';

const usage = `usage: governance check-config [--print] [options]

Reads flags, environment and file as the gateway would, compiles the policies
and runs their tests, and tells every fault with its place: what passes here,
the gateway starts with. Warnings on policies are told by "governance policy
lint".
Exit status: 0 fine, 2 wrong usage, 78 bad configuration or policies.

  --print  only show the configuration that holds, with secrets masked; policies
           are not read

${describeConfigFlags()}`;

const flags = { print: { type: 'boolean', default: false } } as const;

export async function checkConfigCommand(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals);
  const config = readSettings(configFlags, io);
  if (values.print) {
    io.out(showConfig(config));
    return exitStatus.fine;
  }
  const { compiled } = await compileDirectory(config.policies, config.limits, {
    outside: toOutsideDetectors(config.detectors),
  });
  if ('faults' in compiled)
    throw new Refusal(exitStatus.badConfiguration, writeErrors(compiled.faults));
  const { version, policies } = compiled.bundle;
  const shown = showPath(io.cwd, config.policies);
  io.out(
    `the configuration is fine\nthe policies are fine: ${policies.length} in \`${shown}\`, version ${version}\n`,
  );
  return exitStatus.fine;
}
