/** Drinks an upstream's stream, one reading of its socket at a time, and lets it rest while nothing that comes is waited for. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { Alarm } from './alarm.ts';

/**
 * What became of a chunk: nothing more is wanted, nothing more is missing, it should be followed at once, or nothing can go
 * before so many times as much has come.
 */
export type Taken = 'over' | 'whole' | 'more' | number;

/**
 * Chunks that come closer together than this are read together: each reading of a socket costs as much as judging what
 * it brought. What is gathered would be held back anyway.
 */
const gapMs = 8;
/** With what an alarm may take longer 20 ms, which is far below what anybody sees. */
const restMsMax = 12;
const restMsMin = 2;
/** One for all streams: what several of them brought is dealt with in one turn. */
const alarm = new Alarm();

/**
 * Resolves when the stream has ended, when nothing more of it is wanted, or so long after nothing more of it was missing;
 * rejects where it breaks, or `take` throws.
 */
export function drink(
  stream: IncomingMessage,
  openMs: number,
  take: (chunk: Buffer) => Taken | Promise<Taken>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = new Source(stream, openMs, take, (error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    source.open();
  });
}

class Source {
  readonly #stream: IncomingMessage;
  readonly #openMs: number;
  readonly #take: (chunk: Buffer) => Taken | Promise<Taken>;
  readonly #settle: (error?: Error) => void;
  readonly #onData = (chunk: Buffer): void => this.#hear(chunk);
  readonly #onTurn = (): void => this.#deal();
  // A thread that was busy for so long may not have seen yet what came in time.
  readonly #onLate = (): void => void setImmediate(() => this.#close());
  /** What one reading of the socket brought, which is dealt with at once. */
  #came: Buffer[] = [];
  #asleep: { readonly socket: Socket; readonly leave: () => void } | undefined;
  /** True: what the socket kept while it rested is on its way. */
  #waking = false;
  #dealtMs = performance.now();
  #busy = false;
  #over = false;
  /** Runs while nothing is missing and the upstream has not ended; signs of life do not prolong it. */
  #closing: NodeJS.Timeout | undefined;
  /** Set once the stream has ended, well or not. */
  #ended: { readonly error: Error | undefined } | undefined;

  constructor(
    stream: IncomingMessage,
    openMs: number,
    take: (chunk: Buffer) => Taken | Promise<Taken>,
    settle: (error?: Error) => void,
  ) {
    this.#stream = stream;
    this.#openMs = openMs;
    this.#take = take;
    this.#settle = settle;
  }

  open(): void {
    finished(this.#stream, { writable: false }, (error) => {
      this.#ended = { error: error ?? undefined };
      this.#deal();
    });
    this.#stream.on('data', this.#onData);
  }

  #hear(chunk: Buffer): void {
    if (this.#came.push(chunk) === 1 && !this.#waking) process.nextTick(this.#onTurn);
  }

  #deal(): void {
    while (!this.#busy && !this.#over && this.#came.length > 0) this.#takeCame();
    if (this.#ended !== undefined && !this.#busy) this.#finish(this.#ended.error);
  }

  #takeCame(): void {
    const chunks = this.#came;
    this.#came = [];
    const [only] = chunks;
    try {
      const taken = this.#take(
        only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks),
      );
      if (typeof taken === 'object') this.#wait(taken, chunks.length);
      else this.#goOn(taken, chunks.length);
    } catch (error) {
      this.#finish(toError(error));
    }
  }

  #wait(taking: Promise<Taken>, chunks: number): void {
    this.#busy = true;
    this.#stream.pause();
    taking.then(
      (taken) => {
        this.#busy = false;
        this.#goOn(taken, chunks);
        this.#deal();
        if (!this.#over && !this.#isBusy()) this.#stream.resume();
      },
      (error: unknown) => this.#finish(toError(error)),
    );
  }

  /** Read anew, since dealing with what came may have changed it. */
  #isBusy(): boolean {
    return this.#busy;
  }

  #goOn(taken: Taken, chunks: number): void {
    const nowMs = performance.now();
    const passedMs = nowMs - this.#dealtMs;
    this.#dealtMs = nowMs;
    if (taken === 'whole') {
      this.#closing ??= setTimeout(this.#onLate, this.#openMs);
      return;
    }
    this.#forgetEnd();
    if (taken === 'over') this.#finish();
    else if (taken !== 'more' && passedMs < chunks * gapMs)
      this.#rest(taken * Math.max(passedMs, 1));
  }

  #close(): void {
    if (this.#closing === undefined) return;
    this.#forgetEnd();
    // Its end may be among what is not read yet; then its time begins anew.
    if (!this.#busy) this.#finish();
  }

  #forgetEnd(): void {
    clearTimeout(this.#closing);
    this.#closing = undefined;
  }

  /** The socket rests, so that what comes meanwhile is read at once; a stream that is slow is never rested. */
  #rest(expectedMs: number): void {
    const restMs = Math.min(restMsMax, Math.floor(expectedMs));
    if (restMs < restMsMin || this.#asleep !== undefined || this.#stream.complete) return;
    const { socket } = this.#stream;
    const asleep = { socket, leave: alarm.set(restMs, () => this.#wake()) };
    this.#asleep = asleep;
    // What came is still on its way through node's reader of messages, which would wake the socket again when it is done.
    setImmediate(() => {
      if (this.#asleep === asleep) socket.pause();
    });
  }

  #wake(): void {
    const asleep = this.#asleep;
    if (asleep === undefined) return;
    this.#asleep = undefined;
    asleep.leave();
    if (asleep.socket.destroyed) return;
    asleep.socket.resume();
    if (this.#over) return;
    // One chunk was read before the socket stood still; the others are read in this turn, behind it.
    this.#waking = true;
    setImmediate(() => {
      this.#waking = false;
      this.#deal();
    });
  }

  #finish(error?: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#forgetEnd();
    this.#stream.off('data', this.#onData);
    // A socket that goes back to its pool must not go back asleep.
    this.#wake();
    this.#settle(error);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('unknown', { cause: thrown });
}
