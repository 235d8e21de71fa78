/** Finds entries by the indexed blocks: lists, single ones and whole exchanges. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { Unreadable } from '../damage.ts';
import { segmentPath } from '../journal-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { blockRows } from './block.ts';
import type { Block, Place } from './block.ts';
import { readRow } from './fields.ts';
import type { Filter } from './filter.ts';
import { noReview, type ReviewState } from './reviews.ts';
import type { ListRequest } from './query.ts';
import { compileScan, scanBlock } from './scan.ts';
import type { Lookup } from './scan.ts';

export type Page = {
  readonly entries: readonly StoredEntry[];
  /** The cursor for the page that is further on in the direction asked for; null at the end. */
  readonly next: string | null;
  /** What reviewers said last of those entries that were reviewed, by id. */
  readonly reviews: Readonly<Record<string, ReviewState>>;
  /** Absent where all that belongs here can be read. */
  readonly unreadable?: Unreadable;
};

const exchangeEntriesMax = 200;

export type Source = Lookup & {
  readonly directory: string;
  readonly blocks: readonly (Block & { readonly firstId: string })[];
};

/** What `Lookup.wordsAt` is of a log on disk. */
export function createWordsAt(directory: string): Lookup['wordsAt'] {
  return (block, row) => readRow(readEntryAt(directory, placeOf(block, row)) ?? {}, 0).words;
}

export function listEntries(source: Source, request: ListRequest): Page {
  const { filter, limit, direction, cursor } = request;
  const older = direction === 'older';
  const scan = compileScan(filter, source, direction);
  const end = cursor === undefined ? undefined : seqOfId(source, cursor);
  const entries: StoredEntry[] = [];
  let unreadable: Unreadable | undefined;
  const toEnd = (next: string | null): Page => toPage(source, entries, { next, unreadable });
  const blocks = older ? source.blocks.toReversed() : source.blocks;
  for (const block of blocks) {
    if (end !== undefined && (older ? block.first >= end : block.first + block.rows <= end))
      continue;
    const mask = scanBlock(block, scan);
    if (mask === undefined) continue;
    for (let step = 0; step < block.rows; step += 1) {
      const row = older ? block.rows - 1 - step : step;
      const seq = block.first + row;
      if (mask[row] !== 1 || (end !== undefined && (older ? seq >= end : seq < end))) continue;
      const entry = readEntryAt(source.directory, placeOf(block, row));
      if (entry?.seq !== seq) {
        unreadable = {
          entries: 1 + (unreadable?.entries ?? 0),
          first: Math.min(seq, unreadable?.first ?? seq),
        };
        continue;
      }
      // The cursor may be an entry of another log: then the first one behind it is still to come.
      if (entry.id === cursor || !confirms(entry, filter)) continue;
      if (entries.length === limit) return toEnd(entries.at(-1)?.id ?? null);
      entries.push(entry);
    }
  }
  return toEnd(null);
}

function toPage(
  source: Source,
  entries: readonly StoredEntry[],
  {
    next,
    unreadable,
  }: { readonly next: string | null; readonly unreadable: Unreadable | undefined },
): Page {
  const reviews: Record<string, ReviewState> = {};
  for (const { id, seq } of entries) {
    const state = reviewOf(source, seq);
    if (state !== undefined) reviews[id] = state;
  }
  return { entries, next, reviews, ...(unreadable === undefined ? {} : { unreadable }) };
}

function reviewOf(source: Source, seq: number): ReviewState | undefined {
  return source.reviewsOf(seq - (seq % blockRows)).get(seq % blockRows);
}

/** What reviewers said last of an entry. */
export function findReview(source: Source, id: string): ReviewState {
  const entry = findEntry(source, id);
  return (entry && reviewOf(source, entry.seq)) ?? noReview;
}

export function findEntry(source: Source, id: string): StoredEntry | undefined {
  const seq = seqOfId(source, id);
  const block = source.blocks.find(({ first, rows }) => seq >= first && seq < first + rows);
  if (block === undefined) return undefined;
  const entry = readEntryAt(source.directory, placeOf(block, seq - block.first));
  return entry?.id === id ? entry : undefined;
}

/** All entries of an exchange, oldest first. */
export function findExchange(source: Source, exchange: string): readonly StoredEntry[] {
  const filter = {
    terms: [{ kind: 'name', field: 'exchange', negated: false, values: [exchange] }],
  } as const;
  return listEntries(source, { filter, limit: exchangeEntriesMax, direction: 'newer' }).entries;
}

/** The number of the first entry whose id is not smaller: ids rise with the entries. */
export function seqOfId(source: Source, id: string): number {
  const { blocks } = source;
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.firstId ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  const block = blocks[low - 1];
  if (block === undefined) return blocks[0]?.first ?? 0;
  let from = 0;
  let to = block.rows;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const entry = readEntryAt(source.directory, placeOf(block, middle));
    // One that cannot be read does not say on which side to go on.
    if (entry === undefined) return block.first + seekRow(source, block, { from, to, id });
    if (entry.id < id) from = middle + 1;
    else to = middle;
  }
  return block.first + from;
}

function seekRow(
  source: Source,
  block: Block,
  { from, to, id }: { readonly from: number; readonly to: number; readonly id: string },
): number {
  for (let row = from; row < to; row += 1) {
    const entry = readEntryAt(source.directory, placeOf(block, row));
    if (entry !== undefined && entry.id >= id) return row;
  }
  return to;
}

function placeOf(block: Block, row: number): Place {
  return {
    segment: block.column('segment')[row] ?? 0,
    offset: block.column('offset')[row] ?? 0,
    bytes: block.column('bytes')[row] ?? 0,
  };
}

function readEntryAt(directory: string, place: Place): StoredEntry | undefined {
  const file = openSync(segmentPath(directory, place.segment), 'r');
  try {
    const line = Buffer.allocUnsafe(place.bytes);
    if (readSync(file, line, 0, place.bytes, place.offset) < place.bytes) return undefined;
    return readStoredEntry(line);
  } finally {
    closeSync(file);
  }
}

/** Names are compared by hash in the index and by themselves here. */
export function confirms(entry: StoredEntry, filter: Filter): boolean {
  const terms = filter.terms.filter((term) => term.kind === 'name');
  if (terms.length === 0) return true;
  const { names } = readRow(entry, 0);
  // What is ruled out by a name is out already, and who was erased has that name no more.
  return terms.every((term) => term.negated || term.values.includes(names[term.field]));
}
