/** What the process was told, or every fault of it at once, and an end without a stack where the cause is outside. */
import { type Config, readConfig } from '../config/config.ts';
import { writeFault } from '../config/fault.ts';
import { configFlags, readFlags } from '../config/flags.ts';
import { GatewayError } from '../errors.ts';
import { suggestion } from '../governance/policy/suggest.ts';
import { StoreError } from '../keys/store.ts';
import type { Log } from '../server/log.ts';

/** All faults at once, one a line, and no stack: whoever reads them has to mend a file, not the program. */
export function refuse(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(78);
}

export function readConfiguration(): Config {
  const { flags, rest, faults } = readFlags(process.argv.slice(2));
  const unknown = rest.map((argument) => ({
    where: argument,
    message: `this argument is not known${suggestFlag(argument) || '; see `governance serve --help`'}`,
  }));
  const read = readConfig({ flags, environment: process.env, cwd: process.cwd() });
  const told = [...faults, ...unknown, ...(read.ok ? [] : read.faults)];
  return read.ok && told.length === 0 ? read.config : refuse(told.map(writeFault));
}

function suggestFlag(argument: string): string {
  const [name = ''] = argument.split('=');
  return name.startsWith('--')
    ? suggestion(
        name,
        configFlags.map((flag) => `--${flag.name}`),
      )
    : '';
}

/** What is broken beyond knowing must not go on judging; what was under way is recovered at the next start. */
export function endOnBugs(log: Log, hasStarted: () => boolean): (error: unknown) => never {
  const end = (error: unknown): never => {
    if (!hasStarted() && isOutside(error)) {
      process.stderr.write(`the gateway cannot start: ${error.message}\n`);
      process.exit(1);
    }
    log.fatal({ err: error }, 'the gateway ends');
    process.exit(70);
  };
  process.on('uncaughtException', end);
  return end;
}

/** A port that is taken, a lock, a database that is down: whoever starts the gateway mends it, and needs no stack. */
function isOutside(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof GatewayError || error instanceof StoreError || 'code' in error;
}
