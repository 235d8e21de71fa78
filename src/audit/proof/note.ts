/** Signed notes (C2SP signed-note) with Ed25519: the text of a checkpoint and who vouches for it. */
import { createPrivateKey, createPublicKey, hash, hkdfSync, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const algorithm = 1;
const keyIdBytes = 4;
const publicBytes = 32;
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const em = '\u2014';
/** No space of any kind, no control and no plus. */
const namePattern = '([^\\s+\\x00-\\x1f\\x85\\ufeff]+)';
const signatureLine = new RegExp(`^${em} ${namePattern} ([A-Za-z0-9+/]+={0,2})$`);
const keyLine = new RegExp(`^${namePattern}\\+([0-9a-f]{8})\\+([A-Za-z0-9+/]{44})$`);

export type Signer = {
  /** `name+keyid+key`, as verifiers are given it. */
  readonly verifierKey: string;
  readonly sign: (text: string) => string;
};

export type Verifier = {
  readonly name: string;
  readonly verifierKey: string;
  /** True where one of the note's signatures is this key's and holds. */
  readonly verifies: (note: Note) => boolean;
};

export type Note = {
  /** Signed text, its final newline included. */
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly bytes: Buffer }[];
};

/** The signing key is derived from the master key, so that there is one secret to keep and none on disk with it. */
export function createSigner(name: string, masterKey: Uint8Array): Signer {
  const seed = Buffer.from(
    hkdfSync('sha256', masterKey, '', `governance-gateway checkpoint v1 ${name}`, 32),
  );
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-publicBytes);
  const id = keyId(name, raw);
  return {
    verifierKey: `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.from([algorithm]), raw]).toString('base64')}`,
    sign(text) {
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString('base64');
      return `${text}\n${em} ${name} ${signature}\n`;
    },
  };
}

/** Undefined where the text is no verifier key of this kind, and nothing else. */
export function readVerifierKey(text: string): Verifier | undefined {
  const [, name, id, encoded] = keyLine.exec(text) ?? [];
  if (name === undefined || id === undefined || encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const raw = bytes.subarray(1);
  if (
    bytes[0] !== algorithm ||
    raw.length !== publicBytes ||
    keyId(name, raw).toString('hex') !== id
  )
    return undefined;
  const key = createPublicKey({
    key: Buffer.concat([spkiPrefix, raw]),
    format: 'der',
    type: 'spki',
  });
  return {
    name,
    verifierKey: text,
    verifies: (note) =>
      note.signatures.some(
        (signature) => signature.name === name && holds(key, id, note.text, signature.bytes),
      ),
  };
}

function holds(key: KeyObject, id: string, text: string, signature: Buffer): boolean {
  return (
    signature.subarray(0, keyIdBytes).toString('hex') === id &&
    verify(null, Buffer.from(text), key, signature.subarray(keyIdBytes))
  );
}

/** Undefined where the text has not the form of a signed note. */
export function readNote(note: string): Note | undefined {
  const split = note.lastIndexOf(`\n\n${em} `);
  if (split < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(split + 2, -1).split('\n');
  const signatures = lines.map((line) => {
    const [, name = '', encoded = ''] = signatureLine.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    // Bits that no byte needs would let a signature be written in several ways.
    return { name: bytes.toString('base64') === encoded ? name : '', bytes };
  });
  if (signatures.some(({ name }) => name === '')) return undefined;
  return { text: note.slice(0, split + 1), signatures };
}

function keyId(name: string, raw: Uint8Array): Buffer {
  const input = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([algorithm]), raw]);
  return hash('sha256', input, 'buffer').subarray(0, keyIdBytes);
}
