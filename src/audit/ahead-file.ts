/** Brings home what was written ahead and did not get where it belongs before the power or the process was gone. */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { GatewayError } from '../errors.ts';
import { type AheadRecord, type Home, readRecord, spanOf } from './ahead-record.ts';
import { contentPath, writeFileName } from './content/address.ts';
import { segmentPath } from './journal-files.ts';

/** Half of the file. */
export const halfBytes = 2_097_152;

/** Bytes and where in a file they belong. */
type Piece = { readonly offset: number; readonly bytes: Buffer };

export function aheadPath(directory: string): string {
  return join(directory, 'ahead');
}

/**
 * Puts every record where it belongs, where that is not so already, and syncs what it touched. Those that belong at
 * `end` of the journal or behind it are left out: they were told as failed. Answers how many bytes were missing.
 */
export function bringHome(directory: string, end?: Home): number {
  if (!existsSync(aheadPath(directory))) return 0;
  const records = readNeeded(directory, end);
  let missing = 0;
  // Texts first: an entry is only there with what it names.
  for (const [path, pieces] of gather(
    records,
    ({ texts }) => texts && [contentPath(directory, writeFileName(texts.day, texts.number)), texts],
  )) {
    // A file of texts that is gone was destroyed by age.
    if (existsSync(path)) missing += bringToFile(path, pieces);
  }
  for (const [path, pieces] of gather(records, ({ segment, offset, lines }) => [
    segmentPath(directory, segment),
    { offset, bytes: lines },
  ]))
    missing += bringToFile(path, pieces);
  return missing;
}

/** In the order in which they were written. */
function readNeeded(directory: string, end: Home | undefined): readonly AheadRecord[] {
  const bytes = readFileSync(aheadPath(directory));
  const all = [...walkHalf(bytes, 0), ...walkHalf(bytes, halfBytes)];
  const base = all.reduce((highest, record) => Math.max(highest, record.base), 0);
  return all
    .filter((record) => record.generation >= base && (end === undefined || isBefore(record, end)))
    .sort((left, right) => left.generation - right.generation || left.index - right.index);
}

/** The records of one generation stand one behind the other from the beginning of a half. */
function* walkHalf(bytes: Buffer, from: number): Generator<AheadRecord, undefined> {
  const half = bytes.subarray(from, from + halfBytes);
  let first: AheadRecord | undefined;
  for (let at = 0, index = 0; ; index += 1) {
    const record = readRecord(half, at);
    first ??= record;
    if (record?.index !== index || record.generation !== first?.generation) return;
    yield record;
    at += spanOf(record.lines.length + (record.texts?.bytes.length ?? 0));
  }
}

function isBefore({ segment, offset }: Home, end: Home): boolean {
  return segment < end.segment || (segment === end.segment && offset < end.offset);
}

function gather(
  records: readonly AheadRecord[],
  locate: (record: AheadRecord) => readonly [path: string, piece: Piece] | undefined,
): ReadonlyMap<string, readonly Piece[]> {
  const files = new Map<string, Piece[]>();
  for (const record of records) {
    const [path, piece] = locate(record) ?? [];
    if (path === undefined || piece === undefined) continue;
    const pieces = files.get(path) ?? [];
    files.set(path, pieces);
    pieces.push(piece);
  }
  return files;
}

function bringToFile(path: string, pieces: readonly Piece[]): number {
  const file = openFile(path);
  try {
    let missing = 0;
    for (const { offset, bytes } of pieces) {
      if (fstatSync(file).size < offset) throw misfit(path);
      const found = Buffer.alloc(bytes.length);
      readSync(file, found, 0, found.length, offset);
      if (found.equals(bytes)) continue;
      if (!isUnwritten(found, bytes)) throw misfit(path);
      missing += bytes.length;
      for (let from = 0; from < bytes.length;)
        from += writeSync(file, bytes, from, bytes.length - from, offset + from);
    }
    fdatasyncSync(file);
    return missing;
  } finally {
    closeSync(file);
  }
}

/** What a disk did not take is missing or zero; anything else was written by another hand. */
function isUnwritten(found: Buffer, bytes: Buffer): boolean {
  return found.every((byte, index) => byte === 0 || byte === bytes[index]);
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    throw existsSync(path) ? error : misfit(path);
  }
}

function misfit(path: string): GatewayError {
  return new GatewayError(
    'audit_unavailable',
    `\`${path}\` was cut, changed or taken away: what was written ahead of it does not fit; ` +
      'keep the directory as evidence, run `governance audit verify`, and start with another one',
  );
}
