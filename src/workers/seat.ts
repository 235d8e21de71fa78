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
  /** What its threads have worked so far, in a unit of the system's; undefined where that is not told. */
  readonly readWork: () => number | undefined;
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
  readonly tell: (message: string, fields: Readonly<Record<string, unknown>>) => void;
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
  /** How often it was looked at while it started. */
  looks: number;
  /** As it was when it answered last, or was last seen to do something. */
  work: number | undefined;
  isGivenUp: boolean;
};

/** A process that ends before it has lived this long is likely to end again. */
const steadyMs = 5_000;
/** A process that leaves so many questions unanswered does nothing else either. */
const pingsMax = 6;
/** A start that takes so many looks: a quarter of an hour. Tables of a database that have grown take ten minutes to change. */
const startLooksMax = 180;
/** How often it is told that a start takes long, in looks. */
const startToldEach = 12;

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
      ...{ asked: false, unanswered: 0, looks: 0, work: process.readWork(), isGivenUp: false },
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
    for (;;) {
      const channel = this.#sitting?.channel;
      if (this.serves && channel?.isLost === false) return channel;
      await this.#change(until);
    }
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
    if (sitting === undefined || sitting.isGivenUp) return;
    const why = this.#findStill(sitting);
    if (why !== undefined) {
      sitting.isGivenUp = true;
      const { worker, tell } = this.#options;
      tell('a worker stands still and is ended', { worker, why });
      sitting.process.kill('SIGKILL');
      return;
    }
    sitting.unanswered += 1;
    // One question at a time: a process that reads nothing must not be sent more and more.
    if (sitting.unanswered > 1) return;
    sitting.channel.call('ping').then(
      () => (sitting.unanswered = 0),
      () => undefined,
    );
  }

  /** Why the process has to be ended, where it has. */
  #findStill(sitting: Sitting): string | undefined {
    if (this.serves || sitting.asked)
      return sitting.unanswered < pingsMax ? undefined : 'it does not answer';
    sitting.looks += 1;
    const { worker, tell } = this.#options;
    if (sitting.looks % startToldEach === 0) tell('a worker takes long to start', { worker });
    return findStillStarting(sitting);
  }

  #listen(channel: Channel<WorkerCalls>, url: string): void {
    const sitting = this.#sitting;
    if (sitting?.channel !== channel) return;
    // Whoever says that it serves is alive, however much it left unanswered while it started.
    sitting.unanswered = Math.min(sitting.unanswered, 1);
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

/** While it starts it may have a whole log to read in one go, and answers nothing meanwhile; but then it works. */
function findStillStarting(sitting: Sitting): string | undefined {
  const { unanswered, looks } = sitting;
  const isLate = looks > startLooksMax;
  const work = sitting.process.readWork();
  if (unanswered === 0) {
    sitting.work = work;
    return isLate ? 'its start comes to no end' : undefined;
  }
  if (unanswered < pingsMax) return undefined;
  if (work === undefined) return isLate ? 'it answers nothing while it starts' : undefined;
  if (work === sitting.work) return 'it does nothing to start';
  sitting.work = work;
  sitting.unanswered = 1;
  return undefined;
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
