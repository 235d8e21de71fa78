/** The tree on disk in the layout of C2SP tlog-tiles: 256 hashes a tile, written once when it is full. */
import { existsSync, rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TileEdge, tileBytes, tileWidth } from './tile-edge.ts';
import { tilePath } from './tile-path.ts';
import { hashBytes, hashRun } from './tree.ts';
import { readStart } from './whole-files.ts';

export class Tiles {
  readonly #directory: string;
  readonly #edge = new TileEdge((level, index, bytes) => {
    this.#unwritten.set(tilePath(level, index), bytes);
  });
  /** Full tiles that are not on disk yet. */
  readonly #unwritten = new Map<string, Buffer>();
  readonly #cache = new Map<string, Buffer>();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Takes up the tree at the last full tile on disk; the leaves from `size` on have to be added again. */
  static open(directory: string): Tiles {
    const tiles = new Tiles(directory);
    try {
      tiles.#restore(countTiles(directory));
      return tiles;
    } catch {
      return Tiles.create(directory);
    }
  }

  /** Begins with no leaf and leaves the disk as it is; what is never flushed stays in memory, 32 bytes an entry. */
  static inMemory(directory: string): Tiles {
    return new Tiles(directory);
  }

  /** Begins with no leaf, whatever lies on disk. */
  static create(directory: string): Tiles {
    rmSync(join(directory, 'tile'), { recursive: true, force: true });
    return new Tiles(directory);
  }

  /** How many leaves there are. */
  get size(): number {
    return this.#edge.size;
  }

  /** Adds a leaf hash in lower-case hex. */
  add(leaf: string): void {
    this.#edge.add(leaf);
  }

  /** Adds leaf hashes that stand one behind the other. */
  addLeaves(leaves: Uint8Array): void {
    this.#edge.addLeaves(leaves);
  }

  /** Writes the full tiles that wait. What fails stays waiting. */
  async flush(): Promise<void> {
    for (const [path, bytes] of [...this.#unwritten]) {
      const target = join(this.#directory, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await writeFile(`${target}.new`, bytes, { mode: 0o600 });
      await rename(`${target}.new`, target);
      this.#unwritten.delete(path);
    }
  }

  /** A tile as it is served: full, or the first `width` hashes of one. */
  read(level: number, index: number, width: number): Buffer | undefined {
    const path = tilePath(level, index);
    const held = Math.min(tileWidth, this.#edge.count(level) - index * tileWidth);
    if (held < width || width < 1) return undefined;
    const bytes = held < tileWidth ? Buffer.from(this.#edge.partial(level)) : this.#full(path);
    return bytes?.subarray(0, width * hashBytes);
  }

  /** Hash of the leaves `[from, from + size)`, size a power of two that divides `from`. */
  subtree(from: number, size: number): Uint8Array {
    let level = 0;
    let unit = 1;
    while (unit * tileWidth <= size) {
      unit *= tileWidth;
      level += 1;
    }
    const first = from / unit;
    const index = Math.floor(first / tileWidth);
    const held = Math.min(tileWidth, this.#edge.count(level) - index * tileWidth);
    const bytes = this.read(level, index, held);
    if (bytes === undefined) throw new Error(`the tile ${tilePath(level, index)} is missing`);
    const start = (first % tileWidth) * hashBytes;
    const count = size / unit;
    return hashRun(Buffer.from(bytes.subarray(start, start + count * hashBytes)), count);
  }

  #full(path: string): Buffer | undefined {
    const known = this.#unwritten.get(path) ?? this.#cache.get(path);
    if (known !== undefined) return known;
    const target = join(this.#directory, path);
    if (!existsSync(target)) return undefined;
    const bytes = readStart(target, tileBytes + 1);
    if (bytes.length !== tileBytes) return undefined;
    if (this.#cache.size >= tileWidth) this.#cache.clear();
    this.#cache.set(path, bytes);
    return bytes;
  }

  /** Takes up all levels, from the number of full tiles of leaves. */
  #restore(full: number): void {
    let above = full;
    this.#edge.restore(0, full, []);
    for (let level = 1; above > 0; level += 1) {
      const tiles = Math.floor(above / tileWidth);
      const hashes = Array.from({ length: above % tileWidth }, (_, index) =>
        this.#rootOfTile(level - 1, tiles * tileWidth + index),
      );
      this.#edge.restore(level, tiles, hashes);
      above = tiles;
    }
  }

  #rootOfTile(level: number, index: number): Uint8Array {
    const bytes = this.#full(tilePath(level, index));
    if (bytes === undefined) throw new Error(`the tile ${tilePath(level, index)} is missing`);
    return hashRun(Buffer.from(bytes), tileWidth);
  }
}

/** Full tiles of leaves are written in order, so the first that is missing tells their number. */
function countTiles(directory: string): number {
  const there = (index: number): boolean => existsSync(join(directory, tilePath(0, index)));
  let high = 1;
  while (there(high - 1)) high *= 2;
  let low = Math.floor(high / 2);
  while (low < high - 1) {
    const middle = Math.floor((low + high) / 2);
    if (there(middle - 1)) low = middle;
    else high = middle;
  }
  return low;
}
