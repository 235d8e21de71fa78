/** What the commands on policies share: which directory is meant, and its policies read and compiled. */
import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Flags } from '../config/flags.ts';
import { readPolicyDirectory } from '../config/yaml-source.ts';
import { compileBundle } from '../governance/policy/bundle.ts';
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
  /** The one file that was named: the others are read with it, since they are one bundle. */
  readonly file: string | undefined;
};

/** An operand, else the directory of the configuration. */
export function findPolicies(operand: string | undefined, flags: Flags, io: Io): Meant {
  if (operand === undefined)
    return { directory: readSettings(flags, io).policies, file: undefined };
  const path = resolve(io.cwd, operand);
  return isFile(path, operand)
    ? { directory: dirname(path), file: basename(path) }
    : { directory: path, file: undefined };
}

function isFile(path: string, given: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    throw new Refusal(exitStatus.bad, `there is no file or directory \`${given}\``);
  }
}

/** Ends with every fault where the policies do not compile. Their tests are run by whoever asks for them. */
export async function openPolicies(directory: string): Promise<OpenPolicies> {
  const read = await readPolicyDirectory(directory);
  const compiled = read.ok
    ? compileBundle(read.bundle, { now: Date.now(), untested: true })
    : { faults: read.faults };
  if (!read.ok || 'faults' in compiled) {
    const { faults } = 'faults' in compiled ? compiled : { faults: [] };
    const errors = faults.filter(({ level }) => level === 'error');
    throw new Refusal(exitStatus.bad, writeFaults(errors));
  }
  const { bundle, warnings } = compiled;
  return { directory, sources: read.bundle.sources, bundle, warnings };
}

const shownMax = 100;

function writeFaults(faults: readonly PolicyFault[]): string {
  const more = faults.length - shownMax;
  const lines = faults.slice(0, shownMax).map(writeFault);
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

export function writeFault({ file, line, column, level, message }: PolicyFault): string {
  return `${file}:${line}:${column}: ${level}: ${message}`;
}

export function sourceOf(sources: readonly PolicySource[], file: string): PolicySource | undefined {
  return sources.find((source) => source.file === file);
}
