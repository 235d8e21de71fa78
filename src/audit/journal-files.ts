/** Where the journal's segments lie, and how their lines are read back in bounded memory. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayError } from '../errors.ts';

/** No line is longer: a reader may refuse what is. */
export const lineBytesMax = 1_048_576;

const chunkBytes = 1_048_576;
const newline = 0x0a;

export function journalDirectory(directory: string): string {
  return join(directory, 'journal');
}

/** `journal/00000001.jsonl` */
export function segmentPath(directory: string, segment: number): string {
  return join(journalDirectory(directory), `${String(segment).padStart(8, '0')}.jsonl`);
}

/** Numbers of the segments that exist, ascending. */
export function listSegments(directory: string): number[] {
  if (!existsSync(journalDirectory(directory))) return [];
  return readdirSync(journalDirectory(directory))
    .filter((name) => /^\d{8}\.jsonl$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((left, right) => left - right);
}

/** A line without its newline; the bytes are valid only until the next one is asked for. */
export type RawLine = { readonly bytes: Buffer; readonly offset: number };

export type Tail = {
  /** Where the last complete line ends. */
  readonly end: number;
  /** Bytes after it. */
  readonly torn: number;
};

/** Calls `onLine` for each complete line of a file from `from` to `to`; stops early where it answers false. */
export function readLines(
  path: string,
  onLine: (line: RawLine) => boolean,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Tail {
  const file = openSync(path, 'r');
  try {
    let buffer: Buffer = Buffer.allocUnsafe(chunkBytes);
    let held = 0;
    let base = from;
    for (;;) {
      if (held === buffer.length) buffer = grow(buffer, path);
      const room = Math.min(buffer.length - held, to - base - held);
      const read = room <= 0 ? 0 : readSync(file, buffer, held, room, base + held);
      if (read === 0) return { end: base, torn: held };
      const until = held + read;
      let start = 0;
      for (;;) {
        const at = buffer.indexOf(newline, Math.max(start, held));
        if (at < 0 || at >= until) break;
        if (!onLine({ bytes: buffer.subarray(start, at), offset: base + start })) {
          return { end: base + at + 1, torn: 0 };
        }
        start = at + 1;
        held = Math.max(held, start);
      }
      buffer.copyWithin(0, start, until);
      base += start;
      held = until - start;
    }
  } finally {
    closeSync(file);
  }
}

function grow(buffer: Buffer, path: string): Buffer {
  if (buffer.length > lineBytesMax) {
    throw new GatewayError(
      'internal',
      `a line in \`${path}\` is longer than ${lineBytesMax} bytes`,
    );
  }
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}
