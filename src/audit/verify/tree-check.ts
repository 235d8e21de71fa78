/** Builds the tree anew from the lines, and compares the tiles on disk with it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashLine } from '../chain.ts';
import { TileEdge, tileBytes, tileWidth } from '../proof/tile-edge.ts';
import { tilePath } from '../proof/tile-path.ts';
import { hashBytes, hashRun } from '../proof/tree.ts';
import { readStart } from '../proof/whole-files.ts';
import type { Findings } from './report.ts';

export class TreeCheck {
  readonly #edge: TileEdge;
  #missing = 0;

  /** Begins with the first `begin` leaves as the tiles on disk have them; the signed root tells whether they are right. */
  constructor(directory: string, findings: Findings, begin = 0) {
    this.#edge = new TileEdge((level, index, bytes) => {
      const path = tilePath(level, index);
      if (!existsSync(join(directory, path))) this.#missing += 1;
      else if (!readTile(directory, path).equals(bytes)) {
        findings.add({
          verdict: 'altered',
          place: path,
          detail: 'it is not the tile of these entries',
        });
      }
    });
    if (begin > 0) restore(this.#edge, directory, begin);
  }

  /** Tiles that are not on disk; they can be made anew from the journal. */
  get missing(): number {
    return this.#missing;
  }

  get size(): number {
    return this.#edge.size;
  }

  /** Takes a line with a zero byte in front. */
  take(leaf: Uint8Array): void {
    this.#edge.add(hashLine(leaf));
  }

  root(): Uint8Array {
    return this.#edge.root();
  }
}

/** One that goes on is none: a byte more shows that, and what else it has is not read. */
function readTile(directory: string, path: string): Buffer {
  return readStart(join(directory, path), tileBytes + 1);
}

/** Whether the tiles on disk hold the tree of the first `size` leaves. */
export function canRestore(directory: string, size: number): boolean {
  try {
    restore(new TileEdge(() => undefined), directory, size);
    return true;
  } catch {
    return false;
  }
}

function restore(edge: TileEdge, directory: string, size: number): void {
  const read = (level: number, index: number): Buffer => {
    const bytes = readTile(directory, tilePath(level, index));
    if (bytes.length !== tileBytes)
      throw new Error('a tile has not the length that it should have');
    return bytes;
  };
  const full = Math.floor(size / tileWidth);
  const rest = size % tileWidth;
  const leaves = rest === 0 ? Buffer.alloc(0) : read(0, full);
  const hashAt = (index: number): Uint8Array =>
    leaves.subarray(index * hashBytes, (index + 1) * hashBytes);
  edge.restore(
    0,
    full,
    Array.from({ length: rest }, (_, index) => hashAt(index)),
  );
  let above = full;
  for (let level = 1; above > 0; level += 1) {
    const tiles = Math.floor(above / tileWidth);
    const hashes = Array.from({ length: above % tileWidth }, (_, index) =>
      hashRun(read(level - 1, tiles * tileWidth + index), tileWidth),
    );
    edge.restore(level, tiles, hashes);
    above = tiles;
  }
}
