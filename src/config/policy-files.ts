/** The policy files below a directory: found, bounded and read as they stood together at one moment. */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { whyUnread } from './unread.ts';

export type PolicyLimits = {
  readonly policyFilesMax: number;
  readonly policyFileBytesMax: number;
  readonly policyBytesMax: number;
};

export type PolicyFile = { readonly name: string; readonly bytes: Uint8Array };

/** What is wrong with a file, or with the directory where `name` is ''. */
export type FileFault = { readonly name: string; readonly message: string };

export type PolicyFiles =
  | { readonly ok: true; readonly files: readonly PolicyFile[] }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

const depthMax = 8;

/** What a gateway reads of a directory. */
export function isPolicyFileName(name: string): boolean {
  // ConfigMaps keep their versions in dot directories and link to the current one.
  return !name.startsWith('.') && /\.ya?ml$/i.test(name);
}
const attemptsMax = 5;
const attemptPauseMs = 60;

/** Sorted by name. A directory that is being written is read again until it stands still. */
export async function readPolicyFiles(
  directory: string,
  limits: PolicyLimits,
): Promise<PolicyFiles> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const before = await findPolicyFiles(directory, limits);
    const read = before.ok ? await readAll(directory, before.found, limits) : before;
    const after = await findPolicyFiles(directory, limits);
    if (stampOf(before) === stampOf(after)) return read;
    await sleep(attemptPauseMs);
  }
  const message = 'expected files that stand still, but they change while they are read';
  return { ok: false, faults: [{ name: '', message }] };
}

/** Changes whenever a policy file is written, swapped, added or removed. */
export async function stampPolicyFiles(directory: string, limits: PolicyLimits): Promise<string> {
  return stampOf(await findPolicyFiles(directory, limits));
}

type Found = { readonly name: string; readonly stamp: string; readonly bytes: number };
type Finding =
  | { readonly ok: true; readonly found: readonly Found[] }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/** A directory to be looked through, and those that it stands in, itself included. */
type Waiting = {
  readonly name: string;
  readonly depth: number;
  readonly within: readonly string[];
};

const leadsBack = 'expected a link that does not lead back to a directory that it stands in';

function stampOf(finding: Finding): string {
  return JSON.stringify(finding.ok ? finding.found : finding.faults);
}

async function findPolicyFiles(directory: string, limits: PolicyLimits): Promise<Finding> {
  const found: Found[] = [];
  const faults: FileFault[] = [];
  const waiting: Waiting[] = [{ name: '', depth: 0, within: [await identify(directory)] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await list(directory, next.name, faults)) {
      if (entry.startsWith('.')) continue;
      const name = next.name === '' ? entry : `${next.name}/${entry}`;
      const seen = await look(join(directory, name), name, faults);
      if (seen === undefined) continue;
      if (seen.kind === 'directory') {
        if (next.within.includes(seen.id)) faults.push({ name, message: leadsBack });
        else if (next.depth < depthMax)
          waiting.push({ name, depth: next.depth + 1, within: [...next.within, seen.id] });
        else faults.push({ name, message: `expected at most ${depthMax} directories deep` });
      } else if (isPolicyFileName(entry)) {
        if (seen.kind === 'other') faults.push({ name, message: 'expected a regular file' });
        else found.push({ name, stamp: seen.stamp, bytes: seen.bytes });
      }
      if (found.length + waiting.length > limits.policyFilesMax)
        return tooMany(`at most ${limits.policyFilesMax} policy files`);
    }
  }
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > limits.policyBytesMax)
    return tooMany(`policy files of at most ${limits.policyBytesMax} bytes together`);
  if (faults.length > 0) return { ok: false, faults };
  found.sort((left, right) => (left.name < right.name ? -1 : 1));
  return { ok: true, found };
}

function tooMany(expected: string): Finding {
  return { ok: false, faults: [{ name: '', message: `expected ${expected}` }] };
}

async function list(directory: string, name: string, faults: FileFault[]): Promise<string[]> {
  try {
    return (await readdir(join(directory, name))).sort();
  } catch (error) {
    const message = `expected a directory that can be read: ${whyUnread(error)}`;
    faults.push({ name, message });
    return [];
  }
}

/** Which directory it is, whatever links lead to it; '' where that cannot be told. */
async function identify(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return '';
  }
}

type Seen = {
  readonly kind: 'directory' | 'file' | 'other';
  readonly id: string;
  readonly stamp: string;
  readonly bytes: number;
};

async function look(path: string, name: string, faults: FileFault[]): Promise<Seen | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ...info } = await stat(path, { bigint: true });
    const file = (Number(info.mode) & constants.S_IFMT) === constants.S_IFREG;
    const folder = (Number(info.mode) & constants.S_IFMT) === constants.S_IFDIR;
    const id = `${dev} ${ino}`;
    const stamp = [id, size, mtimeNs, ctimeNs].join(' ');
    const kind = folder ? 'directory' : file ? 'file' : 'other';
    return { kind, id, stamp, bytes: Number(size) };
  } catch (error) {
    // A link to nowhere would be a policy that somebody believes to be in force.
    if (/\.ya?ml$/i.test(name)) faults.push({ name, message: unreadable(error) });
    return undefined;
  }
}

function unreadable(error: unknown): string {
  return `expected a file that can be read: ${whyUnread(error)}`;
}

async function readAll(
  directory: string,
  found: readonly Found[],
  limits: PolicyLimits,
): Promise<PolicyFiles> {
  const files: PolicyFile[] = [];
  const faults: FileFault[] = [];
  for (const { name } of found) {
    const read = await readBounded(join(directory, name), limits.policyFileBytesMax);
    if (typeof read === 'string') faults.push({ name, message: read });
    else files.push({ name, bytes: read });
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, files };
}

/** The bytes, or what is wrong. Never waits on what only looks like a file, never holds more than asked. */
async function readBounded(path: string, bytesMax: number): Promise<Uint8Array | string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const buffer = Buffer.allocUnsafe(Math.min((await handle.stat()).size, bytesMax) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) break;
    }
    if (length > bytesMax) return `expected at most ${bytesMax} bytes`;
    return buffer.subarray(0, length);
  } catch (error) {
    return unreadable(error);
  } finally {
    await handle?.close();
  }
}
