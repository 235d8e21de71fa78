/** Brings a tree up to the end of its journal: a crash can come between a durable line and its leaf. */
import { hashLine } from '../chain.ts';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import type { Position } from '../journal-options.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { Tiles } from './tiles.ts';

/** Adds the lines that are in the journal and not in the tree. */
export function addMissing(tiles: Tiles, directory: string, position: Position): void {
  for (const segment of segmentsFrom(directory, tiles.size)) {
    let seq = firstSeq(directory, segment);
    const to = segment === position.segment ? position.offset : Number.POSITIVE_INFINITY;
    readLines(
      segmentPath(directory, segment),
      ({ leaf }) => {
        if (seq >= tiles.size) tiles.add(hashLine(leaf));
        seq += 1;
        return true;
      },
      0,
      to,
    );
  }
}

/** The segments that hold entries from `seq` on; nearly always the last one or two. */
function segmentsFrom(directory: string, seq: number): number[] {
  const segments = listSegments(directory);
  const holding = segments.findLastIndex((segment) => firstSeq(directory, segment) <= seq);
  return segments.slice(Math.max(0, holding));
}

function firstSeq(directory: string, segment: number): number {
  let seq = Number.POSITIVE_INFINITY;
  readLines(segmentPath(directory, segment), ({ bytes }) => {
    seq = readStoredEntry(bytes)?.seq ?? seq;
    return false;
  });
  return seq;
}
