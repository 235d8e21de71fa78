/** `governance policy lint`: every fault and every doubt of a policy directory, as file:line:column. */
import { counted } from './counted.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, refuseOperands } from './options.ts';
import { compileDirectory, findPolicies, writeFault } from './policy-open.ts';

const usage = `usage: governance policy lint [DIRECTORY|FILE] [--strict] [--json]

Tells every error and warning of the policies, as file:line:column, tests
included: what passes here, the gateway loads. A file is read together with its
neighbours.
Exit status: 0 no errors, 1 errors (with --strict: or warnings).

  --strict  warnings count as errors
  --json    one JSON object a line

${describeConfigFlags(['config', 'policies'])}`;

const flags = {
  strict: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export async function policyLint(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals, 1);
  const { directory, isMeant, outside } = findPolicies(positionals[0], configFlags, io);
  const { compiled } = await compileDirectory(directory, undefined, { outside });
  const all = 'faults' in compiled ? compiled.faults : compiled.warnings;
  const faults = all.filter(({ file }) => isMeant(file));
  for (const fault of faults)
    io.out(`${values.json ? JSON.stringify(fault) : writeFault(fault)}\n`);
  const errors = faults.filter(({ level }) => level === 'error').length;
  const warnings = faults.length - errors;
  if (!values.json) io.error(`${counted(errors, 'error')}, ${counted(warnings, 'warning')}\n`);
  return errors > 0 || (values.strict && warnings > 0) ? exitStatus.bad : exitStatus.fine;
}
