/** Finds what a verification cannot read to an end: no plain file where one is due, or what may not be read. */
import { type Dirent, accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A place, and why nothing is read there. */
export type Odd = { readonly place: string; readonly detail: string };

/** From a pipe or a device it would be read without end. */
const noFile = 'it is neither a file nor a folder where one is due';

/** What is read as a file wherever it lies; tiles are told by their place. */
const fileNames =
  /(?:^|\/)(?:checkpoint(?:\.pub)?|[^/]+\.(?:jsonl|bin|sqlite|json|key|txt))$|(?:^|\/)tile\/\d+\/(?:x\d{3}\/)*\d{3}$/;

/** What is walked through as a folder wherever it lies. */
const folderNames = /(?:^|\/)(?:journal|content|tile|workers)$/;

/** Places below the directory, each with what is wrong there. */
export function findOdd(directory: string): readonly Odd[] {
  return isThere(directory) ? [...walk(directory, '', 0)] : [];
}

/** The same for one file that is named. */
export function findOddFile(path: string): readonly Odd[] {
  if (!isThere(path)) return [];
  if (!statSync(path).isFile()) return [{ place: path, detail: noFile }];
  return tryRead(path, path, constants.R_OK);
}

function* walk(directory: string, below: string, depth: number): Generator<Odd, undefined> {
  // What may not be read would else look as if it were not there, or ended early.
  const closed = tryRead(join(directory, below), below || directory, listing);
  yield* closed;
  if (closed.length > 0) return;
  for (const found of readdirSync(join(directory, below), { withFileTypes: true })) {
    const place = below === '' ? found.name : `${below}/${found.name}`;
    const kind = readKind(found, join(directory, place));
    const isNamed = fileNames.test(place);
    const isWrong = kind === 'directory' ? isNamed : folderNames.test(place);
    if (kind === 'other' || isWrong) yield { place, detail: noFile };
    // A folder may be a link to another disk; further down links could lead round in a circle.
    else if (kind === 'directory' && (depth === 0 || found.isDirectory()))
      yield* walk(directory, place, depth + 1);
    else if (kind === 'file' && isNamed)
      yield* tryRead(join(directory, place), place, constants.R_OK);
  }
}

/** The right to list a folder and to open what is in it. */
const listing = constants.R_OK | constants.X_OK;

function tryRead(path: string, place: string, rights: number): readonly Odd[] {
  try {
    accessSync(path, rights);
    return [];
  } catch (error) {
    // One that was taken away meanwhile, as what has expired is, is looked for by whoever needs it.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return code === 'ENOENT' ? [] : [{ place, detail: `it may not be read (${code})` }];
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
