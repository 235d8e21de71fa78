/** Reads what follows a command: its own flags, those of the configuration, and operands. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import { writeFault } from '../config/fault.ts';
import { type Flags, configFlags, readFlags } from '../config/flags.ts';
import { findNearest } from '../governance/policy/suggest.ts';
import { listHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { Refusal, messageOf, refuseUsage } from './refusal.ts';

type OwnFlags = NonNullable<ParseArgsConfig['options']>;
type Parsed<Given extends OwnFlags> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true }>
>;

/** What a command was given: its own flags, its operands, and the flags of the configuration. */
export function readArguments<const Given extends OwnFlags>(
  args: readonly string[],
  own: Given,
): Parsed<Given> & { readonly configFlags: Flags } {
  const { flags, rest, faults } = readFlags(args);
  if (faults.length > 0) throw refuseUsage(faults.map(writeFault).join('\n'));
  const known = [...Object.keys(own), ...configFlags.map(({ name }) => name)].map(
    (name) => `--${name}`,
  );
  const strange = rest.findIndex(
    (arg) => /^-./.test(arg) && !known.includes(arg.replace(/^(--[^=]*)=.*$/s, '$1')),
  );
  if (strange !== -1) throw refuseStrange(rest, strange, own, known);
  try {
    const parsed = parseArgs({ args: [...rest], options: own, allowPositionals: true });
    return { ...parsed, configFlags: flags };
  } catch (error) {
    // A value is missing, or stands where none belongs.
    const [sentence = ''] = messageOf(error).split('\n');
    throw refuseUsage(sentence.charAt(0).toLowerCase() + sentence.slice(1));
  }
}

/** What begins with a minus is taken for a flag, also where it was meant as the value of the one before it. */
function refuseStrange(
  rest: readonly string[],
  at: number,
  own: OwnFlags,
  known: readonly string[],
): Refusal {
  const [before = '', strange = ''] = [rest[at - 1], rest[at]];
  const near = findNearest(strange.replace(/=.*/s, ''), known);
  const joined =
    own[before.replace(/^--/, '')]?.type === 'string'
      ? `; a value that begins with a minus is written \`${before}=${strange}\``
      : '';
  const hint = near === undefined ? joined : `; did you mean \`${near}\`?`;
  return refuseUsage(`\`${strange}\` is not known here${hint}`);
}

export function refuseOperands(operands: readonly string[], most = 0): void {
  refuseExtra(operands[most], '');
}

/** For commands whose trail is named by a flag, which is easily left out. */
export function refuseOperandsFor(flag: `--${string}`, operands: readonly string[]): void {
  const [extra] = operands;
  refuseExtra(extra, `; a trail is named by \`${flag} ${extra ?? ''}\``);
}

function refuseExtra(extra: string | undefined, cure: string): void {
  if (extra !== undefined) throw refuseUsage(`\`${extra}\` is not expected here${cure}`);
}

/** The configuration as the gateway would read it. */
export function readSettings(flags: Flags, io: Io): Config {
  const read = readConfig({ flags, environment: io.environment, cwd: io.cwd });
  if (read.ok) return read.config;
  throw new Refusal(exitStatus.badConfiguration, read.faults.map(writeFault).join('\n'));
}

/** Those that matter to the command: any may be given, since the whole configuration is read. */
export function describeConfigFlags(
  matters: readonly string[] = configFlags.map(({ name }) => name),
): string {
  const shown = configFlags.filter(({ name }) => matters.includes(name));
  return listHelp(
    shown.map(({ name, description }) => [
      `--${name} ${name === 'config' ? 'FILE' : 'VALUE'}`,
      description.replace(/`/g, ''),
    ]),
  );
}
