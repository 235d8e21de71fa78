/** What is written ahead of the journal: a file whose room was taken beforehand, so that one write makes a batch durable. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { aheadPath, halfBytes } from './ahead-file.ts';
import { spanOf } from './ahead-record.ts';
import type { Slot } from './ahead-record.ts';
import { durableFlag } from './durable-flag.ts';
import { syncDirectory } from './segment-file.ts';

/** A longer batch costs the same whichever way it goes. */
const recordBytesMax = halfBytes / 4;
const pageBytes = 4096;
/** On a disk with less room the file would take what entries need. */
const roomBytesMin = 16 * halfBytes;

/** The file has two halves: while the journal catches up with the records of one, the other takes more. */
type Half = { generation: number; used: number; records: number; state: 'free' | 'used' | 'wiped' };

export class Ahead {
  readonly #directory: string;
  readonly #handle: FileHandle;
  #halves: readonly [Half, Half] = [emptyHalf(), emptyHalf()];
  #current: 0 | 1 = 0;
  #wiped: Promise<void> = Promise.resolve();
  /** Begins anywhere: what an earlier run left behind the first page of a half must not seem to follow. */
  #generation = randomBytes(6).readUIntBE(0, 6);

  private constructor(directory: string, handle: FileHandle) {
    this.#directory = directory;
    this.#handle = handle;
  }

  /** What stands in the file must have been brought home before. */
  static async open(directory: string): Promise<Ahead> {
    const flags = constants.O_RDWR | constants.O_CREAT | durableFlag(true);
    const path = aheadPath(directory);
    const handle = await open(path, flags, 0o600);
    try {
      const ahead = new Ahead(directory, handle);
      const { size } = await handle.stat();
      if (size === 2 * halfBytes) await ahead.forget();
      else {
        await expectRoom(directory);
        await ahead.#write(Buffer.alloc(2 * halfBytes), 0);
        await syncDirectory(directory);
      }
      return ahead;
    } catch (error) {
      await handle.close().catch(() => undefined);
      // Half a file is of no use, and takes room that entries may need.
      await removeAhead(directory);
      throw error;
    }
  }

  /** The descriptor to write to. */
  get file(): number {
    return this.#handle.fd;
  }

  /** Whether records wait for the journal to catch up with them, so that their half can be used again. */
  get waits(): boolean {
    return this.#halves.some(({ state }, index) => index !== this.#current && state === 'used');
  }

  /** Room for the record of a batch; undefined where there is none at the moment. */
  reserve(bytes: number): Slot | undefined {
    const span = spanOf(bytes);
    if (span > recordBytesMax) return undefined;
    if (this.#half.state === 'free' || this.#half.used + span > halfBytes) this.#begin();
    const half = this.#half;
    if (half.state !== 'used' || half.used + span > halfBytes) return undefined;
    const at = this.#current * halfBytes + half.used;
    const { generation, records: index } = half;
    half.used += span;
    half.records += 1;
    return { at, generation, index, base: this.#base };
  }

  /** Call it before the journal is synced, and what it answers afterwards; undefined where no record waits for that. */
  part(): (() => void) | undefined {
    if (this.#halves.every(({ state }) => state !== 'used')) return undefined;
    this.#begin();
    const before = this.#other;
    const { state, generation } = before;
    return () => {
      // Unless all was forgotten meanwhile.
      if (state === 'used' && before.generation === generation) before.state = 'free';
    };
  }

  /** From here on no record is found in the file. */
  async forget(): Promise<void> {
    await this.#wiped;
    const nothing = Buffer.alloc(pageBytes);
    for (const at of [0, halfBytes]) await this.#write(nothing, at);
    this.#reset();
  }

  /** Leaves no byte of what is not needed any more; answers which halves that was. */
  async wipe(): Promise<readonly number[]> {
    const free = [0, 1].filter((index) => this.#halves[index]?.state === 'free');
    const wiped = this.#wiped.then(() => this.#wipe(free));
    this.#wiped = wiped.catch(() => undefined);
    await wiped;
    return free;
  }

  async #wipe(halves: readonly number[]): Promise<void> {
    for (const index of halves) {
      const half = this.#halves[index];
      if (half?.state !== 'free') continue;
      // Nothing is written to it meanwhile.
      half.state = 'wiped';
      try {
        await this.#write(Buffer.alloc(halfBytes), index * halfBytes);
      } finally {
        half.state = 'free';
      }
    }
  }

  async close(): Promise<void> {
    await this.#wiped;
    await this.#handle.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await removeAhead(this.#directory);
  }

  get #half(): Half {
    return this.#halves[this.#current];
  }

  get #other(): Half {
    return this.#halves[this.#current === 0 ? 1 : 0];
  }

  /** The oldest generation that the journal may still need. */
  get #base(): number {
    const needed = this.#halves.filter(({ state }) => state === 'used');
    return Math.min(...needed.map(({ generation }) => generation));
  }

  /** Goes on in the other half where nothing in it is needed any more. */
  #begin(): void {
    const next = this.#half.state === 'free' ? this.#current : this.#current === 0 ? 1 : 0;
    const half = this.#halves[next];
    if (half.state !== 'free') return;
    this.#current = next;
    this.#generation += 1;
    Object.assign(half, { generation: this.#generation, used: 0, records: 0, state: 'used' });
  }

  #reset(): void {
    this.#halves = [emptyHalf(), emptyHalf()];
    this.#current = 0;
  }

  async #write(bytes: Buffer, at: number): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        from,
        bytes.length - from,
        at + from,
      );
      from += bytesWritten;
    }
    if (durableFlag(true) === 0) await this.#handle.datasync();
  }
}

/** For whoever writes nothing ahead: what stood there is where it belongs. */
export async function removeAhead(directory: string): Promise<void> {
  await rm(aheadPath(directory), { force: true });
}

async function expectRoom(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < roomBytesMin) throw new Error('there is little space left on the disk');
}

function emptyHalf(): Half {
  return { generation: 0, used: 0, records: 0, state: 'free' };
}
