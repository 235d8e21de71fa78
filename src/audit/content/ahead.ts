/** Commits to long contents and encrypts them before their entry is written, a piece at a time, so that others are served meanwhile. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Content } from '../../governance/event.ts';
import { pieceBytes, sealedBytes } from './content-key.ts';
import type { ContentKey } from './content-key.ts';

/** Encrypted bytes, and the digest of them. */
export type Blob = { readonly bytes: Buffer; readonly digest: string };

/** What was made of contents, by their bytes and by the place that a blob opens in. */
export type Ahead = {
  readonly commitments: ReadonlyMap<Uint8Array, string>;
  readonly blobs: ReadonlyMap<string, Blob>;
};

/** A text that is to be kept under a place. */
export type Kept = { readonly text: Uint8Array; readonly place: string };

export function isLong(content: Content | undefined): boolean {
  return content !== undefined && content.raw.length > pieceBytes;
}

export async function makeAhead(
  key: ContentKey,
  raws: readonly Uint8Array[],
  kept: readonly Kept[],
): Promise<Ahead> {
  const commitments = new Map<Uint8Array, string>();
  const blobs = new Map<string, Blob>();
  for (const raw of raws) commitments.set(raw, await commit(key, raw));
  for (const { text, place } of kept) blobs.set(place, await seal(key, text, place));
  return { commitments, blobs };
}

async function commit(key: ContentKey, raw: Uint8Array): Promise<string> {
  const mac = key.startCommit();
  for (let from = 0; from < raw.length; from += pieceBytes) {
    mac.update(raw.subarray(from, from + pieceBytes));
    await nextTurn();
  }
  return mac.digest('hex');
}

async function seal(key: ContentKey, text: Uint8Array, place: string): Promise<Blob> {
  const bytes = Buffer.allocUnsafeSlow(sealedBytes(text));
  const digest = createHash('sha256');
  for (const piece of key.sealPieces(text, place, bytes)) {
    digest.update(piece);
    await nextTurn();
  }
  return { bytes, digest: digest.digest('hex') };
}
