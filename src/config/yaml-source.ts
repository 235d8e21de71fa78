/** Reads a policy directory into what the core compiles: parsed values, the way back to their lines, a version. */
import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve } from 'node:path';
import type { BundleSource, PolicyFault, PolicySource } from '../governance/policy/source.ts';
import { limitsSchema } from './limits.ts';
import { type PolicyFile, type PolicyLimits, readPolicyFiles } from './policy-files.ts';
import { readYaml } from './yaml-document.ts';

export type PolicyRead =
  | {
      readonly ok: true;
      readonly bundle: BundleSource;
      /** What it was read from. */
      readonly files: readonly PolicyFile[];
    }
  | { readonly ok: false; readonly faults: readonly PolicyFault[] };

export const usualPolicyLimits: PolicyLimits = limitsSchema.parse(undefined);

export async function readPolicyDirectory(
  directory: string,
  limits: PolicyLimits = usualPolicyLimits,
): Promise<PolicyRead> {
  const read = await readPolicyFiles(directory, limits);
  if (read.ok) return parsePolicyFiles(directory, read.files);
  const shown = showPath(directory);
  const fileOf = (name: string) => (name === '' ? shown : `${shown}/${name}`);
  return {
    ok: false,
    faults: read.faults.map(({ name, message }) => fault(fileOf(name), message)),
  };
}

/** `directory` is where they were read, perhaps by another process, and is not looked at. */
export function parsePolicyFiles(directory: string, files: readonly PolicyFile[]): PolicyRead {
  const shown = showPath(directory);
  const parsed = files.map(({ name, bytes }) => readPolicy(`${shown}/${name}`, bytes));
  const faults = parsed.flatMap((source) => source.faults);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, files, bundle: { version: versionOf(files), name: shown, sources: parsed } };
}

/** The version alone, for whoever asks whether another one is in force; undefined where it cannot be read. */
export async function readPolicyVersion(
  directory: string,
  limits: PolicyLimits = usualPolicyLimits,
): Promise<string | undefined> {
  const read = await readPolicyFiles(directory, limits);
  return read.ok ? versionOf(read.files) : undefined;
}

function readPolicy(
  file: string,
  bytes: Uint8Array,
): PolicySource & { readonly faults: readonly PolicyFault[] } {
  let text = '';
  const faults: PolicyFault[] = [];
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    faults.push(fault(file, 'expected UTF-8'));
  }
  const { value, locate, locateInside, faults: found } = readYaml(text);
  for (const { line, column, message } of found)
    faults.push({ file, line, column, message, level: 'error' });
  return { file, value, locate, locateInside, faults };
}

/** Over names and bytes; lengths are part of it, so that no two sets of files can look alike. */
function versionOf(files: readonly PolicyFile[]): string {
  const hash = createHash('sha256');
  for (const { name, bytes } of files) {
    const named = Buffer.from(name);
    hash.update(`${named.length} ${bytes.length}\n`).update(named).update(bytes);
  }
  return `sha256:${hash.digest('hex')}`;
}

function fault(file: string, message: string): PolicyFault {
  return { file, line: 1, column: 1, message, level: 'error' };
}

/** As a person would name it: from here where it lies below, else whole. */
function showPath(directory: string): string {
  const path = resolve(directory);
  const within = relative(process.cwd(), path);
  const below = within !== '' && !within.startsWith('..') && !isAbsolute(within);
  return (below ? within : path).replaceAll('\\', '/');
}
