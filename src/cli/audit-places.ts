/** The trails that a command is to look at: the configured one, those that are named, or all copies in a store. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './audit-open.ts';

const journal = 'journal';

/** A directory without a journal of its own stands for the logs in its folders. */
export function findPlaces(
  named: readonly string[] | undefined,
  find: (directory: string | undefined) => Place,
): readonly Place[] {
  return (named ?? [undefined]).flatMap((directory) =>
    (directory === undefined ? [directory] : expand(directory)).map(find),
  );
}

function expand(directory: string): readonly string[] {
  if (!existsSync(directory) || existsSync(join(directory, journal))) return [directory];
  const logs = readdirSync(directory)
    .map((name) => join(directory, name))
    .filter((path) => existsSync(join(path, journal)))
    .sort();
  return logs.length > 0 ? logs : [directory];
}
