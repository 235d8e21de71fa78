/** Appends blobs to the files of content/ together with the journal's batches: durable when the entries are. */
import { constants } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Companion } from '../journal-options.ts';
import { unavailable } from '../unavailable.ts';
import { durableFlag, syncDirectory } from '../segment-file.ts';
import { contentDirectory, contentPath } from './address.ts';
import type { Address } from './address.ts';

/** A new file, never one that is there. */
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
/** As many as their names have room for; each start and each recovery begins one. */
const filesPerDayMax = 9999;
const dayMs = 86_400_000;

type Chunk = { readonly file: string; readonly offset: number; readonly blob: Buffer };

export type ContentLogOptions = {
  readonly directory: string;
  readonly durable: boolean;
  readonly fileBytesMax: number;
};

export class ContentLog implements Companion {
  readonly #options: ContentLogOptions;
  #waiting: Chunk[] = [];
  /** The file that is appended to, and where its next blob goes. */
  #file = '';
  #end = 0;
  /** Days since the epoch. */
  #day = -1;
  #handle: FileHandle | undefined;
  #handleFile = '';
  /** The number of each day's newest file. */
  #newest: Map<string, number>;

  private constructor(options: ContentLogOptions, newest: Map<string, number>) {
    this.#options = options;
    this.#newest = newest;
  }

  static async open(options: ContentLogOptions): Promise<ContentLog> {
    const directory = contentDirectory(options.directory);
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncDirectory(options.directory);
    return new ContentLog(options, await findNewest(directory));
  }

  /** Takes a blob and says where it will lie. It is written with the next batch of entries. */
  add(blob: Buffer, atMs: number): Address {
    const day = Math.floor(atMs / dayMs);
    if (day !== this.#day || this.#file === '' || this.#end >= this.#options.fileBytesMax)
      this.#begin(day);
    const address = { file: this.#file, offset: this.#end, bytes: blob.length };
    this.#waiting.push({ file: this.#file, offset: this.#end, blob });
    this.#end += blob.length;
    return address;
  }

  /** Writes what was taken so far. */
  async store(): Promise<void> {
    const chunks = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < chunks.length;) {
      const { file, offset } = chunks[from] ?? { file: '', offset: 0 };
      let to = from;
      while (chunks[to]?.file === file) to += 1;
      await this.#write(
        file,
        offset,
        Buffer.concat(chunks.slice(from, to).map(({ blob }) => blob)),
      );
      from = to;
    }
  }

  async sync(): Promise<void> {
    await this.#handle?.datasync();
  }

  /** What was not made durable is forgotten; the next blob goes into a file that holds nothing of it. */
  async reset(): Promise<void> {
    this.#waiting = [];
    this.#file = '';
    await this.#closeHandle();
    this.#newest = await findNewest(contentDirectory(this.#options.directory));
  }

  async close(): Promise<void> {
    await this.#closeHandle();
  }

  async #write(file: string, offset: number, bytes: Buffer): Promise<void> {
    if (this.#handleFile !== file) {
      await this.#closeHandle();
      const { directory, durable } = this.#options;
      this.#handle = await open(contentPath(directory, file), flags | durableFlag(durable), 0o600);
      this.#handleFile = file;
      await syncDirectory(contentDirectory(directory));
    }
    const handle = this.#handle;
    if (handle === undefined) throw new Error('no content file is open');
    for (let from = 0; from < bytes.length;) {
      from += (await handle.write(bytes, from, bytes.length - from, offset + from)).bytesWritten;
    }
    if (this.#options.durable && durableFlag(true) === 0) await handle.datasync();
  }

  async #closeHandle(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#handleFile = '';
    await handle?.close().catch(() => undefined);
  }

  /** A file is written by one run only, so nothing has to be asked of the disk before a blob has its place. */
  #begin(dayNumber: number): void {
    const day = new Date(dayNumber * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
    this.#day = dayNumber;
    const number = (this.#newest.get(day) ?? 0) + 1;
    if (number > filesPerDayMax) throw unavailable(`${filesPerDayMax} content files in a day`);
    this.#newest.set(day, number);
    this.#file = `${day}-${String(number).padStart(4, '0')}`;
    this.#end = 0;
  }
}

async function findNewest(directory: string): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  for (const name of await readdir(directory)) {
    const [, day, number] = /^(\d{8})-(\d{4})\.bin$/.exec(name) ?? [];
    if (day !== undefined) newest.set(day, Math.max(newest.get(day) ?? 0, Number(number)));
  }
  return newest;
}
