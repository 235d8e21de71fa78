/** Exports that have begun and not ended: each has a file of its name, so that the next start tells the end of those that died. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { holdFile, isHeld } from '../lock.ts';

const folder = 'exports';
const announced = 'announced-';
const ownerOnly = 0o700;
const ownMode = 0o600;
/** As entries are named. */
const idPattern = /^[0-9a-f-]{36}$/;

export const exportEnds = ['finished', 'broken off'] as const;

const endSchema = z.object({ act: z.enum(exportEnds), entries: z.int().min(0) });
/** How an export ended and how many entries it handed out, where it could say so itself. */
export type ExportEnd = z.infer<typeof endSchema>;

/** `begun` is the id of the entry that the export began with. */
export type DeadExport = { readonly begun: string; readonly end: ExportEnd | undefined };

/**
 * Before its entry: a crash in between leaves word that there may be one without a mark. `segment`: where it would stand,
 * or before where it would.
 */
export async function announce(directory: string, segment: number): Promise<string> {
  await mkdir(join(directory, folder), { recursive: true, mode: ownerOnly });
  const path = join(directory, folder, `${announced}${segment}-${randomUUID()}`);
  await writeFile(path, '', { mode: ownMode });
  return path;
}

export async function markBegun(
  directory: string,
  begun: string,
  announcement: string,
): Promise<void> {
  await rename(announcement, join(directory, folder, begun));
}

export async function unmark(directory: string, begun: string): Promise<void> {
  if (idPattern.test(begun)) await rm(join(directory, folder, begun), { force: true });
}

/** For an export that goes on while others may write the trail: until the process ends, it counts as alive. */
export function holdExport(directory: string, begun: string): () => void {
  mkdirSync(join(directory, folder), { recursive: true, mode: ownerOnly });
  return holdFile(join(directory, folder, begun));
}

/** For one that cannot write the trail when it ends: whoever opens that next does it in its place. */
export function leaveEnd(directory: string, begun: string, end: ExportEnd): void {
  const path = join(directory, folder, begun);
  // Put in the place of the file that is held: at no moment is there one that is neither held nor says how it ended.
  writeFileSync(`${path}.new`, JSON.stringify(end), { mode: ownMode });
  renameSync(`${path}.new`, path);
}

export type LeftExports = {
  /** Those that nobody goes on with. */
  readonly dead: readonly DeadExport[];
  /** Those that somebody may go on with. */
  readonly held: readonly string[];
  /** Files of those of which nobody knows whether their entry came to be, with the segment that it stands in or behind. */
  readonly announced: readonly { readonly path: string; readonly segment: number }[];
};

/** What exports left that were under way when their process ended. */
export function listLeft(directory: string): LeftExports {
  const place = join(directory, folder);
  const names = existsSync(place) ? readdirSync(place) : [];
  const marks = names.filter((name) => idPattern.test(name));
  const held = marks.filter((name) => isHeld(join(place, name)));
  return {
    held,
    dead: marks
      .filter((name) => !held.includes(name))
      .map((begun) => ({ begun, end: readEnd(join(place, begun)) })),
    announced: names
      .filter((name) => name.startsWith(announced))
      .map((name) => ({ path: join(place, name), segment: Number(name.split('-')[1]) || 1 })),
  };
}

function readEnd(path: string): ExportEnd | undefined {
  try {
    return endSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
