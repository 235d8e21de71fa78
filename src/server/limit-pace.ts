/** How often each key may call, as the time at which it will have paid for its calls (GCRA), in the memory of one process. */
import type { Rate } from '../keys/term.ts';

export type Taken = {
  readonly allowed: boolean;
  /** How far ahead of now all calls so far are paid for. */
  readonly debtUs: number;
  /** Calls that could follow at once. */
  readonly remaining: number;
  /** Until nothing of the rate is used any more. */
  readonly resetMs: number;
  /** Until one more call is allowed; 0 where one is. */
  readonly retryMs: number;
};

/** Whole microseconds, so that sums are exact: a rate lets precisely its count through at once. */
export type Pace = { readonly intervalUs: number; readonly burstUs: number };

export function toPace({ count, windowMs }: Rate): Pace {
  const intervalUs = Math.max(1, Math.floor((windowMs * 1_000) / count));
  return { intervalUs, burstUs: intervalUs * count };
}

export function toTaken(allowed: boolean, debtUs: number, pace: Pace, costUs: number): Taken {
  const freeUs = pace.burstUs - debtUs;
  return {
    ...{ allowed, debtUs },
    remaining: allowed ? Math.max(0, Math.floor(freeUs / costUs)) : 0,
    resetMs: Math.ceil(debtUs / 1_000),
    retryMs: allowed ? 0 : Math.max(1, Math.ceil((costUs - freeUs) / 1_000)),
  };
}

/** Keys whose debt is paid are as good as never seen; they are cleared when there are this many more than last time. */
const sweptEvery = 10_000;

/** Of a process that counts for itself: since when, and whether it has ever heard from the store that replicas share. */
export type Alone = { readonly forMs: number; readonly heard: boolean };
const together: Alone = { forMs: Number.POSITIVE_INFINITY, heard: true };

export class Debts {
  readonly #now: () => number;
  readonly #paidAt = new Map<string, number>();
  #sweepAt = sweptEvery;

  /** `now` is monotonic, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  read(key: string): number {
    return Math.max(0, (this.#paidAt.get(key) ?? 0) - this.#nowUs());
  }

  /** What another clock says of the debt. */
  write(key: string, debtUs: number, atMs: number): void {
    this.#paidAt.set(key, Math.floor(atMs * 1_000) + debtUs);
    this.#sweep();
  }

  /** Somebody else knows of so much. */
  raise(key: string, debtUs: number): void {
    if (debtUs > this.read(key)) this.write(key, debtUs, this.#now());
  }

  /**
   * One call that costs as much as `parts` do. A share of less than one call is one in a longer time, and that has to be
   * over first: all replicas begin to count for themselves at once. Who never heard what was used before has nothing to
   * begin with: else each process that starts while the store is down would bring a burst of its own.
   */
  take(key: string, pace: Pace, parts: number, alone: Alone = together): Taken {
    const costUs = pace.intervalUs * parts;
    const burstUs = Math.max(pace.burstUs, costUs);
    const owes = costUs > pace.burstUs || !alone.heard;
    const owedUs = owes ? Math.ceil(burstUs - alone.forMs * 1_000) : 0;
    const debtUs = Math.min(Math.max(this.read(key), owedUs), burstUs);
    const allowed = debtUs + costUs <= burstUs;
    if (allowed) this.write(key, debtUs + costUs, this.#now());
    return toTaken(allowed, allowed ? debtUs + costUs : debtUs, { ...pace, burstUs }, costUs);
  }

  #nowUs(): number {
    return Math.floor(this.#now() * 1_000);
  }

  #sweep(): void {
    if (this.#paidAt.size < this.#sweepAt) return;
    const nowUs = this.#nowUs();
    for (const [key, paidAt] of this.#paidAt) if (paidAt <= nowUs) this.#paidAt.delete(key);
    this.#sweepAt = this.#paidAt.size + sweptEvery;
  }
}
