/** Searches a journal line by line without its index: for evidence, and for copies that have none. */
import { toMicroseconds } from '../clock.ts';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import { Dictionary } from '../search/dictionary.ts';
import { OpenBlock } from '../search/block.ts';
import type { Dictionaries } from '../search/block.ts';
import { readRow, wordFields } from '../search/fields.ts';
import type { Row, WordField } from '../search/fields.ts';
import type { Filter } from '../search/filter.ts';
import { readErasure } from '../search/indexer.ts';
import { isLater, readReview } from '../search/reviews.ts';
import type { ReviewState } from '../search/reviews.ts';
import { compileScan, scanBlock } from '../search/scan.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { type ScanOptions, walkEntries } from './walk-entries.ts';

const reviewMember = Buffer.from('"act":"review"');
const erasureMember = Buffer.from('"act":"erased"');
const place = { segment: 0, offset: 0, bytes: 0 };

/** The entries of a log that pass, oldest first. */
export function* walkJournal(
  directory: string,
  filter: Filter,
  options: ScanOptions = {},
): Generator<StoredEntry, undefined> {
  const said = readSaid(directory, filter);
  for (const entry of walkEntries(directory, options)) if (passes(entry, filter, said)) yield entry;
}

export type ScannedLog = { readonly directory: string; readonly live: boolean };

/** The entries of several logs that pass, oldest first, one of each held at a time. */
export function* walkJournals(
  logs: readonly ScannedLog[],
  filter: Filter,
  onLeftOut?: ScanOptions['onLeftOut'],
): Generator<StoredEntry, undefined> {
  const walks = logs.map(({ directory, live }) =>
    walkJournal(directory, filter, { live, ...(onLeftOut && { onLeftOut }) }),
  );
  const heads = walks.map((walk) => walk.next().value);
  for (;;) {
    let oldest = -1;
    heads.forEach((head, index) => {
      const before = heads[oldest];
      if (head !== undefined && (before === undefined || head.id < before.id)) oldest = index;
    });
    const entry = heads[oldest];
    if (entry === undefined) return;
    yield entry;
    heads[oldest] = walks[oldest]?.next().value;
  }
}

/** A block of one entry goes through the very scan that the index uses, so that both find the same. */
function passes(entry: StoredEntry, filter: Filter, { reviews, erased }: Said): boolean {
  const review = reviews.get(entry.id);
  const dictionaries = emptyDictionaries();
  const block = new OpenBlock(entry.seq, entry.id);
  const row = readRow(entry, toMicroseconds(entry.at));
  block.add(row, place, dictionaries);
  const searchText = (): { mask: () => Uint8Array } => ({ mask: () => new Uint8Array(1) });
  const reviewed = new Map(review === undefined ? [] : [[0, review]]);
  const reviewsOf = (): ReadonlyMap<number, ReviewState> => reviewed;
  const wordsAt = (): Row['words'] => row.words;
  const lookup = { dictionaries, erased, searchText, reviewsOf, wordsAt };
  return scanBlock(block, compileScan(filter, lookup, 'all'))?.[0] === 1;
}

/** What later entries say of earlier ones. */
type Said = {
  /** The last review of each entry that was reviewed. */
  readonly reviews: ReadonlyMap<string, ReviewState>;
  /** Who was erased, with the number of the last entry that says so. */
  readonly erased: ReadonlyMap<string, number>;
};

function readSaid(directory: string, { terms }: Filter): Said {
  const reviews = new Map<string, ReviewState>();
  const erased = new Map<string, number>();
  const asked = terms.some(
    (term) => term.kind === 'review' || (term.kind === 'name' && term.field === 'subject'),
  );
  if (!asked) return { reviews, erased };
  for (const segment of listSegments(directory)) {
    readLines(segmentPath(directory, segment), ({ bytes }) => {
      if (!bytes.includes(reviewMember) && !bytes.includes(erasureMember)) return true;
      const entry = readStoredEntry(bytes);
      if (entry === undefined) return true;
      const review = readReview(entry);
      if (review !== undefined && isLater(review.state, reviews.get(review.id)))
        reviews.set(review.id, review.state);
      const subject = readErasure(entry);
      if (subject !== undefined) erased.set(subject, entry.seq);
      return true;
    });
  }
  return { reviews, erased };
}

function emptyDictionaries(): Dictionaries {
  const dictionaries: Partial<Record<WordField, Dictionary>> = {};
  for (const field of wordFields) dictionaries[field] = new Dictionary();
  return dictionaries as Dictionaries;
}
