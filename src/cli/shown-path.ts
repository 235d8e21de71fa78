/** A path as whoever stands in a directory would write it: below it in short, elsewhere in full. */
import { isAbsolute, relative } from 'node:path';

export function showPath(cwd: string, path: string): string {
  const within = relative(cwd, path);
  return within.startsWith('..') || isAbsolute(within) ? path : within;
}
