/** The segment that is written at the moment, with its texts: followed by the next one, opened anew after a failure. */
import { rm } from 'node:fs/promises';
import { Ahead, removeAhead } from './ahead.ts';
import { AheadError } from './ahead-error.ts';
import { bringHome } from './ahead-file.ts';
import type { Batch } from './batch.ts';
import { segmentPath } from './journal-files.ts';
import type { Companion, JournalOptions, Texts } from './journal-options.ts';
import type { Press } from './press.ts';
import type { Pressed, ToAhead } from './press-messages.ts';
import { openSegment } from './segment-file.ts';
import type { Means, SegmentFile } from './segment-file.ts';
import { expectRoom, Trouble } from './trouble.ts';

const checkIntervalMs = 20;
const wipeRoundsMax = 10;

type Options = Pick<JournalOptions, 'directory' | 'durability' | 'companion' | 'onAlarm'>;
type Place = { readonly segment: number; readonly offset: number };

export class LiveSegment {
  readonly #directory: string;
  readonly #means: Means;
  readonly #companion: Companion;
  readonly #onAlarm: Options['onAlarm'];
  #file: SegmentFile | undefined;
  #ahead: Ahead | undefined;
  #aheadFails = false;
  #settling: Promise<void> | undefined;
  #appending: Promise<unknown> | undefined;
  #checkedMs = 0;

  constructor({ directory, durability, companion, onAlarm }: Options, press: Press) {
    this.#directory = directory;
    this.#means = { press, durable: durability === 'fsync' };
    this.#companion = companion;
    this.#onAlarm = onAlarm;
  }

  /** Leaves no byte of what was written ahead and is where it belongs. */
  async wipeAhead(): Promise<void> {
    const ahead = this.#ahead;
    if (ahead === undefined) return;
    const wiped = new Set<number>();
    for (let rounds = 0; wiped.size < 2; rounds += 1) {
      if (rounds === wipeRoundsMax) throw new Error('what was written ahead is still needed');
      // One half after the other: the newest records are always needed until then.
      await this.sync();
      for (const half of await ahead.wipe()) wiped.add(half);
    }
  }

  /** Where the next line goes; undefined while no segment is open. */
  get end(): Place | undefined {
    const file = this.#file;
    return file === undefined ? undefined : { segment: file.segment, offset: file.size() };
  }

  /** Whether much was written ahead that the segment has to catch up with. */
  get lags(): boolean {
    return this.#settling === undefined && this.#ahead?.waits === true;
  }

  /** Opens at this place and cuts off what stands behind it. */
  async open({ segment, offset }: Place): Promise<void> {
    this.#file = await openSegment(this.#directory, segment, offset, this.#means);
  }

  /** From here on batches are written ahead. Where that cannot be, each is synced by itself. */
  async writeAhead(): Promise<void> {
    try {
      if (this.#means.durable) this.#ahead = await Ahead.open(this.#directory);
      else await removeAhead(this.#directory);
    } catch (error) {
      const reason = Trouble.reasonOf(error);
      this.#onAlarm('entries are not written ahead of the journal', { reason });
    }
  }

  /** Opens again after a failure; all before the place is there, and durable. */
  async reopen(place: Place): Promise<void> {
    await this.#settling?.catch(() => undefined);
    await this.#close().catch(() => undefined);
    await this.#companion.reset();
    await expectRoom(this.#directory);
    // A segment that was begun but holds nothing durable is begun again later.
    await rm(segmentPath(this.#directory, place.segment + 1), { force: true });
    if (this.#ahead !== undefined) bringHome(this.#directory, place);
    await this.open(place);
    await this.#file?.sync();
    // What was told as failed may stand there as well, and must not come home later.
    await this.#ahead?.forget();
    if (!this.#aheadFails) return;
    await this.#ahead?.remove();
    this.#ahead = undefined;
  }

  /** Ends the segment and begins the one with this number. */
  async follow(segment: number): Promise<void> {
    await this.#settling;
    const ended = this.#file;
    await ended?.sync();
    // Whatever closing says, the descriptor may be somebody else's from here on.
    this.#file = undefined;
    await ended?.close();
    this.#file = await openSegment(this.#directory, segment, 0, this.#means);
  }

  /** Writes a batch, and the texts that wait, so that both are durable when it resolves. */
  async append(batch: Batch, prev: string): Promise<Pressed> {
    const file = this.#file;
    if (file === undefined) throw new Error('no segment is open');
    const texts = this.#companion.take();
    const ahead = this.#forward(batch, texts);
    // Both are waited for whatever becomes of the other: a write on its way must not meet the next one.
    const appending = Promise.allSettled([
      file.append(batch, prev, ahead),
      texts && this.#companion.store(texts, ahead !== undefined),
    ]);
    this.#appending = appending;
    const [lines, stored] = await appending;
    if (lines.status === 'rejected') {
      this.#aheadFails ||= lines.reason instanceof AheadError;
      throw lines.reason;
    }
    if (stored.status === 'rejected') throw stored.reason;
    // Not where writing failed: a write that hangs may still read it.
    if (texts !== undefined) this.#companion.reuse(texts);
    return lines.value;
  }

  /** Where the batch goes ahead; undefined where it is synced by itself. */
  #forward(batch: Batch, texts: Texts | undefined): ToAhead | undefined {
    const [ahead, home] = [this.#ahead, this.end];
    if (ahead === undefined || home === undefined) return undefined;
    if (texts === undefined) {
      const slot = ahead.reserve(batch.size);
      return slot && { ...slot, ...home, file: ahead.file };
    }
    const [run, ...others] = texts.runs;
    const { buffer } = texts.room;
    if (run === undefined || others.length > 0 || !(buffer instanceof SharedArrayBuffer))
      return undefined;
    const { day, number, offset, from, to } = run;
    const slot = ahead.reserve(batch.size + to - from);
    const carried = { memory: buffer, from, bytes: to - from, day, number, offset };
    return slot && { ...slot, ...home, file: ahead.file, texts: carried };
  }

  /** Makes all that was written durable where it belongs. */
  sync(): Promise<void> {
    const before = this.#settling ?? Promise.resolve();
    const settling = before.then(async () => {
      const file = this.#file;
      const settled = this.#ahead?.part();
      // Without records each batch was synced by itself.
      if (file === undefined || (settled === undefined && this.#means.durable)) return;
      // Its record may be among those that are settled, while its lines are still on their way to the files.
      await this.#appending;
      await Promise.all([file.sync(), this.#companion.sync()]);
      settled?.();
    });
    this.#settling = settling;
    const done = (): void => {
      if (this.#settling === settling) this.#settling = undefined;
    };
    settling.then(done, done);
    return settling;
  }

  /** Rejects where somebody else touched the file; call it while nothing is being written. */
  async check(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedMs < checkIntervalMs) return;
    this.#checkedMs = now;
    await this.#file?.check();
  }

  /** Leaves nothing to bring home, unless it could not be synced. */
  async conclude(): Promise<void> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    try {
      if (ahead !== undefined && this.#file !== undefined) {
        await this.#settling;
        await Promise.all([this.#file.sync(), this.#companion.sync()]);
        await ahead.forget();
      }
      await this.#close();
    } catch (error) {
      // All that was acknowledged is durable, so nothing is lost with what closing says.
      this.#onAlarm('the journal could not be closed', { reason: Trouble.reasonOf(error) });
    } finally {
      await Promise.allSettled([ahead?.close(), this.#close()]);
    }
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}
