/** The journal: appends entries in chain order, many per disk write, and says of each when it is durable. */
import { Batch, type Settle, silent } from './batch.ts';
import type { JournalOptions, LineWriter, Position } from './journal-options.ts';
import { Linger } from './linger.ts';
import { LiveSegment } from './live-segment.ts';
import { type Press, takePress } from './press.ts';
import { Queue } from './queue.ts';
import { expectRoom, Trouble } from './trouble.ts';
import { nextTick, nextTurn } from './turn.ts';
import { unavailable } from './unavailable.ts';
import { Writing } from './writing.ts';

const watchIntervalMs = 250;

export class Journal {
  readonly #options: JournalOptions;
  readonly #press: Press;
  readonly #file: LiveSegment;
  readonly #writing: Writing;
  #durable: Position;
  /** The number of the next entry, those that wait included. */
  #next: number;
  /** Bytes of the newest segment, entries that wait included. */
  #planned: number;
  readonly #waiting = new Queue();
  readonly #linger = new Linger();
  /** Of durable lines that nobody was told of yet. */
  #leaves: Uint8Array[] = [];
  #flushing: Promise<void> | undefined;
  /** The write that is under way. */
  #stored: Promise<void> | undefined;
  /** The watch looks at the file, which must not grow meanwhile. */
  #looking = false;
  #trouble: Trouble | undefined;
  #closed = false;
  readonly #watch: NodeJS.Timeout;

  private constructor(options: JournalOptions, from: Position, press: Press, file: LiveSegment) {
    this.#options = options;
    this.#press = press;
    this.#durable = from;
    this.#next = from.link.seq;
    this.#planned = from.offset;
    this.#file = file;
    this.#writing = new Writing(file, options.companion);
    this.#watch = setInterval(() => this.#look(), watchIntervalMs).unref();
  }

  static async open(options: JournalOptions, from: Position): Promise<Journal> {
    const { directory, durability } = options;
    const press = takePress();
    const file = new LiveSegment(directory, { press, durable: durability === 'fsync' });
    try {
      await Promise.all([press.ready(), file.open(from)]);
      return new Journal(options, from, press, file);
    } catch (error) {
      await press.close();
      throw error;
    }
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
    const seq = this.#next;
    const { empty: first } = this.#waiting;
    this.#push(toLine, settle, false);
    // Entries of the same turn of the event loop share the write.
    this.#flushing ??= this.#flush();
    if (this.#stored === undefined) this.#hurry(first);
    return seq;
  }

  /** Waits until all that was appended is settled. */
  async drained(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
  }

  /** Makes sure that all that was told as written survives a power loss, whatever the durability. */
  async sync(): Promise<void> {
    if (this.#options.durability === 'fsync') return;
    await Promise.all([this.#file.sync(), this.#options.companion.sync()]);
  }

  /** Tells of all leaves that are durable. It is put off while entries wait for the disk. */
  handOver(): void {
    const runs = this.#leaves;
    this.#leaves = [];
    for (const leaves of runs) this.#options.onDurable(leaves);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await this.drained();
    // All that was acknowledged is durable already, so nothing is lost with what closing says.
    await this.#file.close().catch((error: unknown) => {
      const reason = Trouble.reasonOf(error);
      this.#options.onAlarm('the journal could not be closed', { reason });
    });
    await this.#press.close();
  }

  leave(): void {
    this.#closed = true;
    clearInterval(this.#watch);
    this.#press.leave();
  }

  #push(toLine: LineWriter, settle: Settle, opens: boolean): void {
    const batch = this.#waiting.push(toLine(this.#next), this.#next, settle, opens);
    this.#next = batch.next;
    this.#planned += batch.lastBytes;
  }

  async #flush(): Promise<void> {
    await nextTurn();
    while (this.#trouble === undefined) {
      const stored = this.#stored ?? this.#begin();
      if (stored === undefined) break;
      await stored;
      // Whoever was woken brings the next lines at once, or within this turn, and they share a write again.
      await (this.#waiting.empty ? nextTurn() : nextTick());
    }
    this.handOver();
    this.#flushing = undefined;
  }

  /** Within a long turn, nobody waits longer for company than a write takes: then the disk works while the rest comes. */
  #hurry(first: boolean): void {
    if (first) this.#linger.begin();
    else if (!this.#looking && this.#linger.isOver) void this.#begin();
  }

  #begin(): Promise<void> | undefined {
    const batch = this.#waiting.take();
    this.#stored = batch === undefined ? undefined : this.#finish(batch);
    return this.#stored;
  }

  async #finish(batch: Batch): Promise<void> {
    const beganMs = performance.now();
    try {
      await this.#store(batch);
    } catch (error) {
      this.#stored = undefined;
      this.#fail(error);
      return;
    }
    this.#stored = undefined;
    this.#linger.wrote(beganMs);
    const written = this.#takeWritten();
    // What waits already is written while those who are woken now prepare what follows.
    if (written !== undefined) void this.#begin();
    written?.settle();
  }

  /** The tree grows while the disk works. */
  #store(batch: Batch): Promise<void> {
    return this.#writing.store(batch, this.#durable, () => this.handOver());
  }

  /** The batch that is durable from here on; undefined where it came too late. */
  #takeWritten(): Batch | undefined {
    const written = this.#writing.take();
    const { end } = this.#file;
    // A write that came back after its time was already told as failed; resuming cuts it off.
    if (written === undefined || end === undefined || this.#trouble !== undefined) return undefined;
    const { batch, pressed } = written;
    this.#durable = { ...end, link: { seq: batch.next, prev: pressed.prev } };
    this.#leaves.push(pressed.leaves);
    this.#waiting.reuse(batch);
    return batch;
  }

  #fail(error: unknown): void {
    const dropped = [...this.#writing.giveUp(), ...this.#waiting.takeAll()];
    const lost = dropped.reduce((sum, { awaited }) => sum + awaited, 0);
    if (this.#trouble === undefined) {
      this.#trouble = new Trouble(error, lost);
      const { reason } = this.#trouble;
      this.#options.onAlarm('the audit trail cannot be written', { reason, lost });
    } else this.#trouble.add(error, lost);
    this.#next = this.#durable.link.seq;
    this.#planned = this.#durable.offset;
    for (const batch of dropped) batch.settle(unavailable(Trouble.reasonOf(error)));
  }

  /** Ends a write that hangs, tries again after a failure, and looks at the file while nothing is written. */
  #look(): void {
    const { writeTimeoutMs } = this.#options;
    const looks = this.#trouble === undefined ? this.#writing.look() : undefined;
    if (looks !== undefined) {
      if (looks * watchIntervalMs >= writeTimeoutMs) {
        this.#fail(new Error(`writing took longer than ${writeTimeoutMs} ms`));
      }
      return;
    }
    if (this.#flushing !== undefined || this.#closed || this.#trouble?.altered === true) return;
    this.#looking = true;
    this.#flushing = (this.#trouble === undefined ? this.#check() : this.#resume())
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#looking = false;
        this.#flushing = this.#waiting.empty ? undefined : this.#flush();
      });
  }

  async #check(): Promise<void> {
    await this.#file.check();
    const lost = await this.#options.companion.check();
    if (lost !== undefined) this.#options.onAlarm('kept texts were deleted', { path: lost });
  }

  async #resume(): Promise<void> {
    const { directory, resuming, companion, onAlarm } = this.#options;
    const trouble = this.#trouble;
    if (trouble === undefined) return;
    await this.#file.close().catch(() => undefined);
    await companion.reset();
    await expectRoom(directory);
    await this.#file.reopen(this.#durable);
    const { lines, settled } = resuming(trouble);
    // One write takes all of them, or none: what is owed must not be written twice.
    const batch = Batch.of(lines, this.#next);
    await this.#store(batch);
    this.#next = batch.next;
    this.#planned += batch.size;
    this.#trouble = undefined;
    this.#takeWritten()?.settle();
    this.handOver();
    settled();
    onAlarm('the audit trail can be written again', { lost: trouble.lost });
  }
}
