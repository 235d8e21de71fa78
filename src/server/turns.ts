/** Lets calls begin a few in each turn of the thread, key by key, and refuses those that a crowd leaves no room for. */
import type { ServerResponse } from 'node:http';

export type TurnsLimits = {
  /** Calls that may wait for their turn at the same time. */
  readonly waitingExchangesMax: number;
};

type Waiting = {
  readonly begin: () => void;
  readonly refuse: () => void;
};

/** A turn that is longer keeps everybody waiting: those that have begun, in each of their steps, and those to be refused. */
const turnMsMax = 3;
const begunFirst = 8;
const begunMax = 64;
const step = 0.25;
const cut = 0.8;
/** After a refusal only as many wait as begin at once, until nobody has been refused for so long. */
const crowdedMs = 1_000;

export class Turns {
  readonly #limits: TurnsLimits;
  readonly #waiting = new Map<string, Waiting[]>();
  #count = 0;
  /** How many may begin in a turn: as many as keep it short. */
  #allowed = begunFirst;
  #begun = 0;
  #endedMs = 0;
  #scheduled = false;
  #crowdedUntilMs = 0;

  constructor(limits: TurnsLimits) {
    this.#limits = limits;
  }

  /** Whether a call of this key would be refused; asked before anything is known of it but who sent the one before. */
  refuses(key: string): boolean {
    const nowMs = performance.now();
    if (nowMs >= this.#crowdedUntilMs || this.#count < this.#atOnce) return false;
    const own = this.#waiting.get(key)?.length ?? 0;
    for (const queue of this.#waiting.values()) if (queue.length > own + 1) return false;
    this.#crowdedUntilMs = nowMs + crowdedMs;
    return true;
  }

  /** Begins at once where this turn has room, else in one of the next ones, or is refused at once. */
  take(key: string, response: ServerResponse, begin: () => void, refuse: () => void): void {
    if (this.#count === 0 && this.#begun < this.#atOnce) {
      this.#begun += 1;
      this.#schedule();
      begin();
      return;
    }
    const nowMs = performance.now();
    const crowded = nowMs < this.#crowdedUntilMs;
    if (this.#count >= (crowded ? this.#atOnce : this.#limits.waitingExchangesMax)) {
      this.#crowdedUntilMs = nowMs + crowdedMs;
      if (!this.#makeRoom(key)) {
        refuse();
        return;
      }
    }
    const waiting = { begin, refuse };
    const queue = this.#waiting.get(key);
    if (queue === undefined) this.#waiting.set(key, [waiting]);
    else queue.push(waiting);
    this.#count += 1;
    response.once('close', () => this.#remove(key, waiting));
    this.#schedule();
  }

  get #atOnce(): number {
    return Math.floor(this.#allowed);
  }

  /** Until no more wait than begin at once, whoever has most waiting loses the last of it, but not to one with as many. */
  #makeRoom(key: string): boolean {
    const own = this.#waiting.get(key)?.length ?? 0;
    while (this.#count >= this.#atOnce) {
      let most: readonly Waiting[] = [];
      let longest = '';
      for (const [name, queue] of this.#waiting)
        if (queue.length > most.length) [longest, most] = [name, queue];
      const last = most.at(-1);
      if (last === undefined || (most.length <= own + 1 && this.#count === this.#atOnce))
        return false;
      this.#remove(longest, last);
      last.refuse();
    }
    return true;
  }

  #takeNext(): Waiting | undefined {
    for (const [key, queue] of this.#waiting) {
      const next = queue.shift();
      this.#waiting.delete(key);
      // Behind the others: each key has its turn.
      if (queue.length > 0) this.#waiting.set(key, queue);
      if (next !== undefined) this.#count -= 1;
      return next;
    }
    return undefined;
  }

  #remove(key: string, waiting: Waiting): void {
    const queue = this.#waiting.get(key);
    const at = queue?.lastIndexOf(waiting) ?? -1;
    if (queue === undefined || at === -1) return;
    queue.splice(at, 1);
    this.#count -= 1;
    if (queue.length === 0) this.#waiting.delete(key);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    const nowMs = performance.now();
    // Only a turn that followed another one without a rest says how long turns are.
    if (this.#endedMs > 0) {
      if (nowMs - this.#endedMs > turnMsMax) this.#allowed = Math.max(1, this.#allowed * cut);
      else this.#allowed = Math.min(begunMax, this.#allowed + step);
    }
    this.#endedMs = 0;
    this.#begun = 0;
    if (this.#count === 0) return;
    this.#endedMs = nowMs;
    this.#schedule();
    while (this.#count > 0 && this.#begun < this.#atOnce) {
      this.#begun += 1;
      this.#takeNext()?.begin();
    }
  }
}
