/** The values that docs/AUDIT-FORMAT.md shows, computed by the code from the golden trail. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashLine } from '../../src/audit/chain.ts';
import { readAddress, readBlob } from '../../src/audit/content/address.ts';
import { placeOf } from '../../src/audit/content/capture.ts';
import { createContentKey, createWrapping } from '../../src/audit/content/content-key.ts';
import { KeyStore } from '../../src/audit/content/key-store.ts';
import { readKeptContent } from '../../src/audit/content/kept-content.ts';
import { createPrivacy } from '../../src/audit/privacy.ts';
import { createSigner } from '../../src/audit/proof/note.ts';
import { readKeys } from '../../src/audit/proof/sealed-files.ts';
import {
  hashLeaf,
  proveConsistency,
  proveInclusion,
  TreeEdge,
} from '../../src/audit/proof/tree.ts';
import { readStoredEntry } from '../../src/audit/stored-entry.ts';
import { root } from './repository.ts';
import { readJournal } from './trail-directory.ts';

export const goldenTrail = join(root, 'test/golden/audit/v1');
export const goldenBundle = join(root, 'test/golden/audit/v1-bundle');
/** The bytes 0 to 31. */
export const goldenMasterKey: Uint8Array = Uint8Array.from({ length: 32 }, (_, index) => index);

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function rootOf(leaves: readonly Uint8Array[]): string {
  const edge = new TreeEdge();
  for (const leaf of leaves) edge.add(leaf);
  return toHex(edge.root());
}

function treeVectors(lines: readonly Buffer[]): Record<string, string> {
  const leaves = lines.map(hashLeaf);
  const subtree = (from: number, size: number): Uint8Array => {
    const edge = new TreeEdge();
    for (const leaf of leaves.slice(from, from + size)) edge.add(leaf);
    return edge.root();
  };
  const joined = (hashes: readonly Uint8Array[]): string => hashes.map(toHex).join(' ');
  return {
    'SHA-256 of line 0': hashLine(lines[0] ?? Buffer.alloc(0)),
    'leaf hash of line 0': toHex(leaves[0] ?? Buffer.alloc(0)),
    'root of no entry': rootOf([]),
    'root of 1 entry': rootOf(leaves.slice(0, 1)),
    'root of 2 entries': rootOf(leaves.slice(0, 2)),
    'root of 3 entries': rootOf(leaves.slice(0, 3)),
    'root of 45 entries': rootOf(leaves),
    'inclusion of entry 3 in 7': joined(proveInclusion(3, 7, subtree)),
    'root of 7 entries': rootOf(leaves.slice(0, 7)),
    'consistency of 3 with 7': joined(proveConsistency(3, 7, subtree)),
  };
}

function contentVectors(line: Buffer): Record<string, string> {
  const entry = readStoredEntry(line);
  const content = entry === undefined ? undefined : readKeptContent(entry);
  const leg = content?.legs.find((each) => each.leg === 'received');
  const address = readAddress(leg?.blob ?? '');
  if (content === undefined || leg === undefined || address === undefined)
    throw new Error('the golden entry has no content');
  const store = new KeyStore(goldenTrail, true);
  const [id = '', version = ''] = content.key.split('.');
  const wrapped = store.read(id, Number(version)) ?? Buffer.alloc(0);
  store.close();
  const dataKey = createWrapping(goldenMasterKey).unwrap(wrapped, content.key) ?? Buffer.alloc(0);
  const blob = readBlob(goldenTrail, address) ?? Buffer.alloc(0);
  const key = createContentKey(content.key, dataKey);
  const place = placeOf(content.place, 'received', 'redacted');
  return {
    'key of the content': content.key,
    'wrapped data key': toHex(wrapped),
    'data key': toHex(dataKey),
    'address of the blob': leg.blob ?? '',
    'digest of the blob': hashLine(blob),
    'place of the blob': place,
    'text of the blob': (key.open(blob, place) ?? Buffer.alloc(0)).toString('utf8'),
    commitment: key.commit(Buffer.from('What is the tide at noon? — ünïcode')),
  };
}

export function computeVectors(): Record<string, string> {
  const lines = readJournal(goldenTrail).map((line) => Buffer.from(line));
  const [verifierKey = ''] = readKeys(goldenTrail);
  const name = verifierKey.split('+')[0] ?? '';
  const checkpoint = readFileSync(join(goldenTrail, 'checkpoint'), 'utf8');
  const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
  return {
    'line 0': lines[0]?.toString('utf8') ?? '',
    ...treeVectors(lines),
    'name of the log': name,
    'verifier key': createSigner(name, goldenMasterKey).verifierKey,
    'signed note': JSON.stringify(createSigner(name, goldenMasterKey).sign(text)),
    'pseudonym of alice@example.com':
      createPrivacy(goldenMasterKey).toPseudonym('alice@example.com'),
    ...contentVectors(lines[2] ?? Buffer.alloc(0)),
  };
}
