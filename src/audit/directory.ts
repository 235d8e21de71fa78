/** The directory that a trail is kept in: made where it is missing, or said in plain words why none can be kept there. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
} from 'node:fs';
import { dirname, sep } from 'node:path';
import { GatewayError } from '../errors.ts';
import { reasonOf } from './unavailable.ts';

const causes: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'the gateway may not write there',
  EPERM: 'the gateway may not write there',
  ENOENT: 'no directory can be made there',
};

/** The same of a file in it, where it is that file that has to be mended. */
const fileCauses: Readonly<Record<string, string>> = {
  EACCES: 'the user that the gateway runs as may not use it',
  EPERM: 'the user that the gateway runs as may not use it',
  EISDIR: 'it is a directory',
};

/** Makes a directory of the trail that only its owner may read. */
export function makeDirectory(path: string): void {
  try {
    const made = makePath(path);
    accessSync(path, constants.W_OK | constants.X_OK);
    if (made === undefined) return;
    for (let place = path; place.length >= made.length; place = dirname(place))
      keepNames(dirname(place));
  } catch (error) {
    throw explainFault(path, findCause(path) ?? error);
  }
}

/**
 * The topmost directory that was made for it, or undefined. Node's own way of making a whole path tries for ever where a
 * file system says of a new name that it is missing, as `/proc` does.
 */
function makePath(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  const above = makePath(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
  return above ?? path;
}

/** A new name survives a power loss only when the directory that it stands in is on the disk. */
export function keepNames(directory: string): void {
  const file = openSync(directory, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Making a path below a read-only one is reported as if something were missing; the nearest that exists knows better. */
function findCause(path: string): unknown {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * A fault of the disk in words that name the place and the cure; anything else stays as it is. `file`: what was opened,
 * where the error itself does not say.
 */
export function explainFault(directory: string, error: unknown, file?: string): unknown {
  const reason = reasonOf(error) ?? readFileCause(directory, error, file) ?? readCause(error);
  if (reason === undefined) return error;
  return new GatewayError(
    'audit_unavailable',
    `the audit trail cannot be kept in \`${directory}\`: ${reason}; mend that, or name another place with GATEWAY_DATA`,
    { cause: error },
  );
}

function readFileCause(directory: string, error: unknown, file?: string): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const place = 'path' in error ? error.path : file;
  const cause = fileCauses[String(error.code)];
  if (cause === undefined || typeof place !== 'string') return undefined;
  return place.startsWith(`${directory}${sep}`) ? `\`${place}\`: ${cause}` : undefined;
}

function readCause(error: unknown): string | undefined {
  if (error instanceof GatewayError || typeof error !== 'object' || error === null)
    return undefined;
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  return typeof code === 'string' ? (causes[code] ?? message) : undefined;
}
