/** The key that wraps all content keys and makes pseudonyms: given, or generated once into a file only the owner reads. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayError } from '../errors.ts';

export const masterKeyBytes = 32;

/** Reads 32 bytes of base64; the value is never repeated in the message. */
export function readMasterKey(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== masterKeyBytes) {
    throw new GatewayError('internal', 'the master key has to be 32 bytes in base64');
  }
  return key;
}

export function masterKeyPath(directory: string): string {
  return join(directory, 'master.key');
}

/** The key in the directory's own file; `onNew` hears of a generated one, because it belongs somewhere else. */
export function findMasterKey(directory: string, onNew: (path: string) => void): Uint8Array {
  const path = masterKeyPath(directory);
  if (existsSync(path)) return readMasterKey(readFileSync(path, 'utf8'));
  const key = randomBytes(masterKeyBytes);
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  onNew(path);
  return key;
}
