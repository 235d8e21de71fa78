/** `governance policy schema`: the JSON Schema that editors check policy files against. */
import { policyJsonSchema } from '../governance/policy/schema.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { readArguments, refuseOperands } from './options.ts';

const usage = `usage: governance policy schema

Prints the JSON Schema of policy files. An editor uses it where a file's first
line is
  # yaml-language-server: $schema=../policy.schema.json
`;

export function policySchemaCommand(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return Promise.resolve(exitStatus.fine);
  }
  const { positionals } = readArguments(args, {});
  refuseOperands(positionals);
  io.out(`${JSON.stringify(policyJsonSchema(), undefined, 2)}\n`);
  return Promise.resolve(exitStatus.fine);
}
