/** Where the logs of a trail lie: the first in its directory, and one for each worker that ever wrote there beside it. */
import { existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { journalDirectory } from './journal-files.ts';

export type LogPlace = {
  /** 0 is the first; the others have the number of their worker. */
  readonly log: number;
  readonly directory: string;
};

const folder = 'workers';

export function workerLogDirectory(directory: string, worker: number): string {
  return join(directory, folder, String(worker));
}

/** All logs that were begun, the first included whether or not it was. */
export function listLogs(directory: string): readonly LogPlace[] {
  return [{ log: 0, directory }, ...listWorkerLogs(directory)];
}

/** Those that were begun beside the first. */
export function listWorkerLogs(directory: string): readonly LogPlace[] {
  const parent = join(directory, folder);
  return (existsSync(parent) ? readdirSync(parent) : [])
    .filter((name) => /^[1-9]\d{0,3}$/.test(name))
    .map((name) => ({ log: Number(name), directory: join(parent, name) }))
    .filter((place) => existsSync(journalDirectory(place.directory)))
    .sort((left, right) => left.log - right.log);
}

/** As reports name it. */
export function nameLog(log: number): string {
  return log === 0 ? 'log 0' : `log ${log} (worker ${log})`;
}

/** What a log that is begun here is called among those of other hosts and workers. */
export function nameOrigin(log: number): string {
  return log === 0 ? hostname() : `${hostname()}.worker-${log}`;
}
