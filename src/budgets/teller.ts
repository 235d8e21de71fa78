/** Asks the ledger for all calls of this process, many at a time and one batch after the other, and decides alone while it is down. */
import { Downtime } from '../database/downtime.ts';
import { type OnDegraded, whyDown } from '../database/why.ts';
import { GatewayError } from '../errors.ts';
import { Book, type Own, toLine } from './book.ts';
import type { Charge } from './charge.ts';
import { grant } from './grant.ts';
import type { Batch, Ledger, Line, Reply, Total } from './ledger.ts';
import { Memory } from './memory.ts';
import { partOf } from './part.ts';
import { Patience } from './patience.ts';

export type TellerOptions = {
  readonly process: string;
  readonly leaseMs: number;
  /** With the ledger down each of them allows a limit divided by their number. */
  readonly replicas: number;
  readonly storeDown: 'share' | 'refuse';
  readonly onDegraded: OnDegraded;
  /** Monotonic, and of the wall, for as long as the ledger has not told its own. */
  readonly monotonicNow: () => number;
  readonly now: () => number;
  /** What the ledger's clock said just now; undefined where it could not be asked. */
  readonly ledgerMs?: number | undefined;
};

export type Taken = {
  /** The index of the first charge that has no room; -1: all of them are set aside. */
  readonly refused: number;
  /** For each charge, as it stood behind the batch. */
  readonly totals: readonly Total[];
  readonly degraded: boolean;
};

type Waiting = {
  readonly charges: readonly Charge[];
  readonly resolve: (taken: Taken) => void;
  readonly reject: (error: Error) => void;
};

const asksMax = 500;
const linesMax = 2_000;
/** How long a ledger that failed is left alone, so that not every call waits for it. */
const leftAloneMs = 500;
const sweptEveryMs = 60_000;
const nothing: Total = { used: 0, held: 0 };

export class Teller {
  readonly #ledger: Ledger;
  readonly #options: TellerOptions;
  readonly #patience: Patience;
  readonly #book = new Book();
  readonly #memory: Memory;
  readonly #timer: NodeJS.Timeout;
  #queue: Waiting[] = [];
  #running: Promise<void> | undefined;
  readonly #down: Downtime;
  #askAt = 0;
  #sweepAt = 0;
  /** What the ledger's clock says is this much more than the monotonic one. */
  #aheadMs: number | undefined;

  constructor(ledger: Ledger, options: TellerOptions) {
    this.#ledger = ledger;
    this.#options = options;
    this.#down = new Downtime(options.onDegraded);
    const { ledgerMs } = options;
    if (ledgerMs !== undefined) this.#aheadMs = ledgerMs - options.monotonicNow();
    this.#memory = new Memory(ledger, this.#book, options.process, options.monotonicNow);
    this.#patience = new Patience(ledger, () => this.#down.end());
    this.#timer = setInterval(
      () => {
        this.#book.renew(options.monotonicNow() - options.leaseMs / 3);
        this.#start();
      },
      Math.min(1_000, options.leaseMs / 6),
    );
    this.#timer.unref();
  }

  /** By the ledger's clock, so that processes agree on windows and no clock that jumps opens a new one. */
  nowMs(): number {
    if (this.#aheadMs === undefined) return this.#options.now();
    return Math.floor(this.#options.monotonicNow() + this.#aheadMs);
  }

  /** The ledger may have lost what it knew. */
  forgetTold(): void {
    this.#book.forgetTold();
  }

  take(charges: readonly Charge[]): Promise<Taken> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ charges, resolve, reject });
      this.#start();
    });
  }

  /** What was set aside is free again, and `amount` of each was used instead. */
  settle(charges: readonly Charge[], amounts: readonly number[]): void {
    for (const [at, charge] of charges.entries()) {
      this.#book.hold(charge, -charge.amount);
      this.#book.use(charge, amounts[at] ?? 0);
    }
    // What ends in the same turn is told together.
    setImmediate(() => this.#start());
  }

  /** When what ended before is told, so that whoever asks then sees it. */
  async flush(): Promise<void> {
    await this.#running;
    this.#start();
    await this.#running;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    // The last word, also to a ledger that failed a moment ago.
    await this.#patience.late;
    this.#askAt = 0;
    await this.flush();
    await this.#ledger.close().catch(() => undefined);
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Who came while the last batch was being closed would wait for the timer.
      if (this.#queue.length > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    for (;;) {
      if (!this.#mayAsk()) {
        await this.#decideAlone(this.#queue.splice(0));
        return;
      }
      this.#sweep();
      const waiting = this.#queue.splice(0, asksMax);
      const { batch, places } = this.#toBatch(waiting);
      if (batch.lines.length === 0) return;
      try {
        this.#take(batch, places, waiting, await this.#patience.ask(batch, this.#down.lasts));
        this.#down.end();
      } catch (error) {
        this.#askAt = this.#options.monotonicNow() + leftAloneMs;
        // It may have granted what nobody was told of.
        this.#book.doubt(batch.lines);
        this.#down.fail(whyDown(error));
        await this.#decideAlone(waiting);
      }
    }
  }

  /** `places`: for each wish the lines that its charges are asked of. */
  #toBatch(waiting: readonly Waiting[]): { batch: Batch; places: readonly (readonly number[])[] } {
    const lines = new Map<string, { at: number; line: Line }>();
    const placeOf = (own: Own): number => {
      const name = `${own.startsAt} ${own.account}`;
      const known = lines.get(name) ?? { at: lines.size, line: toLine(own) };
      lines.set(name, known);
      return known.at;
    };
    const places = waiting.map(({ charges }) =>
      charges.map((charge) => placeOf(this.#book.open(charge))),
    );
    for (const own of this.#book.untold(linesMax)) placeOf(own);
    const asks = waiting.map(({ charges }, wish) =>
      charges.map(({ amount, hard }, at) => ({ line: places[wish]?.[at] ?? -1, amount, hard })),
    );
    const { process, leaseMs } = this.#options;
    const sent = [...lines.values()].map(({ line }) => line);
    return { batch: { process, leaseMs, lines: sent, asks }, places };
  }

  #take(
    { lines, asks }: Batch,
    places: readonly (readonly number[])[],
    waiting: readonly Waiting[],
    { nowMs, refused, totals }: Reply,
  ): void {
    const atMs = this.#options.monotonicNow();
    this.#aheadMs = nowMs - atMs;
    const granted = lines.map(() => 0);
    for (const [wish, ask] of asks.entries())
      if (refused[wish] === -1)
        for (const { line, amount } of ask) granted[line] = (granted[line] ?? 0) + amount;
    for (const [at, line] of lines.entries())
      this.#book.tell(line, granted[at] ?? 0, atMs, totals[at] ?? nothing);
    for (const [wish, { resolve }] of waiting.entries())
      resolve({
        refused: refused[wish] ?? 0,
        totals: (places[wish] ?? []).map((at) => totals[at] ?? nothing),
        degraded: false,
      });
  }

  /** What this process used counts on, and no more than its part of a limit is allowed in all. */
  async #decideAlone(waiting: readonly Waiting[]): Promise<void> {
    const { storeDown, replicas } = this.#options;
    if (storeDown === 'share')
      await this.#memory.learn(
        waiting.flatMap(({ charges }) => charges.map((charge) => this.#book.open(charge))),
      );
    for (const { charges, resolve, reject } of waiting) {
      if (storeDown === 'refuse') {
        reject(
          new GatewayError('not_ready', 'the store of the budgets cannot be asked now', {
            headers: { 'retry-after': '1' },
          }),
        );
        continue;
      }
      const owns = charges.map((charge) => this.#book.open(charge));
      const ask = charges.map((charge, line) => ({
        ...{ line, amount: charge.amount },
        hard: partOf(charge, owns[line], replicas),
      }));
      const own = owns.map(({ used, held }) => ({ used, held }));
      const [refused = 0] = grant([ask], own);
      const totals = own.map(({ used, held }, line) => ({
        used: used + (owns[line]?.others ?? 0),
        held,
      }));
      if (refused === -1) for (const charge of charges) this.#book.hold(charge, charge.amount);
      resolve({ refused, totals, degraded: true });
    }
  }

  /** While it is down one batch in each pause asks, and finds out when it is back. */
  #mayAsk(): boolean {
    if (this.#patience.late !== undefined) return false;
    return !this.#down.lasts || this.#options.monotonicNow() >= this.#askAt;
  }

  #sweep(): void {
    const now = this.#options.monotonicNow();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + sweptEveryMs;
    this.#book.sweep(this.nowMs());
  }
}
