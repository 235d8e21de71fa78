/** Reads entries in the journal by their numbers, and gives out none that is not as it was recorded. */
import { closeSync, openSync, readSync } from 'node:fs';
import { hashLine, type Link } from '../chain.ts';
import { segmentPath } from '../journal-files.ts';
import { readStoredEntry, type StoredEntry } from '../stored-entry.ts';
import { type Block, blockRows, type Place } from './block.ts';

export type Lined = {
  readonly directory: string;
  readonly blocks: readonly Block[];
  /** What the entry behind the last one has to say of it. */
  readonly end: Link;
};

type Line = { readonly entry: StoredEntry; readonly hash: string };

/** Neighbours are asked for with each entry, so those just read are kept at hand. */
const keptMax = 6;
/** What a file that is away or spoilt is read with; all else is no damage of the trail. */
const damages: ReadonlySet<unknown> = new Set(['ENOENT', 'EIO', 'EACCES', 'EISDIR']);

export class SoundLines {
  readonly #source: Lined;
  readonly #kept = new Map<number, Line | undefined>();

  constructor(source: Lined) {
    this.#source = source;
  }

  /** Undefined where its line cannot be read, or the line behind it says that it was another. */
  read(seq: number): StoredEntry | undefined {
    const line = this.#line(seq);
    if (line === undefined || this.#fitsNext(seq, line) !== false) return line?.entry;
    // Where the next line was altered itself, what it says of this one means nothing.
    const next = this.#line(seq + 1);
    const nextIsSound = next === undefined || this.#fitsNext(seq + 1, next) !== false;
    return nextIsSound ? undefined : line.entry;
  }

  /** As its line says, whether or not that is what was recorded. */
  peek(seq: number): StoredEntry | undefined {
    return this.#line(seq)?.entry;
  }

  placeOf(seq: number): Place | undefined {
    const { blocks } = this.#source;
    const block = blocks[Math.floor((seq - (blocks[0]?.first ?? 0)) / blockRows)];
    if (block === undefined || seq < block.first || seq >= block.first + block.rows)
      return undefined;
    return placeOf(block, seq - block.first);
  }

  /** Whether the chain goes on from this line as it is; undefined where nobody can tell. */
  #fitsNext(seq: number, { hash }: Line): boolean | undefined {
    const { end } = this.#source;
    const prev = seq + 1 === end.seq ? end.prev : this.#line(seq + 1)?.entry.prev;
    return prev === undefined ? undefined : prev === hash;
  }

  #line(seq: number): Line | undefined {
    if (this.#kept.has(seq)) return this.#kept.get(seq);
    const place = this.placeOf(seq);
    const line = place && readLineAt(this.#source.directory, place);
    const entry = line && readStoredEntry(line);
    const read = entry?.seq === seq && line ? { entry, hash: hashLine(line) } : undefined;
    for (const [oldest] of this.#kept) {
      if (this.#kept.size < keptMax) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(seq, read);
    return read;
  }
}

export function placeOf(block: Block, row: number): Place {
  return {
    segment: block.column('segment')[row] ?? 0,
    offset: block.column('offset')[row] ?? 0,
    bytes: block.column('bytes')[row] ?? 0,
  };
}

export function readLineAt(directory: string, place: Place): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(segmentPath(directory, place.segment), 'r');
    const line = Buffer.allocUnsafe(place.bytes);
    return readSync(file, line, 0, place.bytes, place.offset) < place.bytes ? undefined : line;
  } catch (error) {
    if (error instanceof Error && 'code' in error && damages.has(error.code)) return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
