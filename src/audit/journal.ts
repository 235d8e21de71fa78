/** The journal: appends entries in chain order, many per disk write, and says of each when it is durable. */
import { rm, statfs } from 'node:fs/promises';
import { firstLink, hashLine, nextLink } from './chain.ts';
import type { Link } from './chain.ts';
import { segmentPath } from './journal-files.ts';
import { Queue } from './queue.ts';
import type { Queued, Settle } from './queue.ts';
import { AlteredError, openSegment } from './segment-file.ts';
import type { SegmentFile } from './segment-file.ts';
import { unavailable } from './unavailable.ts';

export type Durability = 'fsync' | 'os';

/** The end of what is durable. */
export type Position = { readonly segment: number; readonly offset: number; readonly link: Link };

export const startPosition: Position = { segment: 1, offset: 0, link: firstLink };

/** Writes one line for the place in the chain that it is given. */
export type LineWriter = (link: Link) => string;

export type Gap = { readonly reason: string; readonly lost: number; readonly sinceMs: number };

export type Resumption = { readonly lines: readonly LineWriter[]; readonly settled: () => void };

/** What has to be on disk together with the entries that name it. */
export type Companion = {
  readonly store: () => Promise<void>;
  readonly sync: () => Promise<void>;
  readonly reset: () => Promise<void>;
};

export type JournalOptions = {
  readonly directory: string;
  readonly durability: Durability;
  /** A segment that has reached this size is followed by a new one. */
  readonly journalBytesMax: number;
  /** A write that takes longer counts as failed. */
  readonly writeTimeoutMs: number;
  /** The line that each new segment begins with. */
  readonly opening: LineWriter;
  /** The lines that are written first when writing works again. */
  readonly resuming: (gap: Gap) => Resumption;
  /** Hears of the leaf hashes of durable lines in order, in lower-case hex. */
  readonly onDurable: (leaves: readonly string[]) => void;
  readonly companion: Companion;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

const checkIntervalMs = 20;
const watchIntervalMs = 250;
/** Less than that free, and what has just been mended would break again with the next few entries. */
const resumeBytesMin = 1_048_576;
const silent: Settle = () => undefined;

export class Journal {
  readonly #options: JournalOptions;
  #file: SegmentFile | undefined;
  #durable: Position;
  /** The chain's tip, entries that wait included. */
  #tip: Link;
  /** Bytes of the newest segment, entries that wait included. */
  #planned: number;
  readonly #waiting = new Queue();
  #batch: readonly Queued[] = [];
  #leaves: readonly string[] = [];
  #flushing: Promise<void> | undefined;
  #storingSinceMs: number | undefined;
  #checkedMs = 0;
  #trouble: { reason: string; sinceMs: number; lost: number; altered: boolean } | undefined;
  #closed = false;
  readonly #watch: NodeJS.Timeout;

  private constructor(options: JournalOptions, from: Position, file: SegmentFile) {
    this.#options = options;
    this.#durable = from;
    this.#tip = from.link;
    this.#planned = from.offset;
    this.#file = file;
    this.#watch = setInterval(() => this.#look(), watchIntervalMs).unref();
  }

  static async open(options: JournalOptions, from: Position): Promise<Journal> {
    return new Journal(
      options,
      from,
      await openSegment(
        options.directory,
        from.segment,
        from.offset,
        options.durability === 'fsync',
      ),
    );
  }

  get position(): Position {
    return this.#durable;
  }

  /** Lines that wait to become durable. */
  get queueDepth(): number {
    return this.#waiting.length;
  }

  /** Why nothing can be written at the moment; undefined when all is well. */
  get trouble(): string | undefined {
    return this.#trouble?.reason;
  }

  /** Numbers the entry at once and calls `settle` when it is durable or can't be made so. */
  append(toLine: LineWriter, settle: Settle): number | undefined {
    if (this.#trouble !== undefined || this.#closed || this.#waiting.overrun) {
      settle(unavailable(this.#trouble?.reason ?? 'the journal is closed or overrun'));
      return undefined;
    }
    if (this.#planned >= this.#options.journalBytesMax) {
      this.#planned = 0;
      this.#push(this.#options.opening, silent, true);
    }
    const { seq } = this.#tip;
    this.#push(toLine, settle, false);
    // Entries of the same turn of the event loop share the write.
    if (this.#flushing === undefined) this.#flushing = this.#flush();
    return seq;
  }

  /** Waits until all that was appended is settled. */
  async drained(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
  }

  /** Makes sure that all that was told as written survives a power loss, whatever the durability. */
  async sync(): Promise<void> {
    if (this.#options.durability === 'fsync') return;
    await Promise.all([this.#file?.sync(), this.#options.companion.sync()]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await this.drained();
    const file = this.#file;
    this.#file = undefined;
    // All that was acknowledged is durable already, so nothing is lost with what closing says.
    await file?.close().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.onAlarm('the journal could not be closed', { reason });
    });
  }

  #push(toLine: LineWriter, settle: Settle, opens: boolean): void {
    // The zero byte in front makes the line the input of its leaf hash as it stands (RFC 6962).
    const prefixed = Buffer.from(`\0${toLine(this.#tip)}\n`);
    const line = prefixed.subarray(1);
    this.#tip = nextLink(this.#tip, line.subarray(0, -1));
    this.#planned += line.length;
    this.#waiting.push({ line, leaf: prefixed.subarray(0, -1), next: this.#tip, opens, settle });
  }

  async #flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0 && this.#trouble === undefined) {
      this.#batch = this.#waiting.takeBatch();
      try {
        await this.#store(this.#batch);
      } catch (error) {
        this.#fail(error);
        break;
      }
      this.#settleBatch();
    }
    this.#flushing = undefined;
  }

  async #store(batch: readonly Queued[]): Promise<void> {
    this.#storingSinceMs = performance.now();
    try {
      if (batch[0]?.opens === true) await this.#rotate();
      const file = this.#file;
      if (file === undefined) throw new Error('no segment is open');
      // Both are waited for whatever becomes of the other: a write on its way must not meet the next one.
      const writing = Promise.allSettled([
        file.append(Buffer.concat(batch.map(({ line }) => line))),
        this.#options.companion.store(),
      ]);
      // The leaves are hashed while the disk works.
      this.#leaves = batch.map(({ leaf }) => hashLine(leaf));
      const results = await writing;
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      await this.#check(file);
    } finally {
      this.#storingSinceMs = undefined;
    }
  }

  async #rotate(): Promise<void> {
    const ended = this.#file;
    await ended?.sync();
    // Whatever closing says, the descriptor may be somebody else's from here on.
    this.#file = undefined;
    await ended?.close();
    this.#file = await this.#openSegment(this.#durable.segment + 1, 0);
  }

  #openSegment(segment: number, size: number): Promise<SegmentFile> {
    const { directory, durability } = this.#options;
    return openSegment(directory, segment, size, durability === 'fsync');
  }

  async #check(file: SegmentFile): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedMs < checkIntervalMs) return;
    this.#checkedMs = now;
    await file.check();
  }

  #settleBatch(): void {
    const batch = this.#batch;
    this.#batch = [];
    const last = batch.at(-1);
    // A write that came back after its time was already told as failed; resuming cuts it off.
    if (last === undefined || this.#file === undefined || this.#trouble !== undefined) return;
    this.#durable = {
      segment: this.#file.segment,
      offset: this.#file.size(),
      link: last.next,
    };
    for (const { settle } of batch) settle();
    this.#options.onDurable(this.#leaves);
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const dropped = [...this.#batch, ...this.#waiting.takeAll()];
    const altered = error instanceof AlteredError;
    const lost = dropped.filter(({ settle }) => settle !== silent).length;
    if (this.#trouble === undefined) {
      this.#trouble = { reason, sinceMs: Date.now(), lost, altered };
      this.#options.onAlarm('the audit trail cannot be written', { reason, lost });
    } else {
      this.#trouble.lost += lost;
      this.#trouble.altered ||= altered;
    }
    this.#batch = [];
    this.#tip = this.#durable.link;
    this.#planned = this.#durable.offset;
    for (const { settle } of dropped) settle(unavailable(reason));
  }

  /** Ends a write that hangs, tries again after a failure, and looks at the file while nothing is written. */
  #look(): void {
    const since = this.#storingSinceMs;
    const { writeTimeoutMs } = this.#options;
    if (since !== undefined && this.#trouble === undefined) {
      if (performance.now() - since >= writeTimeoutMs - watchIntervalMs) {
        this.#fail(new Error(`writing took longer than ${writeTimeoutMs} ms`));
      }
      return;
    }
    if (this.#flushing !== undefined || this.#closed || this.#trouble?.altered === true) return;
    this.#flushing = (this.#trouble === undefined ? this.#inspect() : this.#resume())
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#flushing = this.#waiting.length > 0 ? this.#flush() : undefined;
      });
  }

  async #inspect(): Promise<void> {
    if (this.#file !== undefined) await this.#check(this.#file);
  }

  async #resume(): Promise<void> {
    const { directory, resuming, onAlarm } = this.#options;
    const { segment, offset } = this.#durable;
    const gap = this.#trouble;
    if (gap === undefined) return;
    const broken = this.#file;
    this.#file = undefined;
    await broken?.close().catch(() => undefined);
    await this.#options.companion.reset();
    await expectRoom(directory);
    // A segment that was begun but holds nothing durable is begun again later.
    await rm(segmentPath(directory, segment + 1), { force: true });
    this.#file = await this.#openSegment(segment, offset);
    const { lines, settled } = resuming(gap);
    for (const toLine of lines) this.#push(toLine, silent, false);
    const batch = this.#waiting.takeAll();
    await this.#store(batch);
    this.#batch = batch;
    this.#trouble = undefined;
    this.#settleBatch();
    settled();
    onAlarm('the audit trail can be written again', { lost: gap.lost });
  }
}

async function expectRoom(directory: string): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < resumeBytesMin)
    throw new Error('there is hardly any space left on the disk');
}
