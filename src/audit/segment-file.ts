/** The live segment: appends whole batches, makes them durable, and notices when somebody else touches the file. */
import { close, constants, fdatasync, fstat, fsync, ftruncate, open, stat } from 'node:fs';
import type { Stats } from 'node:fs';
import { promisify } from 'node:util';
import type { Batch } from './batch.ts';
import { journalDirectory, segmentPath } from './journal-files.ts';
import type { Press } from './press.ts';
import type { Pressed } from './press-messages.ts';

const openFile = promisify(open);
const closeFile = promisify(close);
const syncFile = promisify(fsync);
const syncData = promisify(fdatasync);
const truncateFile = promisify(ftruncate);
const statFile = promisify(fstat);
const statPath = promisify(stat);

/** The file was deleted, replaced, cut or opened up by another hand: nothing may be appended to it any more. */
export class AlteredError extends Error {}

export type SegmentFile = {
  readonly segment: number;
  readonly size: () => number;
  /** Chains the lines to this hash; durable when it resolves, where the segment was opened so. */
  readonly append: (batch: Batch, prev: string) => Promise<Pressed>;
  readonly sync: () => Promise<void>;
  /** Rejects with AlteredError where the file is not as it was left; call it while nothing is being written. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** On Linux a write through to the disk does the work of a write and an fdatasync in one call instead of two. */
const throughFlag = process.platform === 'linux' ? constants.O_DSYNC : 0;

/** What to open a file with so that each write is durable by itself; 0 where only an fdatasync makes it so. */
export function durableFlag(durable: boolean): number {
  return durable ? throughFlag : 0;
}

/** Opens a segment for appending at `size`; what stands after that was never acknowledged and is cut off. */
export async function openSegment(
  directory: string,
  segment: number,
  size: number,
  { press, durable }: Means,
): Promise<SegmentFile> {
  const path = segmentPath(directory, segment);
  const file = await openFile(path, flagsFor(size) | durableFlag(durable), 0o600);
  try {
    const found = await statFile(file);
    if (found.size < size) throw new AlteredError(`\`${path}\` is shorter than what was written`);
    if (found.size > size) await truncateFile(file, size);
    if (size === 0) await syncDirectory(journalDirectory(directory));
    const opened = await statFile(file);
    return segmentFile({ path, segment, file, opened, press, durable });
  } catch (error) {
    await closeFile(file);
    throw error;
  }
}

/** Only an empty segment may be created: one that should hold entries and is gone was taken away. */
function flagsFor(size: number): number {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  return O_WRONLY | O_APPEND | (size === 0 ? O_CREAT : 0);
}

/** What a segment is written with. */
export type Means = { readonly press: Press; readonly durable: boolean };

type Opened = Means & {
  readonly path: string;
  readonly segment: number;
  readonly file: number;
  readonly opened: Stats;
};

function segmentFile({ path, segment, file, opened, press, durable }: Opened): SegmentFile {
  let size = opened.size;
  const sync = durable && throughFlag === 0;
  return {
    segment,
    size: () => size,
    async append(batch, prev) {
      const { buffer: memory } = batch.room;
      const bytes = batch.size;
      const pressed = await press.press({ file, memory, bytes, prev, sync });
      size += bytes;
      return pressed;
    },
    sync: () => syncData(file),
    async check() {
      const expected = size;
      const found = await statPath(path).catch((error: unknown) => {
        throw new AlteredError(`\`${path}\` cannot be found any more`, { cause: error });
      });
      if (found.ino !== opened.ino) throw new AlteredError(`\`${path}\` was replaced`);
      if (found.mode !== opened.mode || found.uid !== opened.uid) {
        throw new AlteredError(`the permissions of \`${path}\` were changed`);
      }
      if (found.size !== expected) throw new AlteredError(`\`${path}\` was cut or written to`);
    },
    close: () => closeFile(file),
  };
}

/** A new name is durable only when its directory is. */
export async function syncDirectory(path: string): Promise<void> {
  const file = await openFile(path, 'r');
  try {
    await syncFile(file);
  } finally {
    await closeFile(file);
  }
}
