/** The write that is under way: one batch, with the texts that its entries name, and what became of it. */
import type { Batch } from './batch.ts';
import type { Companion, Position } from './journal-options.ts';
import type { LiveSegment } from './live-segment.ts';
import type { Pressed } from './press-messages.ts';

export type Written = { readonly batch: Batch; readonly pressed: Pressed };

export class Writing {
  readonly #file: LiveSegment;
  readonly #companion: Companion;
  #batch: Batch | undefined;
  /** What became of it. */
  #pressed: Pressed | undefined;
  #looks: number | undefined;

  constructor(file: LiveSegment, companion: Companion) {
    this.#file = file;
    this.#companion = companion;
  }

  /** Writes it behind what is durable; `meanwhile` is called while the disk works. */
  async store(batch: Batch, durable: Position, meanwhile: () => void): Promise<void> {
    this.#batch = batch;
    this.#looks = 0;
    try {
      if (batch.opens) await this.#file.follow(durable.segment + 1);
      // Both are waited for whatever becomes of the other: a write on its way must not meet the next one.
      const both = Promise.allSettled([
        this.#file.append(batch, durable.link.prev),
        this.#companion.store(),
      ]);
      meanwhile();
      const [lines, texts] = await both;
      if (lines.status === 'rejected') throw lines.reason;
      if (texts.status === 'rejected') throw texts.reason;
      this.#pressed = lines.value;
      await this.#file.check();
    } finally {
      this.#looks = undefined;
    }
  }

  /** How often it was looked at since it began, now included: a process that stands still looks at nothing. */
  look(): number | undefined {
    if (this.#looks !== undefined) this.#looks += 1;
    return this.#looks;
  }

  /** What was written, once; undefined where it was given up before. */
  take(): Written | undefined {
    const [batch, pressed] = [this.#batch, this.#pressed];
    this.#batch = undefined;
    this.#pressed = undefined;
    return batch === undefined || pressed === undefined ? undefined : { batch, pressed };
  }

  /** What nobody will take any more, whether it comes back or not. */
  giveUp(): readonly Batch[] {
    const given = this.#batch === undefined ? [] : [this.#batch];
    this.#batch = undefined;
    return given;
  }
}
