/** The key that wraps all content keys and makes pseudonyms: given, or generated once into a file only the owner reads. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayError } from '../errors.ts';
import { explainFault, keepNames } from './directory.ts';
import { readStart } from './proof/whole-files.ts';

export const masterKeyBytes = 32;
/** Base64 of a key and what editors put around it; a file that goes on is none, however long it is. */
const fileBytesMax = 1024;

/** Reads 32 bytes of base64; the value is never repeated in the message. */
export function readMasterKey(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== masterKeyBytes) {
    throw new GatewayError('internal', 'the master key has to be 32 bytes in base64');
  }
  return key;
}

/** The key in a file; the message names the file, never what stands in it. */
export function readMasterKeyFile(path: string): Uint8Array {
  const text = readStart(path, fileBytesMax + 1).toString('latin1');
  try {
    return readMasterKey(text.length > fileBytesMax ? '' : text);
  } catch {
    const detail = `the master key has to be 32 bytes in base64, and \`${path}\` holds something else: put its copy back`;
    throw new GatewayError('internal', detail);
  }
}

export function masterKeyPath(directory: string): string {
  return join(directory, 'master.key');
}

/** The key in the directory's own file; `onNew` hears of a generated one, because it belongs somewhere else. */
export function findMasterKey(directory: string, onNew: (path: string) => void): Uint8Array {
  const path = masterKeyPath(directory);
  try {
    if (
      !existsSync(path) &&
      writeWhole(path, `${randomBytes(masterKeyBytes).toString('base64')}\n`)
    ) {
      keepNames(directory);
      onNew(path);
    }
    return readMasterKeyFile(path);
  } catch (error) {
    throw explainFault(directory, error, path);
  }
}

/** A crash leaves the whole file or none; false where another process was first, whose file then stands. */
function writeWhole(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (existsSync(path)) return false;
    // Not every file system has a second name for a file.
    if (!existsSync(draft) || !isUnsupported(error)) throw error;
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isUnsupported(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code);
}
