/** Reads the entries of a journal one by one, and tells of each line that is none, or not the one that was recorded. */
import { hashLine } from '../chain.ts';
import { listSegments, segmentPath, walkLines } from '../journal-files.ts';
import { readStoredEntry, type StoredEntry } from '../stored-entry.ts';

/** Entries that are not there to be read: a line that is none or was altered, or numbers that no line has. */
export type LeftOut = {
  readonly path: string;
  /** Of the line itself, or of the one behind the numbers that are missing. */
  readonly line: number;
  readonly entries: number;
};

export type ScanOptions = {
  readonly onLeftOut?: (leftOut: LeftOut) => void;
  /** Somebody writes the log: its last line may be under way. */
  readonly live?: boolean;
};

type Line = {
  readonly path: string;
  readonly line: number;
  readonly hash: string;
  readonly entry: StoredEntry | undefined;
};

export function* walkEntries(
  directory: string,
  { onLeftOut = () => undefined, live = false }: ScanOptions,
): Generator<StoredEntry, undefined> {
  let next = 0;
  for (const [read, isLast] of judgeLines(directory)) {
    const { path, line, entry } = read;
    if (entry === undefined) {
      if (!(isLast && live)) onLeftOut({ path, line, entries: 1 });
      next += 1;
      continue;
    }
    if (entry.seq > next) onLeftOut({ path, line, entries: entry.seq - next });
    next = entry.seq + 1;
    yield entry;
  }
}

/** Each line, without its entry where that was altered, and whether it is the last one. */
function* judgeLines(directory: string): Generator<readonly [Line, boolean], undefined> {
  const ahead: Line[] = [];
  for (const line of readAll(directory)) {
    ahead.push(line);
    if (ahead.length < 3) continue;
    yield [judge(ahead), false];
    ahead.shift();
  }
  while (ahead.length > 0) {
    yield [judge(ahead), ahead.length === 1];
    ahead.shift();
  }
}

function* readAll(directory: string): Generator<Line, undefined> {
  for (const segment of listSegments(directory)) {
    const path = segmentPath(directory, segment);
    let line = 0;
    for (const text of walkLines(path)) {
      line += 1;
      const bytes = Buffer.from(text, 'latin1');
      yield { path, line, hash: hashLine(bytes), entry: readStoredEntry(bytes) };
    }
  }
}

/** What the next line says of it, where that is itself what the one behind it says. */
function judge([line, next, afterNext]: readonly Line[]): Line {
  if (line === undefined) throw new Error('no line to judge');
  const { entry, hash } = line;
  if (entry === undefined || next?.entry === undefined || next.entry.prev === hash) return line;
  // Lines between them that are gone say nothing of this one.
  if (next.entry.seq > entry.seq + 1) return line;
  const nextIsSound = afterNext?.entry === undefined || afterNext.entry.prev === next.hash;
  return nextIsSound ? { ...line, entry: undefined } : line;
}
