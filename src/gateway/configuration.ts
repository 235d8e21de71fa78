/** What the process was told, or every fault of it at once, and an end without a stack where the cause is outside. */
import { type Config, type ConfigSource, readConfig } from '../config/config.ts';
import { writeFault } from '../config/fault.ts';
import { configFlags, readFlags } from '../config/flags.ts';
import { explainCode } from '../database/why.ts';
import { GatewayError } from '../errors.ts';
import { suggestion } from '../governance/policy/suggest.ts';
import { StoreError } from '../keys/store.ts';
import type { Log } from '../server/log.ts';
import { endWith } from './ending.ts';

/** All faults at once, one a line, and no stack: whoever reads them has to mend a file, not the program. */
export function refuse(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(78);
}

export type Configuration = { readonly config: Config; readonly source: ConfigSource };

/** `source`: what another process has read of the file. */
export function readConfiguration(source?: ConfigSource): Configuration {
  const read = tryConfiguration(source);
  return 'faults' in read ? refuse(read.faults) : read;
}

/** As it stands now, or every fault of it, one a line. */
export function tryConfiguration(
  source?: ConfigSource,
): Configuration | { readonly faults: readonly string[] } {
  const { flags, rest, faults } = readFlags(process.argv.slice(2));
  const unknown = rest.map((argument) => ({
    where: argument,
    message: `this argument is not known${suggestFlag(argument) || '; see `governance serve --help`'}`,
  }));
  const read = readConfig({ flags, environment: process.env, cwd: process.cwd(), source });
  const told = [...faults, ...unknown, ...(read.ok ? [] : read.faults)];
  if (read.ok && told.length === 0) return { config: read.config, source: read.source };
  return { faults: told.map(writeFault) };
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
      process.stderr.write(`the gateway cannot start: ${error.message}${whyOutside(error)}\n`);
      process.exit(1);
    }
    log.fatal({ err: error }, 'the gateway ends');
    endWith(70);
  };
  process.on('uncaughtException', end);
  return end;
}

function whyOutside({ cause }: Error): string {
  const told = typeof cause === 'object' && cause !== null && 'code' in cause;
  const code = told ? String(cause.code) : '';
  const fault = explainCode(code);
  return fault === undefined ? '' : `: ${fault} (${code}); see \`DATABASE_URL\``;
}

/** A port that is taken, a lock, a database that is down: whoever starts the gateway mends it, and needs no stack. */
function isOutside(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error instanceof GatewayError || error instanceof StoreError || 'code' in error;
}
