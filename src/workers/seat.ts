/** A worker's place: one process after the other sits on it, under one number and with one log. */
import type { Joined, PrimaryCalls, WorkerCalls } from './calls.ts';
import { Channel } from './channel.ts';

/** A process as the primary holds it. */
export type WorkerProcess = {
  readonly send: (message: unknown, onSent: (error: Error | null) => void) => unknown;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly onMessage: (hear: (message: unknown) => void) => void;
  /** `status` is its exit status, or the name of the signal that ended it. */
  readonly onExit: (end: (status: number | string) => void) => void;
};

export type SeatOptions = {
  readonly worker: number;
  readonly fork: () => WorkerProcess;
  /** What its process may ask here, beside what concerns the seat itself. */
  readonly serve: (worker: number) => SeatCalls;
  readonly onExit: (exit: {
    readonly status: number | string;
    /** Whether it was asked to end. */
    readonly asked: boolean;
    /** How many ended here soon after their start, one after the other. */
    readonly early: number;
  }) => void;
};

export type SeatCalls = Omit<PrimaryCalls, 'join' | 'tellListening'> & {
  /** `joined` is called when nothing newer can have been told yet. */
  readonly join: (joined: () => void) => Promise<Joined>;
};

type Sitting = {
  readonly process: WorkerProcess;
  readonly channel: Channel<WorkerCalls>;
  readonly startedMs: number;
  readonly exited: Promise<number | string>;
  asked: boolean;
  unanswered: number;
};

/** A process that ends before it has lived this long is likely to end again. */
const steadyMs = 5_000;
/** A process that leaves so many questions unanswered does nothing else either. */
const pingsMax = 6;

export class Seat {
  readonly #options: SeatOptions;
  #sitting: Sitting | undefined;
  #url: string | undefined;
  #joined = false;
  #early = 0;
  /** Those that wait for a process that serves. */
  readonly #waiting = new Set<() => void>();
  readonly #ended = Promise.withResolvers<never>();

  constructor(options: SeatOptions) {
    this.#options = options;
    this.#ended.promise.catch(() => undefined);
  }

  get channel(): Channel<WorkerCalls> | undefined {
    return this.#sitting?.channel;
  }

  get hasJoined(): boolean {
    return this.#joined;
  }

  get serves(): boolean {
    return this.#url !== undefined;
  }

  start(): void {
    const { worker, fork, serve } = this.#options;
    const process = fork();
    const served = serve(worker);
    const channel: Channel<WorkerCalls> = new Channel(
      { send: (envelope, onError) => send(process, envelope, onError) },
      {
        ...served,
        join: () =>
          served.join(() => {
            if (this.#sitting?.channel === channel) this.#joined = true;
          }),
        tellListening: (url: string) => this.#listen(channel, url),
        tellLeaving: (...told: Parameters<PrimaryCalls['tellLeaving']>) => {
          this.#leave(channel);
          served.tellLeaving(...told);
        },
      },
    );
    process.onMessage((message) => channel.hear(message));
    const exited = new Promise<number | string>((resolve) => process.onExit(resolve));
    const sitting: Sitting = {
      ...{ process, channel, exited, startedMs: performance.now() },
      ...{ asked: false, unanswered: 0 },
    };
    this.#sitting = sitting;
    void exited.then((status) => this.#end(sitting, status));
  }

  /** Rejects where the process ends before it listens: the very first start is not tried again. */
  async listening(): Promise<string> {
    await Promise.race([this.reach(new AbortController().signal), this.#ended.promise]);
    return this.#url ?? '';
  }

  /** A process that serves, waited for until the signal. */
  async reach(until: AbortSignal): Promise<Channel<WorkerCalls>> {
    while (!this.serves || this.#sitting === undefined) await this.#change(until);
    return this.#sitting.channel;
  }

  /** Resolves to its exit status when the process has ended; 0 where there was none. */
  async stop(): Promise<number | string> {
    const sitting = this.#sitting;
    if (sitting === undefined) return 0;
    sitting.asked = true;
    sitting.channel.call('stop').catch(() => undefined);
    return sitting.exited;
  }

  kill(): void {
    this.#sitting?.process.kill('SIGKILL');
  }

  /** Ends the process at the other end of the channel, and nobody waits for it any more. */
  end(channel: Channel<WorkerCalls>, why: string): void {
    if (this.#sitting?.channel !== channel) return;
    this.#sitting.process.kill('SIGKILL');
    channel.close(`the worker is ended: ${why}`);
  }

  /** Asks whether the process is alive; one that stands still is ended, since nobody else would notice. */
  look(): void {
    const sitting = this.#sitting;
    // While it starts it may have much to read at once; one that was asked to end has not.
    if (sitting === undefined || !(this.serves || sitting.asked)) return;
    sitting.unanswered += 1;
    if (sitting.unanswered > pingsMax) sitting.process.kill('SIGKILL');
    else
      sitting.channel.call('ping').then(
        () => (sitting.unanswered = 0),
        () => undefined,
      );
  }

  #listen(channel: Channel<WorkerCalls>, url: string): void {
    if (this.#sitting?.channel !== channel) return;
    this.#url = url;
    this.#tell();
  }

  #leave(channel: Channel<WorkerCalls>): void {
    if (this.#sitting?.channel === channel) this.#url = undefined;
  }

  #end(sitting: Sitting, status: number | string): void {
    sitting.channel.close(`the worker ended with ${status}`);
    if (this.#sitting !== sitting) return;
    this.#sitting = undefined;
    this.#url = undefined;
    this.#joined = false;
    const livedMs = performance.now() - sitting.startedMs;
    this.#early = livedMs < steadyMs ? this.#early + 1 : 0;
    const error = new Error(`worker ${this.#options.worker} ended with ${status}`);
    this.#ended.reject(Object.assign(error, { status }));
    this.#options.onExit({ status, asked: sitting.asked, early: this.#early });
  }

  #change(until: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(go);
        reject(new Error('the worker does not serve'));
      };
      const go = (): void => {
        until.removeEventListener('abort', stop);
        resolve();
      };
      if (until.aborted) {
        stop();
        return;
      }
      until.addEventListener('abort', stop, { once: true });
      this.#waiting.add(go);
    });
  }

  #tell(): void {
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }
}

function send(process: WorkerProcess, message: unknown, onError: (error: unknown) => void): void {
  try {
    process.send(message, (error) => {
      if (error !== null) onError(error);
    });
  } catch (error) {
    onError(error);
  }
}
