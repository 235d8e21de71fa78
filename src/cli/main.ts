/** `governance`: a table of commands, one file each. */
import { explainFault } from '../database/why.ts';
import { createTable } from './command-table.ts';
import { type Io, createProcessIo, exitStatus } from './io.ts';
import { Refusal, messageOf } from './refusal.ts';

const run = createTable(
  'governance',
  [
    {
      name: 'serve',
      summary: 'run the gateway',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    {
      name: 'check-config',
      summary: 'check the configuration, or print the one that holds',
      load: async () => (await import('./check-config.ts')).checkConfigCommand,
    },
    {
      name: 'keys',
      summary: 'create, list, revoke and rotate keys',
      load: async () => (await import('./keys.ts')).keysCommand,
    },
    {
      name: 'policy',
      summary: 'write, check, test, explain and compare policies',
      load: async () => (await import('./policy.ts')).policyCommand,
    },
    {
      name: 'audit',
      summary: 'verify and read the audit trail',
      load: async () => (await import('./audit.ts')).auditCommand,
    },
  ],
  'With --version it tells its version.\nExit status: 0 fine, 1 the thing checked is bad, 2 wrong usage, 74 the output\ncould not be written, 78 bad configuration.\n',
);

/** Answers the exit status. Nobody who runs a command gets a stack: they cannot mend the program. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    if (versionWords.has(args[0] ?? '')) return await tellVersion(io);
    return await run(args, io);
  } catch (error) {
    io.error(describeFailure(error, args));
    return error instanceof Refusal ? error.status : exitStatus.bad;
  }
}

const versionWords = new Set(['--version', '-v']);

async function tellVersion(io: Io): Promise<number> {
  const { readVersion } = await import('../config/version.ts');
  io.out(`${readVersion()}\n`);
  return exitStatus.fine;
}

/** For bin/governance.js. */
export async function runProcess(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), createProcessIo());
}

function describeFailure(error: unknown, args: readonly string[]): string {
  const message = messageOf(error);
  if (error instanceof Refusal && error.status === exitStatus.wrongUsage) {
    const known = args
      .slice(0, ['keys', 'policy', 'audit'].includes(args[0] ?? '') ? 2 : 1)
      .join(' ');
    return `${message}\nsee \`governance ${known} --help\`\n`;
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause === undefined) return `${message}\n`;
  return `${message}: ${explainFault(cause) ?? messageOf(cause)}\n`;
}
