/** The journal: appends entries in chain order, many per disk write, and says of each when it is durable. */
import { Batch, silent } from './batch.ts';
import type { Settle } from './batch.ts';
import { Company } from './company.ts';
import type { JournalOptions, LineWriter, Position } from './journal-options.ts';
import { LiveSegment } from './live-segment.ts';
import { Press } from './press.ts';
import type { Pressed } from './press-messages.ts';
import { Queue } from './queue.ts';
import { Stall, watchIntervalMs } from './stall.ts';
import { Trouble } from './trouble.ts';
import { nextTick, nextTurn } from './turn.ts';
import { unavailable } from './unavailable.ts';

export class Journal {
  readonly #options: JournalOptions;
  readonly #press: Press;
  readonly #file: LiveSegment;
  #durable: Position;
  /** The number of the next entry, those that wait included. */
  #next: number;
  /** Bytes of the newest segment, entries that wait included. */
  #planned: number;
  readonly #waiting = new Queue();
  #batch: Batch | undefined;
  /** What became of it. */
  #pressed: Pressed | undefined;
  /** Of durable lines that nobody was told of yet. */
  readonly #leaves: Uint8Array[] = [];
  #flushing: Promise<void> | undefined;
  /** The write that is under way. */
  #stored: Promise<void> | undefined;
  readonly #stall: Stall;
  /** The watch looks at the file, which must not grow meanwhile. */
  #looking = false;
  readonly #company = new Company();
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
    this.#stall = new Stall(options.writeTimeoutMs);
    this.#watch = setInterval(() => this.#look(), watchIntervalMs).unref();
  }

  static async open(options: JournalOptions, from: Position): Promise<Journal> {
    const press = new Press();
    const file = new LiveSegment(options, press);
    try {
      await Promise.all([press.ready(), file.open(from), file.writeAhead()]);
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
    if (first) this.#company.begin();
    // Entries of the same turn of the event loop share the write.
    this.#flushing ??= this.#flush();
    // Within a long turn the disk works while the rest comes, but not while the watch looks at the file.
    const late = !first && this.#stored === undefined && !this.#looking && this.#company.late;
    if (late) void this.#begin();
    return seq;
  }

  /** Waits until all that was appended is settled. */
  async drained(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
  }

  /** Makes sure that all that was told as written is on the disk in the journal itself, whatever the durability. */
  async sync(): Promise<void> {
    try {
      await this.#file.sync();
    } catch (error) {
      // A disk says so once: what it did not take, it does not tell of again.
      this.#fail(error);
      throw error;
    }
  }

  /** Leaves no byte of texts but where they belong. */
  async wipe(): Promise<void> {
    await this.#file.wipeAhead();
  }

  /** Tells of all leaves that are durable. It is put off while entries wait for the disk. */
  handOver(): void {
    for (const leaves of this.#leaves.splice(0)) this.#options.onDurable(leaves);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    await this.drained();
    await this.#file.conclude();
    await this.#press.close();
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

  #begin(): Promise<void> | undefined {
    const batch = this.#waiting.take();
    this.#stored = batch === undefined ? undefined : this.#finish(batch);
    return this.#stored;
  }

  async #finish(batch: Batch): Promise<void> {
    const startedMs = performance.now();
    try {
      await this.#store(batch);
    } catch (error) {
      this.#stored = undefined;
      this.#fail(error);
      return;
    }
    this.#stored = undefined;
    this.#company.write(performance.now() - startedMs);
    const written = this.#takeWritten();
    if (this.#file.lags) this.sync().catch(() => undefined);
    // What waits already is written while those who are woken now prepare what follows.
    if (written !== undefined) void this.#begin();
    written?.settle();
  }

  async #store(batch: Batch): Promise<void> {
    this.#batch = batch;
    this.#stall.begin();
    try {
      if (batch.opens) await this.#file.follow(this.#durable.segment + 1);
      const writing = this.#file.append(batch, this.#durable.link.prev);
      // The tree grows while the disk works.
      this.handOver();
      this.#pressed = await writing;
      await this.#file.check();
    } finally {
      this.#stall.end();
    }
  }

  /** The batch that is durable from here on; undefined where it came too late. */
  #takeWritten(): Batch | undefined {
    const [batch, pressed] = [this.#batch, this.#pressed];
    const { end } = this.#file;
    this.#batch = undefined;
    this.#pressed = undefined;
    // A write that came back after its time was already told as failed; resuming cuts it off.
    if (batch === undefined || pressed === undefined) return undefined;
    if (end === undefined || this.#trouble !== undefined) return undefined;
    this.#durable = { ...end, link: { seq: batch.next, prev: pressed.prev } };
    this.#leaves.push(pressed.leaves);
    this.#waiting.reuse(batch);
    return batch;
  }

  #fail(error: unknown): void {
    const held = this.#batch === undefined ? [] : [this.#batch];
    const dropped = [...held, ...this.#waiting.takeAll()];
    const lost = dropped.reduce((sum, { awaited }) => sum + awaited, 0);
    if (this.#trouble === undefined) {
      this.#trouble = new Trouble(error, lost);
      const { reason } = this.#trouble;
      this.#options.onAlarm('the audit trail cannot be written', { reason, lost });
    } else this.#trouble.add(error, lost);
    this.#batch = undefined;
    this.#next = this.#durable.link.seq;
    this.#planned = this.#durable.offset;
    for (const batch of dropped) batch.settle(unavailable(Trouble.reasonOf(error)));
  }

  /** Ends a write that hangs, tries again after a failure, and looks at the file while nothing is written. */
  #look(): void {
    if (this.#stall.writing && this.#trouble === undefined) {
      const late = this.#stall.look();
      if (late !== undefined) this.#fail(late);
      return;
    }
    if (this.#flushing !== undefined || this.#closed || this.#trouble?.altered === true) return;
    this.#looking = true;
    this.#flushing = (this.#trouble === undefined ? this.#file.check() : this.#resume())
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#looking = false;
        this.#flushing = this.#waiting.empty ? undefined : this.#flush();
      });
  }

  async #resume(): Promise<void> {
    const { resuming, onAlarm } = this.#options;
    const trouble = this.#trouble;
    if (trouble === undefined) return;
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
