/** One subject's data key: encrypts what was said and commits to it, and takes both with it when it is destroyed. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createMac } from './mac.ts';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
export const pieceBytes = 1_048_576;
/** A data key as it is stored. */
export const wrappedBytes: number = nonceBytes + keyBytes + tagBytes;

/** Wraps data keys under the master key. */
export type Wrapping = {
  readonly wrap: (key: Uint8Array, reference: string) => Buffer;
  /** Undefined where the master key or the reference is another one. */
  readonly unwrap: (wrapped: Uint8Array, reference: string) => Buffer | undefined;
};

export type ContentKey = {
  /** `subject.version`, as entries name it. */
  readonly reference: string;
  /** Encrypts into `sealedBytes(text)`; `place` is authenticated with it, so that no blob can stand for another. */
  readonly seal: (text: Uint8Array, place: string, blob: Buffer) => void;
  /** The same a piece at a time: each yield tells the bytes of the blob that were put there. */
  readonly sealPieces: (text: Uint8Array, place: string, blob: Buffer) => Pieces;
  /** Undefined where the blob, the place or the key is another one. */
  readonly open: (blob: Uint8Array, place: string) => Buffer | undefined;
  /** HMAC-SHA256 in lower-case hex: cannot be guessed without the key and means nothing once that is gone. */
  readonly commit: (text: Uint8Array) => string;
  /** The same, fed with one piece after the other. */
  readonly startCommit: () => ReturnType<typeof createHmac>;
};

export type Pieces = Generator<Buffer, void, void>;

export function newDataKey(): Buffer {
  return randomBytes(keyBytes);
}

export function createWrapping(masterKey: Uint8Array): Wrapping {
  const key = derive(masterKey, 'governance-gateway content key v1');
  return {
    wrap(dataKey, reference) {
      const blob = Buffer.alloc(sealedBytes(dataKey));
      seal(key, dataKey, reference, blob);
      return blob;
    },
    unwrap: (wrapped, reference) => open(key, wrapped, reference),
  };
}

export function createContentKey(reference: string, dataKey: Uint8Array): ContentKey {
  // Derived when they are first asked for: who only reads commits to nothing.
  let sealing: KeyObject | undefined;
  let commit: ((text: Uint8Array) => string) | undefined;
  const sealingKey = (): KeyObject => (sealing ??= derive(dataKey, 'content'));
  const committingKey = (): Buffer => deriveBytes(dataKey, 'commitment');
  return {
    reference,
    seal: (text, place, blob) => seal(sealingKey(), text, place, blob),
    sealPieces: (text, place, blob) => sealPieces(sealingKey(), text, place, blob),
    open: (blob, place) => open(sealingKey(), blob, place),
    commit: (text) => (commit ??= createMac(committingKey()))(text),
    startCommit: () => createHmac('sha256', committingKey()),
  };
}

/** How long a text is when it is encrypted. */
export function sealedBytes(text: Uint8Array): number {
  return nonceBytes + text.length + tagBytes;
}

function seal(key: KeyObject, text: Uint8Array, place: string, blob: Buffer): void {
  const pieces = sealPieces(key, text, place, blob);
  while (pieces.next().done !== true);
}

/** nonce ‖ ciphertext ‖ tag */
function* sealPieces(key: KeyObject, text: Uint8Array, place: string, blob: Buffer): Pieces {
  const nonce = nextNonce();
  const encryption = createCipheriv(cipher, key, nonce);
  encryption.setAAD(Buffer.from(place));
  blob.set(nonce);
  let told = 0;
  // Piece by piece, since each update answers with a copy of its own.
  for (let from = 0; from < text.length; from += pieceBytes) {
    const to = Math.min(text.length, from + pieceBytes);
    blob.set(encryption.update(text.subarray(from, to)), nonceBytes + from);
    if (to === text.length) break;
    yield blob.subarray(told, nonceBytes + to);
    told = nonceBytes + to;
  }
  encryption.final();
  blob.set(encryption.getAuthTag(), nonceBytes + text.length);
  yield blob.subarray(told);
}

const nonces = Buffer.alloc(nonceBytes * 256);
let noncesUsed = nonces.length;

/** Random bytes are drawn for many nonces at once; none is ever used twice. */
function nextNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces);
    noncesUsed = 0;
  }
  noncesUsed += nonceBytes;
  return nonces.subarray(noncesUsed - nonceBytes, noncesUsed);
}

function open(key: KeyObject, blob: Uint8Array, place: string): Buffer | undefined {
  if (blob.length < nonceBytes + tagBytes) return undefined;
  const decryption = createDecipheriv(cipher, key, blob.subarray(0, nonceBytes));
  decryption.setAAD(Buffer.from(place));
  decryption.setAuthTag(blob.subarray(-tagBytes));
  try {
    const text = decryption.update(blob.subarray(nonceBytes, -tagBytes));
    // Throws where the tag is another one; this cipher has nothing left to say by then.
    decryption.final();
    return text;
  } catch {
    return undefined;
  }
}

/** As an object, because a key of bytes is taken in anew by every call. */
function derive(key: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(deriveBytes(key, purpose));
}

function deriveBytes(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, keyBytes));
}
