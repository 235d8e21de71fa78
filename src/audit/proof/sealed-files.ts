/** The files beside the journal that vouch for it: the newest checkpoint, those that were kept, and the keys. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readStart } from './whole-files.ts';

export const checkpointFile = 'checkpoint';
export const historyFile = 'checkpoints.jsonl';
export const keyFile = 'checkpoint.pub';

/** The name that a log signs under, where it has signed. */
export function readLogName(directory: string): string | undefined {
  return readKeys(directory).at(-1)?.split('+')[0];
}

/** The verifier keys that were ever used, oldest first. */
export function readKeys(directory: string): string[] {
  return readKeyLines(directory).filter((line) => line !== '');
}

/** What stands in the place of each key, for whoever checks it: '' where a line has no end. */
export function readKeyLines(directory: string): string[] {
  const path = join(directory, keyFile);
  if (!existsSync(path)) return [];
  const lines = readStart(path).toString('utf8').split('\n');
  return [...lines.slice(0, -1), ...(lines.at(-1) === '' ? [] : [''])];
}
