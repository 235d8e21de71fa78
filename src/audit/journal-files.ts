/** Where the journal's segments lie, and how their lines are read back in bounded memory. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { GatewayError } from '../errors.ts';

/** No line is longer: a reader may refuse what is. */
export const lineBytesMax = 1_048_576;

const chunkBytes = 1_048_576;
const walkBytes = 65_536;
/** Room for the byte that stands before a line. */
const headBytes = 1;
const newline = 0x0a;

export function journalDirectory(directory: string): string {
  return join(directory, 'journal');
}

export function segmentPath(directory: string, segment: number): string {
  return join(directory, journalFile(segment));
}

/** Within the directory of its log: `journal/00000001.jsonl` */
export function journalFile(segment: number): string {
  return `journal/${String(segment).padStart(8, '0')}.jsonl`;
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
export type RawLine = {
  readonly bytes: Buffer;
  /** The same with a zero byte in front: the input of the line's leaf hash. */
  readonly leaf: Buffer;
  readonly offset: number;
};

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
  return readSpans(
    path,
    (buffer, start, end, offset) => {
      const leaf = buffer.subarray(start - headBytes, end);
      return onLine({ bytes: leaf.subarray(headBytes), leaf, offset });
    },
    from,
    to,
  );
}

/** `buffer[start, end)` is a line, with a zero byte before it; valid only until the next one is asked for. */
export type OnSpan = (buffer: Buffer, start: number, end: number, offset: number) => boolean;

/** No more is read of a line that is longer than any may be. */
export class LongLineError extends GatewayError {
  /** Where it begins. */
  readonly at: number;

  constructor(path: string, at: number) {
    super('internal', `a line in \`${path}\` is longer than ${lineBytesMax} bytes`);
    this.at = at;
  }
}

/** `readLines` for whoever makes do with places in the one read buffer. */
export function readSpans(path: string, onSpan: OnSpan, from: number, to: number): Tail {
  const file = openSync(path, 'r');
  try {
    let buffer: Buffer = Buffer.allocUnsafe(headBytes + chunkBytes);
    /** Bytes of an unfinished line, from `headBytes` on. */
    let held = 0;
    let base = from;
    for (;;) {
      if (headBytes + held === buffer.length) buffer = grow(buffer, path, base);
      const at = headBytes + held;
      const room = Math.min(buffer.length - at, to - base - held);
      const read = room <= 0 ? 0 : readSync(file, buffer, at, room, base + held);
      if (read === 0) return { end: base, torn: held };
      const until = at + read;
      let start = headBytes;
      for (;;) {
        const end = buffer.indexOf(newline, Math.max(start, at));
        if (end < 0 || end >= until) break;
        // The byte before a line is the newline of the one before, or room that was left for it.
        buffer[start - 1] = 0;
        const begin = start;
        start = end + 1;
        if (!onSpan(buffer, begin, end, base + begin - headBytes)) {
          return { end: base + start - headBytes, torn: 0 };
        }
      }
      buffer.copyWithin(headBytes, start, until);
      base += start - headBytes;
      held = until - start;
    }
  } finally {
    closeSync(file);
  }
}

/** The lines of a small or unbounded text file one by one up to `to`, for readers that walk beside another. */
export function* walkLines(
  path: string,
  to = Number.POSITIVE_INFINITY,
): Generator<string, undefined> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(walkBytes);
    let rest = '';
    for (let position = 0; ;) {
      const read = readSync(file, chunk, 0, Math.min(walkBytes, to - position), position);
      if (read === 0) break;
      position += read;
      // Whatever is no ASCII is no line that anybody here reads, so a cut character does no harm.
      const lines = (rest + chunk.toString('latin1', 0, read)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (rest.length > lineBytesMax * 2) throw new LongLineError(path, position - rest.length);
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}

/** Where the last whole line of a small or unbounded text file ends, as far as its last lines tell. */
export function findLastEnd(path: string, to: number): number {
  const file = openSync(path, 'r');
  try {
    const from = Math.max(0, to - walkBytes);
    const chunk = Buffer.alloc(to - from);
    return from + chunk.lastIndexOf(newline, readSync(file, chunk, 0, chunk.length, from)) + 1;
  } finally {
    closeSync(file);
  }
}

function grow(buffer: Buffer, path: string, at: number): Buffer {
  if (buffer.length > lineBytesMax * 2) throw new LongLineError(path, at);
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}
