/** The right edge of a growing tree in tiles of 256 hashes: what is not yet a full tile, level by level. */
import { emptyRoot, hashBytes, hashNode, hashRun } from './tree.ts';

export const tileWidth = 256;
export const tileBytes: number = tileWidth * hashBytes;

type Level = { readonly bytes: Buffer; held: number; full: number };

export class TileEdge {
  readonly #levels: Level[] = [];
  readonly #onFull: (level: number, index: number, bytes: Buffer) => void;

  /** `onFull` hears of each tile that fills up; the bytes are its own to keep. */
  constructor(onFull: (level: number, index: number, bytes: Buffer) => void) {
    this.#onFull = onFull;
  }

  /** How many leaves there are. */
  get size(): number {
    return this.count(0);
  }

  /** How many hashes a level has. */
  count(level: number): number {
    const { held, full } = this.#levels[level] ?? { held: 0, full: 0 };
    return full * tileWidth + held;
  }

  /** The hashes of a level's last tile, while it is not full. */
  partial(level: number): Buffer {
    const { bytes, held } = this.#levels[level] ?? { bytes: Buffer.alloc(0), held: 0 };
    return bytes.subarray(0, held * hashBytes);
  }

  /** Adds a hash in lower-case hex. */
  add(hash: string, level = 0): void {
    const edge = this.#level(level);
    edge.bytes.write(hash, edge.held * hashBytes, hashBytes, 'hex');
    edge.held += 1;
    if (edge.held === tileWidth) this.#fill(edge, level);
  }

  /** Adds leaf hashes that stand one behind the other. */
  addLeaves(hashes: Uint8Array): void {
    const edge = this.#level(0);
    for (let from = 0; from < hashes.length;) {
      const room = (tileWidth - edge.held) * hashBytes;
      const some = hashes.subarray(from, from + room);
      edge.bytes.set(some, edge.held * hashBytes);
      edge.held += some.length / hashBytes;
      from += some.length;
      if (edge.held === tileWidth) this.#fill(edge, 0);
    }
  }

  /** Takes up a level where it was left: full tiles, and the hashes of the one that is not. */
  restore(level: number, full: number, hashes: readonly Uint8Array[]): void {
    const edge = this.#level(level);
    edge.full = full;
    edge.held = hashes.length;
    hashes.forEach((hash, index) => edge.bytes.set(hash, index * hashBytes));
  }

  /** The root over all leaves. */
  root(): Uint8Array {
    const subtrees = this.#levels.toReversed().flatMap(({ bytes, held }) => perfect(bytes, held));
    const root = subtrees.reduceRight<Uint8Array | undefined>(
      (right, left) => (right === undefined ? left : hashNode(left, right)),
      undefined,
    );
    return root ?? emptyRoot;
  }

  #fill(edge: Level, level: number): void {
    this.#onFull(level, edge.full, Buffer.from(edge.bytes));
    edge.full += 1;
    edge.held = 0;
    this.add(hashRun(edge.bytes, tileWidth).toString('hex'), level + 1);
  }

  #level(level: number): Level {
    return (this.#levels[level] ??= { bytes: Buffer.alloc(tileBytes), held: 0, full: 0 });
  }
}

/** A run of hashes as perfect subtrees, each smaller than the one before. */
function perfect(bytes: Buffer, held: number): Uint8Array[] {
  const subtrees: Uint8Array[] = [];
  let from = 0;
  for (let size = tileWidth / 2; size >= 1; size /= 2) {
    if ((held & size) === 0) continue;
    const run = Buffer.from(bytes.subarray(from * hashBytes, (from + size) * hashBytes));
    subtrees.push(Buffer.from(hashRun(run, size)));
    from += size;
  }
  return subtrees;
}
