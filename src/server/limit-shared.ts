/** Counts calls where several processes meet, and each for its share while it cannot be asked there. */
import { Downtime } from '../database/downtime.ts';
import { type OnDegraded, whyDown } from '../database/why.ts';
import { GatewayError } from '../errors.ts';
import type { Rate } from '../keys/term.ts';
import { Debts, type Pace, type Taken, toPace } from './limit-pace.ts';

/** `shared` is false where the place that all share could not be asked, and this process counted for its share. */
export type Counted = Taken & { readonly shared: boolean };

export type Counts = {
  /** Counts one call in where its key may make it. Rejects where the store is down and nothing passes without it. */
  readonly take: (key: string, rate: Rate) => Promise<Counted>;
  readonly close: () => void;
};

export type SharedOptions = {
  /** With the store down each of them allows the rate divided by their number. */
  readonly replicas: number;
  readonly storeDown: 'share' | 'refuse';
  readonly onDegraded: OnDegraded;
};

/** One call of a key, under a name that tells rates apart, and the debt of it that this process knows of. */
export type Wish = {
  readonly key: string;
  readonly rate: Rate;
  readonly name: string;
  readonly pace: Pace;
  readonly knownUs: number;
};

/** Rejects in good time where it cannot be asked. */
export type MeetingPlace = {
  readonly take: (wish: Wish) => Promise<Taken>;
  /** Rejects for as long as nothing can be counted there. */
  readonly look: () => Promise<unknown>;
  readonly close: () => void;
};

/** How long a store that failed is left alone, so that not every call waits for it. */
const leftAloneMs = 500;
/** Where no call asks, nobody would hear that it is back. */
const lookedAfterMs = 1_000;

export class SharedCounts implements Counts {
  readonly #place: MeetingPlace;
  readonly #options: SharedOptions;
  readonly #now: () => number;
  readonly #debts: Debts;
  readonly #down: Downtime;
  /** Whether the store has told anything since this process began. */
  #heard = false;
  #askAt = 0;
  /** Since when the store has been down. */
  #aloneSince = 0;
  /** While it is down. */
  #looking: NodeJS.Timeout | undefined;

  constructor(
    place: MeetingPlace,
    options: SharedOptions,
    now: () => number = () => performance.now(),
  ) {
    this.#place = place;
    this.#options = options;
    this.#now = now;
    this.#debts = new Debts(now);
    this.#down = new Downtime(options.onDegraded);
  }

  close(): void {
    clearInterval(this.#looking);
    this.#place.close();
  }

  async take(key: string, rate: Rate): Promise<Counted> {
    const pace = toPace(rate);
    const name = `governance:rate:${rate.windowMs}:${key}`;
    const knownUs = this.#debts.read(name);
    const taken = this.#mayAsk() ? await this.#ask({ key, rate, name, pace, knownUs }) : undefined;
    if (taken !== undefined) return { ...taken, shared: true };
    if (this.#options.storeDown === 'refuse')
      throw new GatewayError('not_ready', 'the store of the rate limits cannot be asked now', {
        headers: { 'retry-after': '1' },
      });
    const alone = { forMs: this.#now() - this.#aloneSince, heard: this.#heard };
    return { ...this.#debts.take(name, pace, this.#options.replicas, alone), shared: false };
  }

  /** It cannot be asked, as something else shows than a call that asked. */
  fail(error: unknown): void {
    this.#askAt = this.#now() + leftAloneMs;
    if (!this.#down.lasts) {
      this.#aloneSince = this.#now();
      this.#looking = setInterval(() => this.#look(), lookedAfterMs).unref();
    }
    this.#down.fail(whyDown(error));
  }

  /** While it is down one call in each pause asks, and finds out when it is back. */
  #mayAsk(): boolean {
    if (!this.#down.lasts) return true;
    const now = this.#now();
    if (now < this.#askAt) return false;
    this.#askAt = now + leftAloneMs;
    return true;
  }

  async #ask(wish: Wish): Promise<Taken | undefined> {
    const askedAt = this.#now();
    try {
      const taken = await this.#place.take(wish);
      this.#heard = true;
      this.#recover();
      this.#debts.write(wish.name, taken.debtUs, askedAt);
      return taken;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  #look(): void {
    this.#place.look().then(
      () => this.#recover(),
      () => undefined,
    );
  }

  #recover(): void {
    if (!this.#down.lasts) return;
    clearInterval(this.#looking);
    this.#down.end();
  }
}
