/** Builds the tree anew from the lines, and compares the tiles on disk with it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashLine } from '../chain.ts';
import { TileEdge } from '../proof/tile-edge.ts';
import { tilePath } from '../proof/tiles.ts';
import type { Findings } from './report.ts';

export class TreeCheck {
  readonly #edge: TileEdge;
  #missing = 0;

  constructor(directory: string, findings: Findings) {
    this.#edge = new TileEdge((level, index, bytes) => {
      const path = tilePath(level, index);
      if (!existsSync(join(directory, path))) this.#missing += 1;
      else if (!readFileSync(join(directory, path)).equals(bytes)) {
        findings.add({
          verdict: 'altered',
          place: path,
          detail: 'it is not the tile of these entries',
        });
      }
    });
  }

  /** Tiles that are not on disk; they can be made anew from the journal. */
  get missing(): number {
    return this.#missing;
  }

  get size(): number {
    return this.#edge.size;
  }

  /** Takes a line with a zero byte in front. */
  take(leaf: Buffer): void {
    this.#edge.add(hashLine(leaf));
  }

  root(): Uint8Array {
    return this.#edge.root();
  }
}
