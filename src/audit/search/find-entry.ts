/** Finds one entry by its id, or the damaged place that it may stand in: what cannot be read is not said to be missing. */
import { existsSync } from 'node:fs';
import type { DamagedPlace } from '../damage.ts';
import { journalFile, readLines, segmentPath } from '../journal-files.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { findBlock, reviewOf, seqOfId, type Source } from './reader.ts';
import { noReview, type ReviewState } from './reviews.ts';
import { SoundLines } from './sound-lines.ts';

export type FoundEntry =
  | { readonly kind: 'found'; readonly entry: StoredEntry }
  | { readonly kind: 'hidden'; readonly place: DamagedPlace }
  | { readonly kind: 'absent' };

/** What is no id of an entry stands in no damaged line either. */
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function findEntry(source: Source, id: string): FoundEntry {
  if (!idPattern.test(id)) return { kind: 'absent' };
  const lines = new SoundLines(source);
  const seq = seqOfId(source, id);
  const entry = lines.read(seq);
  if (entry?.id === id) return { kind: 'found', entry };
  const from = walkDamage(source, lines, seq, -1);
  const to = walkDamage(source, lines, seq, 1);
  if (from === to) return { kind: 'absent' };
  // An id that was altered leads the search astray, and only the others of its block can tell.
  const astray = searchBlock(source, lines, id);
  if (astray !== undefined) return { kind: 'found', entry: astray };
  return { kind: 'hidden', place: toPlace(source, lines, { from, to }) };
}

/** Undefined where it is not there or cannot be read, for those who have said so by then. */
export function readEntry(source: Source, id: string): StoredEntry | undefined {
  const found = findEntry(source, id);
  return found.kind === 'found' ? found.entry : undefined;
}

/** What reviewers said last of an entry. */
export function findReview(source: Source, id: string): ReviewState {
  const entry = readEntry(source, id);
  return (entry && reviewOf(source, entry.seq)) ?? noReview;
}

/** How far what cannot be read reaches from between two entries. */
function walkDamage(source: Source, lines: SoundLines, seq: number, step: 1 | -1): number {
  const { blocks, end } = source;
  const first = blocks[0]?.first ?? 0;
  let edge = seq;
  const isDamaged = (): boolean => {
    const next = step < 0 ? edge - 1 : edge;
    return next >= first && next < end.seq && lines.read(next) === undefined;
  };
  while (isDamaged()) edge += step;
  return edge;
}

function searchBlock(source: Source, lines: SoundLines, id: string): StoredEntry | undefined {
  const block = findBlock(source, id);
  for (let row = 0; row < (block?.rows ?? 0); row += 1) {
    const seq = (block?.first ?? 0) + row;
    if (lines.peek(seq)?.id === id) return lines.read(seq);
  }
  return undefined;
}

function toPlace(
  { directory }: Source,
  lines: SoundLines,
  { from, to }: { readonly from: number; readonly to: number },
): DamagedPlace {
  const { segment = 0, offset = 0 } = lines.placeOf(from) ?? {};
  const path = segmentPath(directory, segment);
  const line = existsSync(path) ? countLines(path, offset) + 1 : undefined;
  return { entries: to - from, first: from, file: journalFile(segment), line };
}

function countLines(path: string, to: number): number {
  let count = 0;
  readLines(
    path,
    () => {
      count += 1;
      return true;
    },
    ...[0, to],
  );
  return count;
}
