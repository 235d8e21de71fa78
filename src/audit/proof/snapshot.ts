/** The tree as one checkpoint signed it: proofs that all lead to the same root, however the trail grows meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashLine } from '../chain.ts';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import { readCheckpoint } from './checkpoint.ts';
import { readNote } from './note.ts';
import { Tiles } from './tiles.ts';
import { hashRange, proveInclusion } from './tree.ts';
import { readStart } from './whole-files.ts';

export type Snapshot = {
  readonly checkpoint: string;
  readonly verifierKey: string;
  readonly size: number;
  /** Lower-case hex, nearest first. */
  readonly prove: (seq: number) => readonly string[];
};

export function createSnapshot(
  tiles: Tiles,
  signed: { readonly checkpoint: string; readonly verifierKey: string; readonly size: number },
): Snapshot {
  const subtree = (from: number, size: number): Uint8Array => tiles.subtree(from, size);
  return {
    ...signed,
    prove: (seq) =>
      proveInclusion(seq, signed.size, subtree).map((hash) => Buffer.from(hash).toString('hex')),
  };
}

/** The snapshot of a trail that nobody writes, or that another process does; it changes nothing. */
export function readSnapshot(directory: string): Snapshot | undefined {
  const paths = {
    checkpoint: join(directory, 'checkpoint'),
    keys: join(directory, 'checkpoint.pub'),
  };
  if (!existsSync(paths.checkpoint) || !existsSync(paths.keys)) return undefined;
  const checkpoint = readStart(paths.checkpoint).toString('utf8');
  const signed = readCheckpoint(readNote(checkpoint)?.text ?? '');
  const verifierKey = readStart(paths.keys).toString('utf8').trim().split('\n').at(-1) ?? '';
  if (signed === undefined) return undefined;
  const tiles = fillTiles(directory, signed.size);
  const root = hashRange(0, signed.size, (from, size) => tiles.subtree(from, size));
  if (Buffer.compare(root, signed.root) !== 0) return undefined;
  return createSnapshot(tiles, { checkpoint, verifierKey, size: signed.size });
}

/** All leaves anew from the journal, in memory: what lies on disk is not trusted. */
function fillTiles(directory: string, size: number): Tiles {
  const tiles = Tiles.inMemory(directory);
  for (const segment of listSegments(directory)) {
    readLines(segmentPath(directory, segment), ({ leaf }) => {
      if (tiles.size >= size) return false;
      tiles.add(hashLine(leaf));
      return true;
    });
  }
  return tiles;
}
