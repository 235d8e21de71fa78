/** What a verification reads: the journal files, how far, and where it begins. */
import { statSync } from 'node:fs';
import { firstLink } from '../chain.ts';
import type { Link } from '../chain.ts';
import { toMicroseconds } from '../clock.ts';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import { canRestore } from './tree-check.ts';

export type SegmentScope = {
  readonly segment: number;
  readonly path: string;
  /** As reports name it. */
  readonly name: string;
  /** How much of it is read: what is written meanwhile is left for the next time. */
  readonly size: number;
};

export type Scope = {
  readonly segments: readonly SegmentScope[];
  readonly bytes: number;
  /** The number and the `prev` that the first entry read says it has. */
  readonly begin: Link;
};

export function findScope(directory: string, sinceUs?: number): Scope {
  const all = listSegments(directory).map((segment): SegmentScope => {
    const path = segmentPath(directory, segment);
    const name = `journal/${String(segment).padStart(8, '0')}.jsonl`;
    return { segment, path, name, size: statSync(path).size };
  });
  const inside = sinceUs === undefined ? undefined : findBegin(directory, all, sinceUs);
  const segments = inside?.segments ?? all;
  const bytes = segments.reduce((sum, { size }) => sum + size, 0);
  return { segments, bytes, begin: inside?.begin ?? firstLink };
}

/** The last file that begins before that time and before which the tree can be taken from its tiles. */
function findBegin(
  directory: string,
  all: readonly SegmentScope[],
  sinceUs: number,
): Pick<Scope, 'segments' | 'begin'> | undefined {
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const entry = firstEntry(all[index]?.path ?? '');
    if (entry === undefined || toMicroseconds(entry.at) > sinceUs) continue;
    if (!canRestore(directory, entry.seq)) continue;
    return { segments: all.slice(index), begin: { seq: entry.seq, prev: entry.prev } };
  }
  return undefined;
}

function firstEntry(path: string): ReturnType<typeof readStoredEntry> {
  let entry: ReturnType<typeof readStoredEntry>;
  readLines(path, ({ bytes }) => {
    entry = readStoredEntry(bytes);
    return false;
  });
  return entry;
}
