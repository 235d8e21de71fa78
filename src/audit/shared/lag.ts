/** How long the oldest entry has been durable that the shared index does not hold. */

/** Entries before `next` were durable at that moment. */
type Sample = { next: number; readonly atMs: number };

const samplesMax = 1_000;

export class SharedLag {
  readonly #now: () => number;
  readonly #waiting: Sample[] = [];
  #next = 0;
  #indexed = 0;

  /** `now` is monotonic, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Entries before `next` are durable. */
  reach(next: number): void {
    if (next <= this.#next) return;
    this.#next = next;
    this.#wait();
  }

  /** Entries before `indexed` are in the index; fewer than before where it is being written anew. */
  settle(indexed: number): void {
    this.#indexed = indexed;
    const held = this.#waiting.findIndex(({ next }) => next > indexed);
    this.#waiting.splice(0, held === -1 ? this.#waiting.length : held);
    if (held === -1 && indexed < this.#next) this.#wait();
  }

  get ageMs(): number {
    const [oldest] = this.#waiting;
    return oldest === undefined ? 0 : this.#now() - oldest.atMs;
  }

  #wait(): void {
    if (this.#next <= this.#indexed) return;
    const last = this.#waiting.at(-1);
    // In a long outage the newest are taken as old as the last that is kept: too old rather than too young.
    if (last !== undefined && this.#waiting.length >= samplesMax) last.next = this.#next;
    else this.#waiting.push({ next: this.#next, atMs: this.#now() });
  }
}
