/** What the process was told, or every fault of it at once, and an end without a stack where the cause is outside. */
import { type Config, readConfig } from '../config/config.ts';
import { writeFault } from '../config/fault.ts';
import { readFlags } from '../config/flags.ts';
import { GatewayError } from '../errors.ts';
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
    message: 'this argument is not known',
  }));
  const read = readConfig({ flags, environment: process.env, cwd: process.cwd() });
  const told = [...faults, ...unknown, ...(read.ok ? [] : read.faults)];
  return read.ok && told.length === 0 ? read.config : refuse(told.map(writeFault));
}

/** What is broken beyond knowing must not go on judging; what was under way is recovered at the next start. */
export function endOnBugs(log: Log, hasStarted: () => boolean): void {
  process.on('uncaughtException', (error) => {
    // A port that is taken, a lock, a database that is down: whoever starts the gateway mends it, and needs no stack.
    const outside = error instanceof GatewayError || error instanceof StoreError || 'code' in error;
    if (!hasStarted() && outside) {
      process.stderr.write(`the gateway cannot start: ${error.message}\n`);
      process.exit(1);
    }
    log.fatal({ err: error }, 'the gateway ends');
    process.exit(70);
  });
}
