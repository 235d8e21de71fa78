/** Watches one gateway at its ordinary work and lists every call that it makes on the files of its trail. */
import { readFileSync } from 'node:fs';

/** The calls that faults are put on. `write` has other names for other ways to write. */
export const sweptCalls = [
  'openat',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'fdatasync',
  'fsync',
  'ftruncate',
  'rename',
  'close',
] as const;

/** One call on one file: the `nth` of its name that a thread makes on it. */
export type Point = { readonly call: string; readonly path: string; readonly nth: number };

/** The search index is a cache with a thread of its own; its first and last call of a kind stand for the rest. */
const isCache = (path: string): boolean => path.includes('index.sqlite');

/** `report` is what strace wrote with paths on; paths in the answer are relative to `directory`. */
export function readPoints(report: string, directory: string): Point[] {
  const counts = new Map<string, number>();
  const points = new Map<string, Point>();
  for (const line of readFileSync(report, 'utf8').split('\n')) {
    const [, thread = '', call = ''] = /^(\d+)\s+([a-z0-9]+)\(/.exec(line) ?? [];
    const start = line.indexOf(`${directory}/`);
    if (call === '' || start < 0) continue;
    const path = /^[^>"]+/.exec(line.slice(start + directory.length + 1))?.[0] ?? '';
    const nth = (counts.get(`${thread} ${call} ${path}`) ?? 0) + 1;
    counts.set(`${thread} ${call} ${path}`, nth);
    points.set(`${call} ${path} ${nth}`, { call, path, nth });
  }
  const all = [...points.values()];
  return all.filter(({ call, path, nth }) => {
    const last = !all.some(
      (other) => other.call === call && other.path === path && other.nth > nth,
    );
    return !isCache(path) || nth === 1 || last;
  });
}
