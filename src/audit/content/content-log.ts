/** Appends blobs to the files of content/ together with the journal's batches: durable when the entries are. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Companion } from '../journal.ts';
import { syncDirectory } from '../segment-file.ts';
import { contentDirectory, contentPath } from './address.ts';
import type { Address } from './address.ts';

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
  #handle: FileHandle | undefined;
  #handleFile = '';

  constructor(options: ContentLogOptions) {
    this.#options = options;
    mkdirSync(contentDirectory(options.directory), { recursive: true, mode: 0o700 });
  }

  /** Takes a blob and says where it will lie. It is written with the next batch of entries. */
  add(blob: Buffer, atMs: number): Address {
    const day = new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '');
    if (!this.#file.startsWith(day) || this.#end >= this.#options.fileBytesMax) this.#begin(day);
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

  /** What was not made durable is forgotten; the next blob goes behind whatever of it reached the disk. */
  async reset(): Promise<void> {
    this.#waiting = [];
    this.#file = '';
    await this.#closeHandle();
  }

  async close(): Promise<void> {
    await this.#closeHandle();
  }

  async #write(file: string, offset: number, bytes: Buffer): Promise<void> {
    if (this.#handleFile !== file) {
      await this.#closeHandle();
      const isNew = !existsSync(contentPath(this.#options.directory, file));
      this.#handle = await open(
        contentPath(this.#options.directory, file),
        isNew ? 'wx' : 'r+',
        0o600,
      );
      this.#handleFile = file;
      if (isNew) await syncDirectory(contentDirectory(this.#options.directory));
    }
    const handle = this.#handle;
    if (handle === undefined) throw new Error('no content file is open');
    for (let from = 0; from < bytes.length;) {
      from += (await handle.write(bytes, from, bytes.length - from, offset + from)).bytesWritten;
    }
    if (this.#options.durable) await handle.datasync();
  }

  async #closeHandle(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#handleFile = '';
    await handle?.close().catch(() => undefined);
  }

  /** The day's newest file where there is room, else a new one. */
  #begin(day: string): void {
    const { directory, fileBytesMax } = this.#options;
    const files = readdirSync(contentDirectory(directory))
      .filter((name) => name.startsWith(`${day}-`) && name.endsWith('.bin'))
      .map((name) => name.slice(0, -'.bin'.length))
      .sort();
    const last = files.at(-1);
    const size = last === undefined ? 0 : statSync(contentPath(directory, last)).size;
    const number = last === undefined ? 0 : Number(last.slice(day.length + 1));
    const taken = this.#file.startsWith(day) ? Number(this.#file.slice(day.length + 1)) : 0;
    const fits = last !== undefined && taken === 0 && size < fileBytesMax;
    this.#file = fits ? last : `${day}-${String(Math.max(number, taken) + 1).padStart(4, '0')}`;
    this.#end = fits ? size : 0;
  }
}
