/** Follows the journal into the index: reads what is durable, row by row, and begins anew where the two disagree. */
import { z } from 'zod';
import { hashLine } from '../chain.ts';
import { toMicroseconds } from '../clock.ts';
import { StaleIndexError } from '../index-rows.ts';
import { IndexStore, removeIndex } from '../index-sqlite.ts';
import { readLines, segmentPath } from '../journal-files.ts';
import { type Mark, startMark } from '../journal-mark.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { blockRows, OpenBlock } from './block.ts';
import type { Block, Place } from './block.ts';
import { readRow } from './fields.ts';
import type { Horizon } from './horizon.ts';
import { KeptText } from './kept-text.ts';
import { readEntry } from './find-entry.ts';
import { createWordsAt } from './reader.ts';
import type { Source } from './reader.ts';
import { readReview } from './reviews.ts';
import type { Reviews } from './reviews.ts';
import { TextIndex } from './text-index.ts';

/** Somebody waits for what is read. */
const restless = (): void => undefined;

export class Indexer {
  readonly directory: string;
  readonly kept: KeptText;
  #store: IndexStore;
  #texts: TextIndex;
  #open: OpenBlock | undefined;
  #mark: Mark;
  #erased = new Map<string, number>();
  #reviews: Reviews;

  constructor(directory: string, masterKey: Uint8Array) {
    this.directory = directory;
    this.kept = new KeptText(directory, masterKey);
    const start = startMark(directory);
    this.#store = IndexStore.open(directory, start);
    this.#texts = new TextIndex(this.#store.database, directory, this.kept, start.segment);
    this.#mark = this.#store.mark;
    this.#erased = new Map(this.#store.erased());
    this.#reviews = this.#store.reviews();
  }

  get texts(): TextIndex {
    return this.#texts;
  }

  /** What searches look into. */
  source(): Source {
    return {
      directory: this.directory,
      dictionaries: this.#store.dictionaries,
      blocks: this.blocks(),
      end: this.#mark,
      erased: this.#erased,
      reviewsOf: (first) => this.#reviews.ofBlock(first),
      wordsAt: createWordsAt(this.directory),
      searchText: (terms, travel) => this.#texts.search(terms, travel),
    };
  }

  /** The segment that is being read. */
  get segment(): number {
    return this.#mark.segment;
  }

  /** The number of the entry that is read next. */
  get next(): number {
    return this.#mark.seq;
  }

  /** Full blocks and the open one, oldest first. */
  blocks(): readonly (Block & { readonly firstId: string })[] {
    return this.#open === undefined ? this.#store.blocks : [...this.#store.blocks, this.#open];
  }

  /** Reads up to `rowsMax` entries before the horizon, resting where it may; answers whether there are more. */
  follow(horizon: Horizon, rowsMax: number, rest: () => void = restless): boolean {
    let left = rowsMax;
    while (left > 0) {
      const { segment, offset } = this.#mark;
      if (segment > horizon.segment || (segment === horizon.segment && offset >= horizon.offset))
        return false;
      const to = segment === horizon.segment ? horizon.offset : Number.POSITIVE_INFINITY;
      const before = left;
      readLines(
        segmentPath(this.directory, segment),
        ({ bytes, offset: at }) => {
          this.#add(bytes, { segment, offset: at, bytes: bytes.length });
          left -= 1;
          rest();
          return left > 0;
        },
        offset,
        to,
      );
      // Nothing more in a segment before the horizon's: its successor goes on.
      if (left === before) {
        if (segment === horizon.segment) return false;
        this.#mark = { ...this.#mark, segment: segment + 1, offset: 0 };
      }
    }
    return true;
  }

  /** Throws the index away and begins at the first entry. */
  restart(): void {
    this.#store.close();
    removeIndex(this.directory);
    const start = startMark(this.directory);
    this.#store = IndexStore.open(this.directory, start);
    this.#texts = new TextIndex(this.#store.database, this.directory, this.kept, start.segment);
    this.#open = undefined;
    this.#mark = this.#store.mark;
    this.#erased.clear();
    this.#reviews = this.#store.reviews();
  }

  /** Begins the full text anew, leaving no word of the old behind. */
  clearTexts(): void {
    this.#texts.clear(startMark(this.directory).segment);
  }

  close(): void {
    this.#texts.seal();
    this.kept.close();
    this.#store.close();
  }

  #add(line: Buffer, place: Place): void {
    const entry = readStoredEntry(line);
    if (entry?.seq !== this.#mark.seq || entry.prev !== this.#mark.prev) {
      throw new StaleIndexError(`entry ${this.#mark.seq} is not where the index expects it`);
    }
    const erased = readErasure(entry);
    if (erased !== undefined) this.#erased.set(erased, entry.seq);
    this.#takeReview(entry);
    this.#texts.note(entry, place);
    this.#open ??= new OpenBlock(entry.seq, entry.id);
    this.#open.add(readRow(entry, microsecondsOf(entry)), place, this.#store.dictionaries);
    this.#mark = {
      seq: entry.seq + 1,
      segment: place.segment,
      offset: place.offset + place.bytes + 1,
      prev: hashLine(line),
    };
    if (this.#open.rows < blockRows) return;
    const changes = { erased: this.#erased, reviews: this.#reviews.takeFresh() };
    this.#store.addBlock(this.#open, this.#mark, changes);
    this.#open = undefined;
  }

  /** A review is about an entry that came before it. */
  #takeReview(entry: StoredEntry): void {
    const review = readReview(entry);
    if (review === undefined) return;
    const source = this.source();
    const found = readEntry(source, review.id);
    if (found !== undefined) this.#reviews.set(found.seq, review.state);
  }
}

function microsecondsOf(entry: StoredEntry): number {
  const at = toMicroseconds(entry.at);
  return Number.isNaN(at) ? 0 : at;
}

const erasure = z.object({ act: z.literal('erased'), detail: z.object({ subject: z.string() }) });

/** Whom the entry says to be erased; undefined for any other entry. */
export function readErasure(entry: StoredEntry): string | undefined {
  return entry.type === 'erasure' ? erasure.safeParse(entry).data?.detail.subject : undefined;
}
