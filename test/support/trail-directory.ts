/** A temporary trail for one test, closed and removed afterwards whatever happens. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { openTrail } from '../../src/audit/trail.ts';
import type { Trail } from '../../src/audit/trail.ts';
import type { TrailOptions } from '../../src/audit/trail-options.ts';

export type Opened = { readonly directory: string; readonly trail: Trail };

/** Room for a machine that does other things too: what is late there is not what a test is about. */
const writeTimeoutMs = 60_000;
const opened: Opened[] = [];
const directories: string[] = [];

export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'trail-'));
  directories.push(directory);
  return directory;
}

export async function openIn(
  directory: string,
  options: Partial<TrailOptions> = {},
): Promise<Opened> {
  const trail = await openTrail({ directory, origin: 'test', writeTimeoutMs, ...options });
  opened.push({ directory, trail });
  return { directory, trail };
}

export function openNew(options: Partial<TrailOptions> = {}): Promise<Opened> {
  return openIn(newDirectory(), options);
}

/** To be called after each test. */
export async function cleanTrails(): Promise<void> {
  for (const { trail } of opened.splice(0)) await trail.close();
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true });
}

/** All lines of a journal, as text. */
export function readJournal(directory: string): string[] {
  return listSegments(directory).flatMap((segment) =>
    readFileSync(segmentPath(directory, segment), 'utf8').split('\n').slice(0, -1),
  );
}

/** A byte of the line with this number becomes another one; what writes or reads the file does not notice. */
export function spoilLine(directory: string, seq: number, segment = 1): void {
  const path = segmentPath(directory, segment);
  const lines = readFileSync(path, 'latin1').split('\n');
  const file = openSync(path, 'r+');
  writeSync(file, '#', lines.slice(0, seq).join('\n').length + 1);
  closeSync(file);
}

export function readEntries(directory: string): Record<string, unknown>[] {
  return readJournal(directory).map((line) => {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) throw new Error('not an entry');
    return Object.fromEntries(Object.entries(entry));
  });
}
