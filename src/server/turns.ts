/** Lets one call begin in each turn of the thread, key by key, and refuses those that a crowd leaves no room for. */
import type { ServerResponse } from 'node:http';
import { Crowd } from './crowd.ts';

export type TurnsLimits = {
  /** Calls that may wait for their turn at the same time. */
  readonly waitingExchangesMax: number;
};

type Waiting = {
  readonly begin: () => void;
  readonly refuse: () => void;
};

/** In each turn: what a call that begins is worth of work comes up only when its body is read. */
const begunMax = 1;
/** Of a crowd: one that begins next, and one of another key. */
const crowdWaitingMax = 2;

export class Turns {
  readonly #limits: TurnsLimits;
  readonly #mayBegin: () => boolean;
  readonly #crowd: Crowd;
  readonly #waiting = new Map<string, Waiting[]>();
  #count = 0;
  #begun = 0;
  /** Since the last one began, while those that have begun left no room. */
  #refused = 0;
  /** Whose call began last. */
  #last: string | undefined;
  #scheduled = false;

  /** `mayBegin`: whether those that have begun leave room for another one; where not, `wake` is called when they do. */
  constructor(
    limits: TurnsLimits,
    mayBegin: () => boolean = () => true,
    crowd: Crowd = new Crowd(),
  ) {
    this.#limits = limits;
    this.#mayBegin = mayBegin;
    this.#crowd = crowd;
  }

  /** Whether more came of late than there was room for. */
  get crowded(): boolean {
    return this.#crowd.here;
  }

  /** Whether the thread was busy with them as well. */
  get pressed(): boolean {
    return this.#crowd.pressing;
  }

  /** There may be room again. */
  wake(): void {
    if (this.#count > 0) this.#schedule();
  }

  /** Whether a call of this key would be refused; asked before anything is known of it but who sent the one before. */
  refuses(key: string): boolean {
    if (!this.#crowd.here || this.#hasRoom || this.#count > crowdWaitingMax) return false;
    if (this.#mayWait(key) && this.#hasPlace) return false;
    this.#tellRefusal();
    return true;
  }

  /** Begins at once where this turn has room, else in one of the next ones, or is refused at once. */
  take(key: string, response: ServerResponse, begin: () => void, refuse: () => void): void {
    if (this.#hasRoom) {
      this.#schedule();
      this.#begin(key, begin);
      return;
    }
    const most = this.#crowd.here ? crowdWaitingMax : this.#limits.waitingExchangesMax;
    if (this.#count >= most) this.#makeRoom();
    if (this.#count >= most || (this.#crowd.here && !this.#mayWait(key))) {
      this.#refuse(refuse);
      return;
    }
    const waiting = { begin, refuse };
    const queue = this.#waiting.get(key);
    if (queue === undefined) this.#waiting.set(key, [waiting]);
    else queue.push(waiting);
    this.#count += 1;
    response.once('close', () => this.#remove(key, waiting));
    if (this.#mayBegin()) this.#schedule();
  }

  get #hasRoom(): boolean {
    return this.#count === 0 && this.#begun < begunMax && this.#mayBegin();
  }

  /** In a crowd. */
  get #hasPlace(): boolean {
    if (this.#count < crowdWaitingMax) return true;
    for (const queue of this.#waiting.values()) if (queue.length > 1) return true;
    return false;
  }

  /**
   * In a crowd there is always somebody to begin with when there is room, so that whoever waits for it only waits. The key
   * that began last gives up nothing by that; another one, with fewer calls, would find the room taken whenever it comes.
   */
  #mayWait(key: string): boolean {
    return key !== this.#last && !this.#waiting.has(key);
  }

  /** Until no more wait than a crowd may, whoever has most waiting loses the last of it, and nobody the only one. */
  #makeRoom(): void {
    while (this.#count >= crowdWaitingMax) {
      let most: readonly Waiting[] = [];
      let longest = '';
      for (const [name, queue] of this.#waiting)
        if (queue.length > most.length) [longest, most] = [name, queue];
      const last = most.at(-1);
      if (last === undefined || most.length === 1) return;
      this.#remove(longest, last);
      this.#refuse(last.refuse);
    }
  }

  #begin(key: string, begin: () => void): void {
    this.#begun += 1;
    this.#crowd.begin(this.#count + this.#refused);
    this.#refused = 0;
    this.#last = key;
    begin();
  }

  #refuse(refuse: () => void): void {
    this.#tellRefusal();
    refuse();
  }

  /** Of a few that come together all but one are refused, since each begins in a turn of its own: those tell of no crowd. */
  #tellRefusal(): void {
    if (!this.#mayBegin()) this.#refused += 1;
    this.#crowd.refuse();
  }

  #takeNext(): (Waiting & { readonly key: string }) | undefined {
    for (const [key, queue] of this.#waiting) {
      const next = queue.shift();
      this.#waiting.delete(key);
      // Behind the others: each key has its turn.
      if (queue.length > 0) this.#waiting.set(key, queue);
      if (next === undefined) return undefined;
      this.#count -= 1;
      return { key, ...next };
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
    this.#begun = 0;
    while (this.#count > 0 && this.#begun < begunMax && this.#mayBegin()) {
      const next = this.#takeNext();
      if (next === undefined) break;
      this.#begin(next.key, next.begin);
    }
    if (this.#begun > 0) this.#schedule();
  }
}
