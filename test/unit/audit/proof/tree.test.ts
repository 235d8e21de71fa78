import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hash } from 'node:crypto';
import { TileEdge } from '../../../../src/audit/proof/tile-edge.ts';
import {
  emptyRoot,
  hashLeaf,
  hashNode,
  hashRange,
  hashRun,
  proveConsistency,
  proveInclusion,
  rootFromConsistency,
  rootFromInclusion,
  TreeEdge,
} from '../../../../src/audit/proof/tree.ts';
import { draws } from '../../../support/draws.ts';

/** The definition of RFC 6962 2.1, word for word. */
function definedRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return hash('sha256', '', 'buffer');
  const [only] = leaves;
  if (leaves.length === 1 && only !== undefined) return only;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashNode(definedRoot(leaves.slice(0, split)), definedRoot(leaves.slice(split)));
}

function leavesOf(count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => hashLeaf(Buffer.from(`entry ${index}`)));
}

function toHex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex');
}

/** Inputs and roots that every implementation of RFC 6962 is tested with. */
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the tree', () => {
  test.each(roots.map((root, index) => [index + 1, root] as const))(
    'has the known root over %i leaves',
    (count, root) => {
      const leaves = inputs.slice(0, count).map((input) => hashLeaf(Buffer.from(input, 'hex')));
      const edge = new TreeEdge();
      for (const leaf of leaves) edge.add(leaf);
      expect(toHex(edge.root())).toBe(root);
      expect(toHex(hashRun(Buffer.concat(leaves), count))).toBe(root);
    },
  );

  test('has the root of nothing where it is empty', () => {
    expect(toHex(emptyRoot)).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(new TreeEdge().root()).toEqual(emptyRoot);
  });

  test('is the definition, however it is computed, and its proofs hold', () => {
    const most = 700;
    const leaves = leavesOf(most);
    const subtree = (from: number, size: number): Uint8Array =>
      definedRoot(leaves.slice(from, from + size));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: most }), fc.nat(), fc.nat(), (size, one, other) => {
        const root = definedRoot(leaves.slice(0, size));
        expect(toHex(hashRange(0, size, subtree))).toBe(toHex(root));
        const tiled = new TileEdge(() => undefined);
        for (const each of leaves.slice(0, size)) tiled.add(each.toString('hex'));
        expect(toHex(tiled.root())).toBe(toHex(root));
        const index = one % size;
        const path = proveInclusion(index, size, subtree);
        const leaf = leaves[index] ?? emptyRoot;
        expect(toHex(rootFromInclusion(index, size, leaf, path))).toBe(toHex(root));
        const small = 1 + (other % size);
        const between = proveConsistency(small, size, subtree);
        const smallRoot = definedRoot(leaves.slice(0, small));
        expect(toHex(rootFromConsistency(small, size, smallRoot, between))).toBe(toHex(root));
      }),
      draws(100),
    );
  });

  test('gives no other root for a proof that was changed', () => {
    const leaves = leavesOf(50);
    const subtree = (from: number, size: number): Uint8Array =>
      definedRoot(leaves.slice(from, from + size));
    const root = toHex(definedRoot(leaves));
    const path = proveInclusion(17, 50, subtree);
    const leaf = leaves[17] ?? emptyRoot;
    const changed = [
      rootFromInclusion(16, 50, leaf, path),
      rootFromInclusion(17, 50, hashLeaf(Buffer.from('other')), path),
      rootFromInclusion(17, 50, leaf, path.slice(1)),
      rootFromInclusion(17, 50, leaf, [...path, emptyRoot]),
      rootFromInclusion(17, 50, leaf, path.toReversed()),
      rootFromInclusion(50, 50, leaf, path),
    ];
    for (const other of changed) expect(toHex(other)).not.toBe(root);
  });
});
