/** Copies in a directory, such as one on a network volume: each is laid out as the trail that it is a copy of. */
import { constants } from 'node:fs';
import { mkdir, open, readFile, readdir, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../proof/whole-files.ts';
import { syncDirectory } from '../segment-file.ts';
import { isMissing } from './missing.ts';
import { DivergedError } from './store.ts';
import type { Store } from './store.ts';

const ownMode = 0o600;
const folderMode = 0o700;
const tailBytes = 65_536;
const walkBytes = 1_048_576;

export function createDirectoryStore(root: string): Store {
  const pathOf = (file: string): string => join(root, file);
  return {
    place: root,
    listLogs: () => list(root, (entry) => entry.isDirectory()),
    listFiles: (folder) => list(pathOf(folder), (entry) => entry.isFile()),
    async findEnd(file) {
      return (await unlessMissing(stat(pathOf(file))))?.size ?? 0;
    },
    readTail(file, end) {
      return readSpan(pathOf(file), Math.max(0, end - tailBytes), end);
    },
    append: (file, end, bytes) => append(root, file, end, bytes),
    walk: (file) => walk(pathOf(file)),
    async replace(file, text) {
      await makeFolder(root, dirname(file));
      await replaceFile(pathOf(file), text, ownMode);
      await syncDirectory(dirname(pathOf(file)));
    },
    read: (file) => unlessMissing(readFile(pathOf(file), 'utf8')),
  };
}

async function append(root: string, file: string, end: number, bytes: Buffer): Promise<void> {
  const path = join(root, file);
  if (end === 0) await makeFolder(root, dirname(file));
  const { O_WRONLY, O_CREAT } = constants;
  const handle = await open(path, O_WRONLY | (end === 0 ? O_CREAT : 0), ownMode);
  try {
    const { size } = await handle.stat();
    if (size !== end) throw new DivergedError(`\`${file}\` ends at ${size} and not at ${end}`);
    for (let from = 0; from < bytes.length;)
      from += (await handle.write(bytes, from, bytes.length - from, end + from)).bytesWritten;
    await handle.datasync();
  } finally {
    await handle.close();
  }
  if (end === 0) await syncDirectory(dirname(path));
}

/** The root itself is not made: where a volume is not mounted, its place must not be filled instead. */
async function makeFolder(root: string, folder: string): Promise<void> {
  await stat(root);
  const made = await mkdir(join(root, folder), { recursive: true, mode: folderMode });
  if (made !== undefined) await syncDirectory(dirname(made));
}

type Entry = { readonly name: string; isFile: () => boolean; isDirectory: () => boolean };

async function list(path: string, holds: (entry: Entry) => boolean): Promise<string[]> {
  const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? [];
  return entries
    .filter(holds)
    .map(({ name }) => name)
    .sort();
}

async function readSpan(path: string, from: number, to: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    return await readFrom(handle, from, to - from);
  } finally {
    await handle.close();
  }
}

async function readFrom(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}

async function* walk(path: string): AsyncGenerator<Buffer, undefined> {
  const handle = await open(path, 'r');
  try {
    for (let from = 0; ;) {
      const bytes = await readFrom(handle, from, walkBytes);
      if (bytes.length === 0) return;
      from += bytes.length;
      yield bytes;
    }
  } finally {
    await handle.close();
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
