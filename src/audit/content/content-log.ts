/** Appends blobs to the files of content/ together with the journal's batches: durable when the entries are. */
import { constants, existsSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Companion } from '../journal-options.ts';
import { unavailable } from '../unavailable.ts';
import { durableFlag, syncDirectory } from '../segment-file.ts';
import { contentDirectory, contentPath } from './address.ts';
import type { Address } from './address.ts';
import { letGo } from './let-go.ts';

/** A new file, never one that is there. */
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
/** As many as their names have room for; each start and each recovery begins one. */
const filesPerDayMax = 9999;
const dayMs = 86_400_000;

const roomBytesMin = 65_536;
/** More than that is not kept at hand for the batch after next. */
const spareBytesMax = 1_048_576;

/** Blobs that lie one behind the other, in memory from `from` to `to` and in the file from `offset` on. */
type Run = {
  readonly file: string;
  readonly offset: number;
  readonly from: number;
  readonly to: number;
  /** One blob in memory of its own. */
  readonly own?: Buffer;
};

export type ContentLogOptions = {
  readonly directory: string;
  /** The newest file that an entry names: where it is gone, another one under its name would look like it, altered. */
  readonly newest?: string;
  readonly durable: boolean;
  readonly fileBytesMax: number;
};

export class ContentLog implements Companion {
  readonly #options: ContentLogOptions;
  /** Blobs that wait for the next batch, one behind the other, so that one write takes them as they stand. */
  #room = Buffer.alloc(0);
  #runs: Run[] = [];
  #held = 0;
  #spare = Buffer.alloc(0);
  /** The file that is appended to, and where its next blob goes. */
  #file = '';
  #end = 0;
  /** Days since the epoch. */
  #day = -1;
  #handle: FileHandle | undefined;
  #handleFile = '';
  /** The number of each day's newest file. */
  readonly #newest: Map<string, number>;

  private constructor(options: ContentLogOptions, newest: Map<string, number>) {
    this.#options = options;
    this.#newest = newest;
  }

  static async open(options: ContentLogOptions): Promise<ContentLog> {
    const named = [`${options.newest ?? ''}.bin`];
    const newest = new Map<string, number>();
    addNewest(newest, [...named, ...(await listFiles(options.directory))]);
    return new ContentLog(options, newest);
  }

  /** Takes what `fill` puts into so many bytes and says where it will lie. It is written with the next batch of entries. */
  add(bytes: number, atMs: number, fill: (room: Buffer) => void): Address {
    this.#beginAt(atMs);
    const from = this.#held;
    const to = from + bytes;
    this.#makeRoom(to);
    fill(this.#room.subarray(from, to));
    const address = { file: this.#file, offset: this.#end, bytes };
    const last = this.#runs.at(-1);
    if (last?.file === this.#file && last.own === undefined)
      this.#runs[this.#runs.length - 1] = { ...last, to };
    else this.#runs.push({ file: this.#file, offset: this.#end, from, to });
    this.#held = to;
    this.#end += bytes;
    return address;
  }

  /** As `add`, of a long blob that is there: it is written as it stands, and let go when it has been. */
  addWhole(blob: Buffer, atMs: number): Address {
    this.#beginAt(atMs);
    const address = { file: this.#file, offset: this.#end, bytes: blob.length };
    const [from, to] = [this.#held, this.#held];
    this.#runs.push({ file: this.#file, offset: this.#end, from, to, own: blob });
    this.#end += blob.length;
    return address;
  }

  #beginAt(atMs: number): void {
    const day = Math.floor(atMs / dayMs);
    if (day !== this.#day || this.#file === '' || this.#end >= this.#options.fileBytesMax)
      this.#begin(day);
  }

  /** Writes what was taken so far. */
  async store(): Promise<void> {
    const [room, runs] = [this.#room, this.#runs];
    if (runs.length === 0) return;
    this.#forget();
    for (const { file, offset, from, to, own } of runs) {
      await this.#write(file, offset, own ?? room.subarray(from, to));
      if (own !== undefined) letGo(own);
    }
    // Not where writing failed: a write that hangs may still read it.
    if (room.length <= spareBytesMax) this.#spare = room;
    else letGo(room);
  }

  async sync(): Promise<void> {
    await this.#handle?.datasync();
  }

  /** What goes into a file that has no name any more is gone with the process; one of an earlier day may have expired. */
  async check(): Promise<string | undefined> {
    const [handle, file] = [this.#handle, this.#handleFile];
    if (file !== this.#file || Math.floor(Date.now() / dayMs) !== this.#day) return undefined;
    if (handle === undefined || (await handle.stat()).nlink > 0) return undefined;
    // Nothing waits for it that has its place already, or the next write tells of it.
    if (this.#runs.length === 0) this.#file = '';
    return contentPath(this.#options.directory, file);
  }

  /** What was not made durable is forgotten; the next blob goes into a file that holds nothing of it. */
  async reset(): Promise<void> {
    this.#forget();
    this.#file = '';
    await this.#closeHandle();
    addNewest(this.#newest, await listFiles(this.#options.directory));
  }

  async close(): Promise<void> {
    await this.#closeHandle();
  }

  /** What waits goes into other memory from here on. */
  #forget(): void {
    this.#room = this.#spare;
    this.#spare = Buffer.alloc(0);
    this.#runs = [];
    this.#held = 0;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(roomBytesMin, this.#room.length * 2, bytes));
    this.#room.copy(larger, 0, 0, this.#held);
    letGo(this.#room);
    this.#room = larger;
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

/** The folder is made where somebody took it away, and only there: not on what shows where a disk is not mounted. */
async function listFiles(directory: string): Promise<string[]> {
  const folder = contentDirectory(directory);
  if (!existsSync(folder)) {
    await mkdir(folder, { mode: 0o700 });
    await syncDirectory(directory);
  }
  return readdir(folder);
}

/** A number once given is not given again, whether or not its file is still there. */
function addNewest(newest: Map<string, number>, names: readonly string[]): void {
  for (const name of names) {
    const [, day, number] = /^(\d{8})-(\d{4})\.bin$/.exec(name) ?? [];
    if (day !== undefined) newest.set(day, Math.max(newest.get(day) ?? 0, Number(number)));
  }
}
