/** Finds what is no plain file where a verification would read one: from a pipe or a device it would read without end. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What is read as a file wherever it lies; tiles are told by their place. */
const fileNames =
  /(?:^|\/)(?:checkpoint(?:\.pub)?|[^/]+\.(?:jsonl|bin|sqlite|json|key|txt))$|(?:^|\/)tile\/\d+\/(?:x\d{3}\/)*\d{3}$/;

/** Places below the directory, each with what is wrong there. */
export function findOdd(directory: string): readonly string[] {
  return isThere(directory) ? [...walk(directory, '', 0)] : [];
}

/** The same for one file that is named. */
export function isOdd(path: string): boolean {
  return isThere(path) && !statSync(path).isFile();
}

function* walk(directory: string, below: string, depth: number): Generator<string, undefined> {
  for (const found of readdirSync(join(directory, below), { withFileTypes: true })) {
    const place = below === '' ? found.name : `${below}/${found.name}`;
    const kind = readKind(found, join(directory, place));
    if (kind === 'other' || (kind === 'directory' && fileNames.test(place))) yield place;
    // A folder may be a link to another disk; further down links could lead round in a circle.
    else if (kind === 'directory' && (depth === 0 || found.isDirectory()))
      yield* walk(directory, place, depth + 1);
  }
}

function readKind(found: Dirent, path: string): 'file' | 'directory' | 'other' {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'directory';
  if (!found.isSymbolicLink() || !isThere(path)) return 'other';
  const linked = statSync(path);
  return linked.isFile() ? 'file' : linked.isDirectory() ? 'directory' : 'other';
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
