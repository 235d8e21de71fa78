/** The console's files as the build left them, read once, with what a browser needs to know of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type ConsoleFile = {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Absent where packing does not make it smaller. */
  readonly gzip?: Uint8Array;
  /** Its name changes with its content, so a browser may keep it for ever. */
  readonly lasting: boolean;
};

/** By path under `/console/`; the page itself is `index.html`. Empty where nothing was built. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/** By the end of a file's name. */
export const consoleTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Beside the sources and beside what is built from them. */
export const consoleDirectory = join(import.meta.dirname, '..', '..', 'dist', 'console');

export function readConsoleFiles(directory: string): ConsoleFiles {
  const files = new Map<string, ConsoleFile>();
  for (const name of list(directory)) {
    const type = consoleTypes[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(directory, name));
    const packed = gzipSync(bytes);
    files.set(name.replaceAll('\\', '/'), {
      type,
      bytes,
      ...(packed.length < bytes.length ? { gzip: packed } : {}),
      lasting: name.startsWith('assets'),
    });
  }
  return files;
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
