/** Reads a policy directory into what the core compiles: parsed values, the way back to their lines, a version. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve } from 'node:path';
import {
  allFiles,
  type BundleSource,
  type PolicyFault,
  type PolicySource,
} from '../governance/policy/source.ts';
import { limitsSchema } from './limits.ts';
import {
  type PolicyFile,
  type PolicyFiles,
  type PolicyLimits,
  readPolicyFiles,
} from './policy-files.ts';
import { readYaml } from './yaml-document.ts';

export type PolicyRead =
  | { readonly ok: true; readonly bundle: BundleSource }
  /** `unread` where files could not be had, whatever stands in them. */
  | { readonly ok: false; readonly faults: readonly PolicyFault[]; readonly unread: boolean };

export const usualPolicyLimits: PolicyLimits = limitsSchema.parse(undefined);

export async function readPolicyDirectory(
  directory: string,
  limits: PolicyLimits = usualPolicyLimits,
): Promise<PolicyRead> {
  return parseRead(await readPolicyFiles(directory, limits), showPath(directory));
}

/** With each file named as it lies in the directory: who asks a gateway need not know where on its disk that is. */
export async function readPolicyDirectoryInside(
  directory: string,
  limits: PolicyLimits,
): Promise<PolicyRead> {
  return parseRead(await readPolicyFiles(directory, limits), '');
}

function parseRead(read: PolicyFiles, shown: string): PolicyRead {
  const all = shown === '' ? allFiles : shown;
  const fileOf = (name: string): string => [shown, name].filter((each) => each !== '').join('/');
  if (!read.ok) {
    const faults = read.faults.map(({ name, message }) => fault(fileOf(name) || all, message));
    return { ok: false, faults, unread: true };
  }
  const { files } = read;
  const parsed = files.map(({ name, bytes }) => readPolicy(fileOf(name), bytes));
  const faults = parsed.flatMap((source) => source.faults);
  if (faults.length > 0) return { ok: false, faults, unread: false };
  return { ok: true, bundle: { version: versionOf(files), name: all, sources: parsed } };
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
  const faults: PolicyFault[] = [];
  const readable = isUtf8(bytes);
  if (!readable) faults.push({ ...fault(file, wordBytes(bytes)), line: lineOfFault(bytes) });
  const text = readable ? new TextDecoder().decode(bytes) : '';
  const { value, locate, locateInside, faults: found } = readYaml(text);
  for (const { line, column, message } of found)
    faults.push({ file, line, column, message, level: 'error' });
  return { file, value, locate, locateInside, faults };
}

function wordBytes([first, second]: Uint8Array): string {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return `expected UTF-8${isUtf16 ? ', and this is UTF-16' : ''}; save the file as UTF-8`;
}

/** No byte of a character of several is a line's end. */
function lineOfFault(bytes: Uint8Array): number {
  for (let line = 1, from = 0; ; line += 1) {
    const end = bytes.indexOf(lineFeed, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
}

const lineFeed = 10;

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
export function showPath(directory: string): string {
  const path = resolve(directory);
  const within = relative(process.cwd(), path);
  const below = within !== '' && !within.startsWith('..') && !isAbsolute(within);
  return (below ? within : path).replaceAll('\\', '/');
}
