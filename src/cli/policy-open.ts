/** What the commands on policies share: which directory is meant, and its policies read and compiled. */
import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { toOutsideDetectors } from '../config/detectors.ts';
import type { Flags } from '../config/flags.ts';
import { isPolicyFileName, type PolicyLimits } from '../config/policy-files.ts';
import { readPolicyDirectory, usualPolicyLimits } from '../config/yaml-source.ts';
import { handInShippedWeights } from '../config/weights.ts';
import type { OutsideDetector } from '../governance/outside.ts';
import { type Compiled, type CompileOptions, compileBundle } from '../governance/policy/bundle.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import type { PolicyFault, PolicySource } from '../governance/policy/source.ts';
import { type Io, exitStatus } from './io.ts';
import { readSettings } from './options.ts';
import { Refusal } from './refusal.ts';

export type OpenPolicies = {
  readonly directory: string;
  readonly sources: readonly PolicySource[];
  readonly bundle: Bundle;
  readonly warnings: readonly PolicyFault[];
};

export type Meant = {
  readonly directory: string;
  /** Of the one file that was named, where one was: the others are read with it, since they are one bundle. */
  readonly isMeant: (file: string) => boolean;
  /** Models from outside that the configuration names. */
  readonly outside: readonly OutsideDetector[];
};

/** An operand, else the directory of the configuration. */
export function findPolicies(operand: string | undefined, flags: Flags, io: Io): Meant {
  const outside = findOutside(flags, io);
  if (operand === undefined)
    return { directory: readSettings(flags, io).policies, isMeant: () => true, outside };
  const path = resolve(io.cwd, operand);
  if (!isFile(path, operand)) return { directory: path, isMeant: () => true, outside };
  if (!isPolicyFileName(basename(path))) throw new Refusal(exitStatus.bad, tellUnread(operand));
  return { directory: dirname(path), isMeant: (file) => resolve(file) === path, outside };
}

/** Nothing is found in what is not read, which must not look as if nothing were wrong with it. */
function tellUnread(operand: string): string {
  return `no gateway reads \`${operand}\`: the name of a policy file ends in \`.yaml\` or \`.yml\` and begins with no dot`;
}

/** Policies can be read without a gateway's configuration; then nobody outside reports anything. */
export function findOutside(flags: Flags, io: Io): readonly OutsideDetector[] {
  const read = readConfig({ flags, environment: io.environment, cwd: io.cwd });
  return read.ok ? toOutsideDetectors(read.config.detectors) : [];
}

function isFile(path: string, given: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    throw new Refusal(exitStatus.bad, `there is no file or directory \`${given}\``);
  }
}

export type CompiledDirectory = {
  readonly sources: readonly PolicySource[];
  readonly compiled: Compiled;
};

/** As the gateway loads them, tests included, unless it is said otherwise. */
export async function compileDirectory(
  directory: string,
  limits: PolicyLimits = usualPolicyLimits,
  options: CompileOptions = {},
): Promise<CompiledDirectory> {
  handInShippedWeights();
  const read = await readPolicyDirectory(directory, limits);
  if (!read.ok) return { sources: [], compiled: { faults: read.faults } };
  const compiled = compileBundle(read.bundle, { now: Date.now(), ...options });
  return { sources: read.bundle.sources, compiled };
}

/** Ends with every fault where the policies do not compile. Their tests are run by whoever asks for them. */
export async function openPolicies(
  directory: string,
  outside: readonly OutsideDetector[] = [],
): Promise<OpenPolicies> {
  const options = { untested: true, outside };
  const { sources, compiled } = await compileDirectory(directory, undefined, options);
  if ('faults' in compiled) throw new Refusal(exitStatus.bad, writeErrors(compiled.faults));
  return { directory, sources, ...compiled };
}

/** Where nobody outside can be asked, what needs such a model is left out. */
export function insideOf(bundle: Bundle): Bundle {
  return bundle.inside ?? bundle;
}

const shownMax = 100;

export function writeErrors(faults: readonly PolicyFault[]): string {
  const errors = faults.filter(({ level }) => level === 'error');
  const more = errors.length - shownMax;
  const lines = errors.slice(0, shownMax).map(writeFault);
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

export function writeFault({ file, line, column, level, message }: PolicyFault): string {
  return `${file}:${line}:${column}: ${level}: ${message}`;
}

export function sourceOf(sources: readonly PolicySource[], file: string): PolicySource | undefined {
  return sources.find((source) => source.file === file);
}
