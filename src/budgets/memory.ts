/** Asks what stands behind a ledger that is down for what this process has never heard of, and lets no call wait long for it. */
import type { Book, Own } from './book.ts';
import type { Ledger } from './ledger.ts';

const patienceMs = 250;
const leftAloneMs = 500;

export class Memory {
  readonly #ledger: Pick<Ledger, 'recall'>;
  readonly #book: Book;
  readonly #process: string;
  readonly #now: () => number;
  #asking = false;
  #askAt = 0;

  /** `now` is monotonic, in milliseconds. */
  constructor(ledger: Pick<Ledger, 'recall'>, book: Book, process: string, now: () => number) {
    this.#ledger = ledger;
    this.#book = book;
    this.#process = process;
    this.#now = now;
  }

  /** Each is asked about once: from then on this process counts its part of what was left. */
  async learn(owns: readonly Own[]): Promise<void> {
    const unheard = [...new Set(owns)].filter(
      ({ heard, startsAt }) => heard === undefined && startsAt !== 0,
    );
    if (unheard.length === 0 || this.#ledger.recall === undefined) return;
    if (this.#asking || this.#now() < this.#askAt) return;
    this.#asking = true;
    const learned = this.#ledger
      .recall(this.#process, unheard)
      .then((others) => {
        for (const [at, own] of unheard.entries()) this.#book.recall(own, others[at] ?? 0);
      })
      .catch(() => {
        this.#askAt = this.#now() + leftAloneMs;
      })
      .finally(() => {
        this.#asking = false;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
    await Promise.race([learned, late]);
    clearTimeout(timer);
  }
}
