/** Takes out of the journals of several logs what they hold of each other, as witnesses of each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSegments, segmentPath } from '../journal-files.ts';
import type { Seen } from '../ship/neighbours.ts';
import { nameLog } from '../ship/shipping.ts';
import { readStoredEntry } from '../stored-entry.ts';
import { witnessedAct, witnessedDetail } from '../witnessed.ts';
import { readAllSpans } from './spans.ts';

const mark = Buffer.from(`"act":"${witnessedAct}"`);

/** What a process lacks that cannot open a file although it is there. */
const wants: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

export type Witnessed = {
  /** Files with the checkpoints of a log that others hold, by the log's name. */
  readonly of: ReadonlyMap<string, readonly string[]>;
  /** Logs that somebody saw and that are not among these, with who did. */
  readonly absent: ReadonlyMap<string, string>;
  readonly remove: () => void;
};

export function gatherWitnessed(directories: readonly string[]): Witnessed {
  const folder = mkdtempSync(join(tmpdir(), 'governance-witnessed-'));
  const names = directories.map(tryName);
  const of = new Map<string, string[]>();
  const absent = new Map<string, string>();
  directories.forEach((directory, index) => {
    const by = names[index];
    if (by === undefined) return;
    for (const [log, checkpoints] of readWitnessed(directory)) {
      if (!names.includes(log)) absent.set(log, by);
      const path = join(folder, `${log}-as-${by}-saw-it.jsonl`);
      writeFileSync(path, checkpoints.map((text) => `${JSON.stringify(text)}\n`).join(''));
      of.set(log, [...(of.get(log) ?? []), path]);
    }
  });
  return { of, absent, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A directory without a readable first entry is told of by its own verification. */
export function tryName(directory: string): string | undefined {
  try {
    return nameLog(directory);
  } catch (error) {
    // That too many files are open says nothing of the log: whoever misses it would say that it was taken away.
    if (error instanceof Error && 'code' in error && wants.has(error.code)) throw error;
    return undefined;
  }
}

/** The newest checkpoint of the log in `directory` that another log has: all older ones are beginnings of it. */
export function findNewestWitnessed(by: string, directory: string): string | undefined {
  const own = tryName(directory);
  let newest: string | undefined;
  walkWitnessed(by, ({ log, checkpoint }) => {
    if (log === own) newest = checkpoint;
  });
  return newest;
}

function readWitnessed(directory: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  walkWitnessed(directory, ({ log, checkpoint }) => {
    const before = found.get(log);
    if (before === undefined) found.set(log, [checkpoint]);
    else before.push(checkpoint);
  });
  return found;
}

function walkWitnessed(directory: string, onSeen: (seen: Seen) => void): void {
  const onSpan = (buffer: Buffer, start: number, end: number): boolean => {
    const bytes = buffer.subarray(start, end);
    if (!bytes.includes(mark)) return true;
    const { data } = witnessedDetail.safeParse(readStoredEntry(bytes)?.['detail']);
    if (data !== undefined && /^[A-Za-z0-9._-]+$/.test(data.log)) onSeen(data);
    return true;
  };
  for (const segment of listSegments(directory))
    // What is no line is told of by the verification of that log.
    readAllSpans(segmentPath(directory, segment), onSpan, Infinity);
}
