/** The Merkle tree of RFC 6962 over journal lines: its hashes, and the proofs that anyone can check without a secret. */
import { hash } from 'node:crypto';

export const hashBytes = 32;

const leafPrefix = Buffer.from([0]);
const nodeInput = Buffer.alloc(1 + 2 * hashBytes, 1);

/** SHA-256(0x00 ‖ line), the line without its newline. */
export function hashLeaf(line: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([leafPrefix, line]), 'buffer');
}

/** SHA-256(0x01 ‖ left ‖ right). */
export function hashNode(left: Uint8Array, right: Uint8Array): Buffer {
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + hashBytes);
  return hash('sha256', nodeInput, 'buffer');
}

/** The root of a tree without leaves. */
export const emptyRoot: Buffer = hash('sha256', Buffer.alloc(0), 'buffer');

/** The root over the first `count` hashes of a buffer, as if they were the leaves. The buffer is used up. */
export function hashRun(hashes: Buffer, count: number): Buffer {
  for (let left = count; left > 1; left = Math.ceil(left / 2)) {
    for (let index = 0; index < left; index += 2) {
      const from = index * hashBytes;
      const to = (index / 2) * hashBytes;
      if (index + 1 < left) {
        hashes.copy(nodeInput, 1, from, from + 2 * hashBytes);
        hashes.write(hash('sha256', nodeInput, 'hex'), to, hashBytes, 'hex');
      } else hashes.copyWithin(to, from, from + hashBytes);
    }
  }
  return hashes.subarray(0, hashBytes);
}

/** A growing tree of which only the right edge is kept: one hash per power of two in its size. */
export class TreeEdge {
  /** Perfect subtrees from left to right, each smaller than the one before. */
  readonly #subtrees: { readonly size: number; readonly hash: Uint8Array }[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(leaf: Uint8Array): void {
    let size = 1;
    let right = leaf;
    for (;;) {
      const left = this.#subtrees.at(-1);
      if (left?.size !== size) break;
      this.#subtrees.pop();
      right = hashNode(left.hash, right);
      size *= 2;
    }
    this.#subtrees.push({ size, hash: right });
    this.#size += 1;
  }

  root(): Uint8Array {
    return (
      this.#subtrees.reduceRight<Uint8Array | undefined>(
        (right, { hash: left }) => (right === undefined ? left : hashNode(left, right)),
        undefined,
      ) ?? emptyRoot
    );
  }
}

/** Hash of the leaves `[from, from + size)`, where size is a power of two and divides `from`. */
export type SubtreeHash = (from: number, size: number) => Uint8Array;

/** The root of the leaves `[from, to)`, put together from perfect subtrees. */
export function hashRange(from: number, to: number, subtree: SubtreeHash): Uint8Array {
  const size = to - from;
  if (size <= 0) return emptyRoot;
  const half = largestPowerBelow(size);
  if (half === 0) return subtree(from, 1);
  if (half * 2 === size) return subtree(from, size);
  return hashNode(subtree(from, half), hashRange(from + half, to, subtree));
}

/** RFC 6962 2.1.1: the hashes that lead from a leaf to the root of the first `size` leaves, nearest first. */
export function proveInclusion(index: number, size: number, subtree: SubtreeHash): Uint8Array[] {
  const path: Uint8Array[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + largestPowerBelow(to - from);
    if (index < middle) {
      path.push(hashRange(middle, to, subtree));
      to = middle;
    } else {
      path.push(hashRange(from, middle, subtree));
      from = middle;
    }
  }
  return path.reverse();
}

/** RFC 6962 2.1.2: what shows that the first `small` leaves of a tree of `size` are the whole of an earlier one. */
export function proveConsistency(small: number, size: number, subtree: SubtreeHash): Uint8Array[] {
  const path: Uint8Array[] = [];
  let from = 0;
  let to = size;
  let whole = true;
  if (small <= 0 || small >= size) return path;
  while (small - from !== to - from) {
    const middle = from + largestPowerBelow(to - from);
    if (small <= middle) {
      path.push(hashRange(middle, to, subtree));
      to = middle;
    } else {
      path.push(hashRange(from, middle, subtree));
      from = middle;
      whole = false;
    }
  }
  if (!whole) path.push(hashRange(from, to, subtree));
  return path.reverse();
}

/** The root that an inclusion proof leads to; undefined where the proof has the wrong length. */
export function rootFromInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  path: readonly Uint8Array[],
): Uint8Array | undefined {
  if (index < 0 || index >= size) return undefined;
  let node = index;
  let last = size - 1;
  let result = leaf;
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      result = hashNode(sibling, result);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else result = hashNode(result, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? result : undefined;
}

/** The larger tree's root that a consistency proof leads to; undefined where it does not begin with the smaller one. */
export function rootFromConsistency(
  small: number,
  size: number,
  smallRoot: Uint8Array,
  path: readonly Uint8Array[],
): Uint8Array | undefined {
  if (small === size) return path.length === 0 ? smallRoot : undefined;
  let node = small - 1;
  let last = size - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  const rest = [...path];
  const start = node === 0 ? smallRoot : rest.shift();
  if (start === undefined || small < 1 || small > size) return undefined;
  let old = start;
  let result = start;
  for (const sibling of rest) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      old = hashNode(sibling, old);
      result = hashNode(sibling, result);
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2);
        last = Math.floor(last / 2);
      }
    } else result = hashNode(result, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && Buffer.compare(old, smallRoot) === 0 ? result : undefined;
}

/** The largest power of two that is smaller than `size`; 0 for one leaf. */
function largestPowerBelow(size: number): number {
  if (size <= 1) return 0;
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
