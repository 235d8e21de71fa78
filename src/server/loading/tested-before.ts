/** Remembers, beside what the engine keeps compiled, which policies have passed their tests under the program as it stands. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { OutsideDetector } from '../../governance/outside.ts';

/** What the outcome of a test hangs on, beside the policies, and where it is kept that it passed. */
export type Ground = {
  /** Undefined where the engine keeps nothing: then this does not either. */
  readonly kept: string | undefined;
  /** The core, which imports nothing else of the house, and what reads policies for it. */
  readonly folders: readonly string[];
  /** What the core imports beside it: errors, weights, and packages by the versions that are installed. */
  readonly files: readonly string[];
};

export type Remembered = {
  readonly passed: boolean;
  /** To be told when they have. */
  readonly keep: () => void;
};

const program = join(import.meta.dirname, '..', '..');
const ending = extname(import.meta.filename);

export function groundHere(): Ground {
  const folders = ['governance', 'config', 'server/loading'].map((name) => join(program, name));
  const beside = ['models/classifier.bin', 'node_modules/.package-lock.json'];
  const files = beside.map((name) => join(dirname(program), name));
  return {
    ...{ kept: getCompileCacheDir(), folders },
    files: [join(program, `errors${ending}`), ...files],
  };
}

/** Of whom nothing is remembered. */
export const neverTested = (): Remembered => ({ passed: false, keep: () => undefined });

/** `version`: the hash of the policies. Where anything is another byte than then, they have not passed. */
export function recallTests(
  version: string,
  outside: readonly OutsideDetector[],
  { kept, ...ground }: Ground = groundHere(),
): Remembered {
  const seal = kept === undefined ? undefined : sealOf(version, outside, ground);
  if (kept === undefined || seal === undefined) return neverTested();
  const path = join(kept, 'policies-tested', version.replace(/\W/g, '-'));
  const passed = readSeal(path) === seal;
  return { passed, keep: () => (passed ? undefined : writeSeal(path, seal)) };
}

/** Undefined where something is missing, or may be another thing than what this process has read. */
function sealOf(
  version: string,
  outside: readonly OutsideDetector[],
  { folders, files }: Omit<Ground, 'kept'>,
): string | undefined {
  const hash = createHash('sha256');
  const add = (name: string, bytes: Uint8Array | string): void => {
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  };
  add('engine', `${process.version} ${process.arch}`);
  add('policies', version);
  add('outside', JSON.stringify(outside));
  try {
    for (const path of [...folders.flatMap(listSources), ...files]) {
      // Its older bytes may be what runs here.
      if (statSync(path).mtimeMs > performance.timeOrigin) return undefined;
      add(path, readFileSync(path));
    }
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

function listSources(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

function readSeal(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whole or not at all; where it cannot be kept, the next start runs the tests again. */
function writeSeal(path: string, seal: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const beside = `${path}.${process.pid}-${threadId}`;
    writeFileSync(beside, seal);
    renameSync(beside, path);
  } catch {
    // The tests have been run, which is all that matters here.
  }
}
