/** Watches one gateway at its ordinary work and lists every call that it makes on the files of its trail. */
import { readFileSync } from 'node:fs';

/** The calls that faults are put on. `write` has other names for other ways to write. */
export const sweptCalls = [
  'openat',
  'mkdir',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'fdatasync',
  'fsync',
  'ftruncate',
  'link',
  'rename',
  'unlink',
  'close',
] as const;

/** One call on one file: the `nth` of its name that a thread makes on it. */
export type Point = {
  readonly call: string;
  /** What the file is called in every run. */
  readonly path: string;
  readonly nth: number;
};

/** What `path` has where a file is named for the process that writes it. */
export const processMark = 'PROCESS';
const dayMark = 'DAY';
const itself = '.';

/** The search index is a cache with a thread of its own; its first and last call of a kind stand for the rest. */
const isCache = (path: string): boolean => path.includes('index.sqlite');

/** The name that a file has in every run, for its path relative to the directory. */
function toRole(path: string): string {
  if (path === '') return itself;
  return path
    .replace(/^(master\.key)\.\d+$/, `$1.${processMark}`)
    .replace(/^(content\/)\d{8}-/, `$1${dayMark}-`);
}

/** The path of such a name in a run of this day; `processMark` is left to whoever knows the process. */
export function toPath(role: string, now: Date): string {
  if (role === itself) return '';
  return role.replace(`/${dayMark}-`, `/${now.toISOString().slice(0, 10).replaceAll('-', '')}-`);
}

/** `report` is what strace wrote with paths on; paths in the answer are relative to `directory`. */
export function readPoints(report: string, directory: string): Point[] {
  const counts = new Map<string, number>();
  const points = new Map<string, Point>();
  for (const line of readFileSync(report, 'utf8').split('\n')) {
    const [, thread = '', call = ''] = /^(\d+)\s+([a-z0-9]+)\(/.exec(line) ?? [];
    const start = line.indexOf(directory);
    const named = /^(?:\/([^>"]*))?[>"]/.exec(line.slice(start + directory.length));
    if (call === '' || start < 0 || named === null) continue;
    const path = toRole(named[1] ?? '');
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
