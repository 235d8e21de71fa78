/** The files beside the journal that vouch for it: the newest checkpoint, those that were kept, and the keys. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const checkpointFile = 'checkpoint';
export const historyFile = 'checkpoints.jsonl';
export const keyFile = 'checkpoint.pub';

/** The name that a log signs under, where it has signed. */
export function readLogName(directory: string): string | undefined {
  return readKeys(directory).at(-1)?.split('+')[0];
}

/** The verifier keys that were ever used, oldest first. */
export function readKeys(directory: string): string[] {
  const path = join(directory, keyFile);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
