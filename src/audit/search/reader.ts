/** Finds entries by the indexed blocks: lists, and whole exchanges. */
import type { Link } from '../chain.ts';
import type { Unreadable } from '../damage.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { blockRows } from './block.ts';
import type { Block } from './block.ts';
import { readRow } from './fields.ts';
import type { Filter } from './filter.ts';
import type { ReviewState } from './reviews.ts';
import type { ListRequest } from './query.ts';
import { compileScan, scanBlock } from './scan.ts';
import type { Lookup } from './scan.ts';
import { placeOf, readLineAt, SoundLines } from './sound-lines.ts';

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
  /** What the entry behind the last one has to say of it. */
  readonly end: Link;
};

/** What `Lookup.wordsAt` is of a log on disk. */
export function createWordsAt(directory: string): Lookup['wordsAt'] {
  return (block, row) => {
    const line = readLineAt(directory, placeOf(block, row));
    return readRow((line && readStoredEntry(line)) ?? {}, 0).words;
  };
}

export function listEntries(source: Source, request: ListRequest): Page {
  const { filter, limit, direction, cursor } = request;
  const older = direction === 'older';
  const scan = compileScan(filter, source, direction);
  const end = cursor === undefined ? undefined : seqOfId(source, cursor);
  const lines = new SoundLines(source);
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
      const entry = lines.read(seq);
      if (entry === undefined) {
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

export function reviewOf(source: Source, seq: number): ReviewState | undefined {
  return source.reviewsOf(seq - (seq % blockRows)).get(seq % blockRows);
}

/** All entries of an exchange, oldest first. */
export function findExchange(
  source: Source,
  exchange: string,
): Pick<Page, 'entries' | 'unreadable'> {
  const filter = {
    terms: [{ kind: 'name', field: 'exchange', negated: false, values: [exchange] }],
  } as const;
  return listEntries(source, { filter, limit: exchangeEntriesMax, direction: 'newer' });
}

/** The block that an entry with this id stands in, if it stands anywhere; undefined before the first one. */
export function findBlock({ blocks }: Source, id: string): Source['blocks'][number] | undefined {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.firstId ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1];
}

/** The number of the first entry whose id is not smaller: ids rise with the entries. */
export function seqOfId(source: Source, id: string): number {
  const block = findBlock(source, id);
  if (block === undefined) return source.blocks[0]?.first ?? 0;
  const lines = new SoundLines(source);
  let from = block.first;
  let to = block.first + block.rows;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const entry = lines.peek(middle);
    // One that cannot be read does not say on which side to go on.
    if (entry === undefined) return seek(lines, { from, to, id });
    if (entry.id < id) from = middle + 1;
    else to = middle;
  }
  return from;
}

function seek(
  lines: SoundLines,
  { from, to, id }: { readonly from: number; readonly to: number; readonly id: string },
): number {
  for (let seq = from; seq < to; seq += 1) {
    const entry = lines.peek(seq);
    if (entry !== undefined && entry.id >= id) return seq;
  }
  return to;
}

/** Names are compared by hash in the index and by themselves here. */
export function confirms(entry: StoredEntry, filter: Filter): boolean {
  const terms = filter.terms.filter((term) => term.kind === 'name');
  if (terms.length === 0) return true;
  const { names } = readRow(entry, 0);
  // What is ruled out by a name is out already, and who was erased has that name no more.
  return terms.every((term) => term.negated || term.values.includes(names[term.field]));
}
