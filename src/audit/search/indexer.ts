/** Follows the journal into the index: reads what is durable, row by row, and begins anew where the two disagree. */
import { hashLine, firstLink } from '../chain.ts';
import { toMicroseconds } from '../clock.ts';
import { IndexStore, removeIndex, StaleIndexError } from '../index-sqlite.ts';
import type { Mark } from '../index-sqlite.ts';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { blockRows, OpenBlock } from './block.ts';
import type { Block, Place } from './block.ts';
import { readRow } from './fields.ts';

/** The end of what may be read: everything before it is durable. */
export type Horizon = { readonly segment: number; readonly offset: number };

export class Indexer {
  readonly directory: string;
  #store: IndexStore;
  #open: OpenBlock | undefined;
  #mark: Mark;

  constructor(directory: string) {
    this.directory = directory;
    this.#store = IndexStore.open(directory, startMark(directory));
    this.#mark = this.#store.mark;
  }

  get store(): IndexStore {
    return this.#store;
  }

  /** The number of the entry that is read next. */
  get next(): number {
    return this.#mark.seq;
  }

  /** Full blocks and the open one, oldest first. */
  blocks(): readonly (Block & { readonly firstId: string })[] {
    return this.#open === undefined ? this.#store.blocks : [...this.#store.blocks, this.#open];
  }

  /** Reads up to `rowsMax` entries before the horizon; answers whether there are more. */
  follow(horizon: Horizon, rowsMax: number): boolean {
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
    this.#store = IndexStore.open(this.directory, startMark(this.directory));
    this.#open = undefined;
    this.#mark = this.#store.mark;
  }

  close(): void {
    this.#store.close();
  }

  #add(line: Buffer, place: Place): void {
    const entry = readStoredEntry(line);
    if (entry?.seq !== this.#mark.seq || entry.prev !== this.#mark.prev) {
      throw new StaleIndexError(`entry ${this.#mark.seq} is not where the index expects it`);
    }
    this.#open ??= new OpenBlock(entry.seq, entry.id);
    this.#open.add(readRow(entry, microsecondsOf(entry)), place, this.#store.dictionaries);
    this.#mark = {
      seq: entry.seq + 1,
      segment: place.segment,
      offset: place.offset + place.bytes + 1,
      prev: hashLine(line),
    };
    if (this.#open.rows < blockRows) return;
    this.#store.addBlock(this.#open, this.#mark);
    this.#open = undefined;
  }
}

function microsecondsOf(entry: StoredEntry): number {
  const at = toMicroseconds(entry.at);
  return Number.isNaN(at) ? 0 : at;
}

function startMark(directory: string): Mark {
  return {
    seq: firstLink.seq,
    prev: firstLink.prev,
    segment: listSegments(directory)[0] ?? 1,
    offset: 0,
  };
}
