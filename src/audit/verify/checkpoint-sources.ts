/** Where checkpoints of a trail are read from: beside it, and what was kept of them elsewhere. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findLastEnd } from '../journal-files.ts';
import { checkpointFile, historyFile, readKeyLines } from '../proof/sealed-files.ts';
import { readStart } from '../proof/whole-files.ts';

export type CheckpointOptions = {
  readonly directory: string;
  /** Keys that the caller trusts; without them those beside the trail are taken. */
  readonly keys?: readonly string[];
  /** Files with copies of checkpoints that were kept elsewhere. */
  readonly witnesses?: readonly string[];
  /** A checkpoint of it that the first log of the trail has in its chain. */
  readonly seen?: string | undefined;
  /** Names of other logs of the same trail, which the same witnesses may have copies of. */
  readonly siblings?: readonly string[];
  /** Witnesses are used by logs that nobody names here: what is not signed under this log's name is passed over. */
  readonly ownOnly?: boolean;
  /** While a gateway writes here, the last line of a file may be on its way. */
  readonly live?: boolean;
};

/** The checkpoints as they were at one moment: while the trail grows, they must not be ahead of what is read of it. */
export type CheckpointSources = {
  readonly latest: string | undefined;
  readonly files: readonly {
    readonly path: string;
    readonly name: string;
    readonly bytes: number;
  }[];
  readonly seen: string | undefined;
  readonly keys: readonly string[];
  readonly keysGiven: boolean;
  readonly siblings: readonly string[];
  readonly ownOnly: boolean;
};

export function readSources(options: CheckpointOptions): CheckpointSources {
  const { directory, seen, keys, witnesses = [], siblings = [], ownOnly = false, live } = options;
  const history = join(directory, historyFile);
  const paths = [
    ...(existsSync(history) ? [{ path: history, name: historyFile }] : []),
    ...witnesses.map((path) => ({ path, name: path })),
  ];
  const latest = join(directory, checkpointFile);
  return {
    files: paths.map(({ path, name }) => {
      const bytes = statSync(path).size;
      return { path, name, bytes: live === true ? findLastEnd(path, bytes) : bytes };
    }),
    latest: existsSync(latest) ? readStart(latest).toString('utf8') : undefined,
    keys: keys ?? readKeyLines(directory),
    keysGiven: keys !== undefined,
    ...{ seen, siblings, ownOnly },
  };
}
