/** The workers of one machine: started, replaced where one dies, restarted in turn, and stopped together. */
import { setTimeout as pause } from 'node:timers/promises';
import { GatewayError } from '../errors.ts';
import type { WorkerCalls } from './calls.ts';
import type { Channel } from './channel.ts';
import type { Asked } from './figures.ts';
import type { Member } from './policy-spread.ts';
import { Seat, type SeatOptions } from './seat.ts';

export type TeamOptions = Omit<SeatOptions, 'worker' | 'onExit'> & {
  readonly workers: number;
  /** A worker's process is gone. */
  readonly onEnd: (worker: number) => void;
  readonly tell: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

const lookEveryMs = 5_000;
const restartPauseMs = 100;
const restartPauseMsMax = 5_000;
/** How long whoever needs a worker that is being replaced waits for it. */
const reachTimeoutMs = 10_000;
/** How long a restart waits for a worker that takes its place anew, before it leaves the others alone. */
const renewTimeoutMs = 60_000;

export class Team {
  readonly #options: TeamOptions;
  readonly #seats: readonly Seat[];
  readonly #watch: NodeJS.Timeout;
  #stopping = false;
  #restarting: Promise<boolean> | undefined;

  constructor(options: TeamOptions) {
    this.#options = options;
    this.#seats = Array.from({ length: options.workers }, (_, index) => {
      const worker = index + 1;
      return new Seat({ ...options, worker, onExit: (exit) => this.#replace(worker, exit) });
    });
    this.#watch = setInterval(() => this.#seats.forEach((seat) => seat.look()), lookEveryMs);
  }

  /** Resolves to the address when all listen; rejects where one ends before. */
  async start(): Promise<string> {
    for (const seat of this.#seats) seat.start();
    const urls = await Promise.all(this.#seats.map((seat) => seat.listening()));
    return urls[0] ?? '';
  }

  /** Workers that have asked for their policies, and so have to be told of newer ones. */
  joined(): readonly Member[] {
    return this.#seats.flatMap((seat, index) => {
      const { channel, hasJoined } = seat;
      if (channel === undefined || !hasJoined) return [];
      const end = (why: string): void => {
        this.#options.tell('a worker cannot go on and is ended', { worker: index + 1, why });
        seat.end(channel, why);
      };
      return [{ channel, end }];
    });
  }

  /** Those that serve. */
  serving(): readonly Asked[] {
    return this.#seats.flatMap(({ channel, serves }, index) =>
      channel !== undefined && serves ? [{ worker: index + 1, channel }] : [],
    );
  }

  /** One of them, waited for while it is being replaced. */
  async reach(worker: number): Promise<Channel<WorkerCalls>> {
    const seat = this.#seats[worker - 1];
    const left = AbortSignal.timeout(reachTimeoutMs);
    const channel = await seat?.reach(left).catch(() => undefined);
    if (channel !== undefined) return channel;
    throw new GatewayError('not_ready', `the log of worker ${worker} cannot be asked now`, {
      headers: { 'retry-after': '1' },
    });
  }

  /** One worker after the other ends and comes back, so that the others serve meanwhile; false where one does not. */
  restart(): Promise<boolean> {
    this.#restarting ??= this.#restart().finally(() => {
      this.#restarting = undefined;
    });
    return this.#restarting;
  }

  /** All at once; true where each of them ended as it should. */
  async stop(): Promise<boolean> {
    this.#stopping = true;
    const statuses = await Promise.all(this.#seats.map((seat) => seat.stop()));
    // Not before: one that stands still would be waited for without end.
    clearInterval(this.#watch);
    return statuses.every((status) => status === 0);
  }

  /** Without waiting for anything: the next start recovers what was under way. */
  kill(): void {
    this.#stopping = true;
    clearInterval(this.#watch);
    for (const seat of this.#seats) seat.kill();
  }

  async #restart(): Promise<boolean> {
    const { tell } = this.#options;
    tell('workers are restarted one after the other', { workers: this.#seats.length });
    for (const [index, seat] of this.#seats.entries()) {
      if (this.#stopping) return true;
      await seat.stop();
      const back = await seat.reach(AbortSignal.timeout(renewTimeoutMs)).catch(() => undefined);
      if (back === undefined) {
        tell('a worker did not come back; the others are left as they are', { worker: index + 1 });
        return false;
      }
    }
    tell('workers were restarted', { workers: this.#seats.length });
    return true;
  }

  /** Its exchanges are recovered by whoever opens its log next. */
  #replace(worker: number, exit: SeatExit): void {
    const { status, asked, early } = exit;
    this.#options.onEnd(worker);
    if (this.#stopping) return;
    const seat = this.#seats[worker - 1];
    if (!asked) this.#options.tell('a worker ended and is replaced', { worker, status });
    const delayMs = asked || early === 0 ? 0 : restartPauseMs * 2 ** Math.min(early, 10);
    void pause(Math.min(delayMs, restartPauseMsMax)).then(() => {
      if (!this.#stopping) seat?.start();
    });
  }
}

type SeatExit = Parameters<SeatOptions['onExit']>[0];
