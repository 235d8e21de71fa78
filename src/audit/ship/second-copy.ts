/** With strict durability: an entry counts only when the second copy holds it, and nothing is taken while that cannot be made. */
import type { Recorded } from '../../governance/event.ts';
import type { Gap } from '../journal-options.ts';
import { unavailable } from '../unavailable.ts';
import type { Shipper } from './shipper.ts';

type Waiting = {
  readonly seq: number;
  /** How often the watch has looked since: a process that stands still looks at nothing. */
  looks: number;
  readonly settle: (reason?: string) => void;
};

export type SecondCopyOptions = {
  /** As long as a durable write may take, an entry may wait for its second copy. */
  readonly timeoutMs: number;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Tells what was refused meanwhile. */
  readonly onResumed: (gap: Gap) => void;
};

const watchIntervalMs = 100;

export class SecondCopy {
  readonly #options: SecondCopyOptions;
  readonly #shipper: Shipper;
  readonly #watch: NodeJS.Timeout;
  #waiting: Waiting[] = [];
  #trouble: { readonly reason: string; readonly sinceMs: number; lost: number } | undefined;

  constructor(shipper: Shipper, options: SecondCopyOptions) {
    this.#shipper = shipper;
    this.#options = options;
    this.#watch = setInterval(() => this.#look(), watchIntervalMs).unref();
  }

  get trouble(): string | undefined {
    return this.#trouble?.reason;
  }

  /** Throws where an entry would have no second copy. */
  expect(): void {
    if (this.#trouble === undefined) return;
    this.#trouble.lost += 1;
    throw unavailable(this.#trouble.reason);
  }

  /** Resolves when the second copy holds the entry; `onLost` hears of one that stands in the trail and was refused all the same. */
  async hold(recorded: Promise<Recorded>, onLost: (seq: number) => void): Promise<Recorded> {
    const written = await recorded;
    const { seq } = written;
    if (this.#shipper.shipped > seq) return written;
    this.#shipper.wake();
    return await new Promise((resolve, reject) => {
      const settle = (reason?: string): void => {
        if (reason === undefined) {
          resolve(written);
          return;
        }
        onLost(seq);
        reject(unavailable(reason));
      };
      this.#waiting.push({ seq, looks: 0, settle });
    });
  }

  /** A round is done. */
  settle(): void {
    const { shipped } = this.#shipper;
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ seq }) => seq >= shipped);
    for (const each of waiting) if (each.seq < shipped) each.settle();
    if (this.#waiting.length > 0) setImmediate(() => this.#shipper.wake());
    const gap = this.takeGap();
    if (gap !== undefined) this.#options.onResumed(gap);
  }

  /** Whoever takes it has to tell it. */
  takeGap(): Gap | undefined {
    const gap = this.#trouble;
    this.#trouble = undefined;
    return gap;
  }

  close(): void {
    clearInterval(this.#watch);
    this.#fail('the gateway is stopping');
  }

  #look(): void {
    for (const each of this.#waiting) each.looks += 1;
    const oldest = this.#waiting[0]?.looks ?? 0;
    const { timeoutMs, onAlarm } = this.#options;
    if (oldest * watchIntervalMs < timeoutMs) return;
    const cause = this.#shipper.reason ?? `it took longer than ${timeoutMs} ms`;
    const reason = `the second copy cannot be made: ${cause}`;
    if (this.#trouble === undefined) {
      this.#trouble = { reason, sinceMs: Date.now(), lost: 0 };
      onAlarm('calls are refused for want of a second copy', { reason: cause });
    }
    this.#trouble.lost += this.#fail(reason);
  }

  #fail(reason: string): number {
    const failed = this.#waiting;
    this.#waiting = [];
    for (const each of failed) each.settle(reason);
    return failed.length;
  }
}
