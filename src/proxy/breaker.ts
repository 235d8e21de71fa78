/** Leaves an upstream alone that fails again and again, and lets one call through from time to time to see whether it is back. */
import { GatewayError } from '../errors.ts';

export type BreakerLimits = {
  readonly upstreamFailedExchangesMax: number;
  readonly upstreamRestMs: number;
};

/** Nobody knows any more how an upstream is that nobody called for so long. */
const quietMsDefault = 300_000;

/** `unknown`: the caller left or the gateway stopped it, which says nothing about the upstream. */
export type Outcome = 'well' | 'failed' | 'unknown';

/** How a call that was let through goes. */
export type Course = {
  /** Its answer has begun, and not with an error. */
  readonly begin: () => void;
  /** Heard once. */
  readonly end: (outcome: Outcome) => void;
};

export class Breaker {
  readonly #name: string;
  readonly #limits: BreakerLimits;
  readonly #now: () => number;
  readonly #onRest: (resting: boolean) => void;
  #failures = 0;
  #restsUntil = 0;
  #probing = false;
  /** Whether it was told of last as resting. */
  #told = false;
  #quiet: NodeJS.Timeout | undefined;
  readonly #quietMs: number;

  /** `now` is monotonic, in milliseconds. */
  constructor(
    name: string,
    limits: BreakerLimits,
    now: () => number,
    onRest: (resting: boolean) => void,
    quietMs = quietMsDefault,
  ) {
    this.#quietMs = quietMs;
    this.#name = name;
    this.#limits = limits;
    this.#now = now;
    this.#onRest = onRest;
  }

  /** No call would be let through now. */
  get resting(): boolean {
    return this.#open && (this.#probing || this.#now() < this.#restsUntil);
  }

  /** Throws where the upstream rests; else the call is to tell how it goes. */
  enter(): Course {
    if (this.resting) throw this.#refuse();
    let probe = this.#open;
    if (probe) this.#probing = true;
    let ended = false;
    return {
      begin: () => {
        if (!probe || ended) return;
        probe = false;
        this.#probing = false;
        // A stream may take many minutes to its end, and nobody is kept waiting for that; but one failure more is too many.
        this.#close(this.#limits.upstreamFailedExchangesMax - 1);
      },
      end: (outcome) => {
        if (ended) return;
        ended = true;
        if (probe) this.#probing = false;
        if (outcome === 'failed') this.#fail(probe);
        else if (outcome === 'well') this.#close(0);
      },
    };
  }

  get #open(): boolean {
    return this.#failures >= this.#limits.upstreamFailedExchangesMax;
  }

  #fail(probe: boolean): void {
    const wasOpen = this.#open;
    this.#failures += 1;
    // What was under way when it opened fails late and must not prolong the rest.
    if (!this.#open || (wasOpen && !probe)) return;
    this.#restsUntil = this.#now() + this.#limits.upstreamRestMs;
    this.#tell(true);
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#tell(false), this.#quietMs).unref();
  }

  #close(failures: number): void {
    this.#failures = failures;
    clearTimeout(this.#quiet);
    this.#tell(false);
  }

  #tell(resting: boolean): void {
    if (resting === this.#told) return;
    this.#told = resting;
    this.#onRest(resting);
  }

  #refuse(): GatewayError {
    const seconds = Math.max(1, Math.ceil((this.#restsUntil - this.#now()) / 1_000));
    return new GatewayError(
      'upstream_resting',
      `the upstream \`${this.#name}\` failed again and again and is left alone for a while`,
      { headers: { 'retry-after': String(seconds) } },
    );
  }
}
