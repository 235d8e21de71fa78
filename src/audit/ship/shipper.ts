/** Ships a trail round after round: at once or now and then, again and again where the store fails, never two at a time. */
import type { Copy } from './copy.ts';
import { ContentFiles, shipRound } from './round.ts';
import type { Source } from './round.ts';
import { LostError } from './store.ts';

type Alarm = (message: string, fields: Readonly<Record<string, unknown>>) => void;

export type ShipperOptions = {
  readonly copy: Copy;
  readonly source: Source;
  /** How long new entries wait for company. */
  readonly intervalMs: number;
  /** An answer that takes longer counts as none. */
  readonly timeoutMs: number;
  /** The longest that a failing store is left alone. */
  readonly retryMsMax: number;
  /** How often it is looked whether the store has what it said that it took. */
  readonly confirmIntervalMs: number;
  /** Whoever waits for entries to be shipped hears of each round that was. */
  readonly onShipped: () => void;
  readonly onAlarm: Alarm;
};

const retryMsMin = 100;
const slackMs = 1000;

export class Shipper {
  readonly #options: ShipperOptions;
  #content = new ContentFiles();
  #shipped = 0;
  /** Since when an entry that is durable has not been shipped. */
  #behindSinceMs: number | undefined;
  #running: Promise<void> | undefined;
  #progressMs = 0;
  #confirmedMs = performance.now();
  #failures = 0;
  #reason: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ShipperOptions) {
    this.#options = options;
  }

  /** How many entries the copy holds. */
  get shipped(): number {
    return this.#shipped;
  }

  /** How long the oldest entry that is not in the copy has been waiting. */
  get ageMs(): number {
    this.#look();
    return this.#behindSinceMs === undefined ? 0 : performance.now() - this.#behindSinceMs;
  }

  /** Why nothing gets there at the moment; undefined where all is well. */
  get reason(): string | undefined {
    const { timeoutMs } = this.#options;
    const hangs =
      this.#running !== undefined && performance.now() - this.#progressMs > timeoutMs + slackMs;
    return this.#reason ?? (hangs ? `the store has not answered for ${timeoutMs} ms` : undefined);
  }

  /** Ships at once, unless that is under way or has just failed. */
  wake(): void {
    if (this.#failures === 0) this.#begin();
  }

  /** The store has answered. */
  progress(): void {
    this.#progressMs = performance.now();
  }

  /** Ships what is left, for as long as that may take. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const rest = async (): Promise<void> => {
      await this.#running;
      await this.#round();
    };
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, this.#options.timeoutMs);
    });
    await Promise.race([rest(), late]);
    clearTimeout(limit);
  }

  #begin(): void {
    if (this.#running !== undefined || this.#closed) return;
    clearTimeout(this.#timer);
    this.#running = this.#round().finally(() => {
      this.#running = undefined;
      if (!this.#closed) this.#wait();
    });
  }

  #wait(): void {
    const { intervalMs, retryMsMax } = this.#options;
    const retryMs = Math.min(retryMsMin * 2 ** (this.#failures - 1), retryMsMax);
    const delayMs = this.#failures === 0 ? intervalMs : retryMs;
    this.#timer = setTimeout(() => this.#begin(), delayMs).unref();
  }

  /** Never rejects: what failed is told, and tried again. */
  async #round(): Promise<void> {
    const { copy, source, onAlarm, onShipped } = this.#options;
    const beganMs = performance.now();
    this.progress();
    try {
      await this.#confirm(beganMs);
      this.#shipped = await shipRound(copy, source, this.#content);
      this.#behindSinceMs = this.#isBehind() ? beganMs : undefined;
      if (this.#failures > 0) onAlarm('the audit trail is shipped again', { place: this.#place });
      this.#failures = 0;
      this.#reason = undefined;
      onShipped();
    } catch (error) {
      copy.forget();
      if (error instanceof LostError) this.#startOver();
      this.#reason = error instanceof Error ? error.message : String(error);
      this.#look();
      if (this.#failures === 0)
        onAlarm('the audit trail cannot be shipped', { place: this.#place, reason: this.#reason });
      this.#failures += 1;
    }
  }

  /** Where what was taken is not there, nothing counts as shipped before it was looked at again. */
  #startOver(): void {
    this.#shipped = 0;
    this.#content = new ContentFiles();
  }

  async #confirm(nowMs: number): Promise<void> {
    // After a failure what is there is asked for anyway, and what was lost has to be put there first.
    if (this.#failures > 0 || nowMs - this.#confirmedMs < this.#options.confirmIntervalMs) return;
    await this.#options.copy.confirm();
    this.#confirmedMs = nowMs;
  }

  get #place(): string {
    const { store, log } = this.#options.copy;
    return `${store.place}/${log}`;
  }

  #isBehind(): boolean {
    return this.#options.source.position().link.seq > this.#shipped;
  }

  #look(): void {
    if (this.#behindSinceMs === undefined && this.#isBehind())
      this.#behindSinceMs = performance.now();
  }
}
