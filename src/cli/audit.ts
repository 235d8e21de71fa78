/** `governance audit …`: what can be done with a trail from the command line, one function per command. */
import { usageExit } from './audit-options.ts';
import type { Io } from './audit-options.ts';
import { auditVerify } from './audit-verify.ts';

const usage = `usage: governance audit <command> [options]

  verify    check that a trail is whole and unchanged, offline

Each command takes --help.
`;

type Command = (args: readonly string[], io: Io) => Promise<number>;

const commands: Readonly<Record<string, Command>> = { verify: auditVerify };

/** Runs one audit command and answers its exit status. */
export async function auditCommand(args: readonly string[], io: Io): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    io.out(usage);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    io.error(name === '' ? usage : `\`${name}\` is no audit command\n\n${usage}`);
    return usageExit;
  }
  return await command(rest, io);
}
