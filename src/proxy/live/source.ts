/** Drinks an upstream's stream chunk by chunk, one at a time, and lets small ones gather while none of them is waited for. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';

/** What became of a chunk: nothing more is wanted, it should be followed at once, or the next ones may gather first. */
export type Taken = 'over' | 'more' | 'gather';

/**
 * Chunks that come closer together than this are read together: each reading of a socket costs as much as judging what
 * it brought. Far below what anybody sees, and what is gathered would be held back anyway.
 */
const gatherMs = 8;

/** Resolves when the stream has ended or nothing more of it is wanted; rejects where it breaks, or `take` throws. */
export function drink(
  stream: IncomingMessage,
  take: (chunk: Buffer) => Taken | Promise<Taken>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = new Source(stream, take, (error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    source.open();
  });
}

class Source {
  readonly #stream: IncomingMessage;
  readonly #take: (chunk: Buffer) => Taken | Promise<Taken>;
  readonly #settle: (error?: Error) => void;
  readonly #onData = (chunk: Buffer): void => this.#hear(chunk);
  #asleep: { readonly socket: Socket; readonly timer: NodeJS.Timeout } | undefined;
  #lastMs = 0;
  #busy = false;
  #over = false;
  /** Set once the stream has ended, well or not. */
  #ended: { readonly error: Error | undefined } | undefined;

  constructor(
    stream: IncomingMessage,
    take: (chunk: Buffer) => Taken | Promise<Taken>,
    settle: (error?: Error) => void,
  ) {
    this.#stream = stream;
    this.#take = take;
    this.#settle = settle;
  }

  open(): void {
    finished(this.#stream, { writable: false }, (error) => {
      this.#ended = { error: error ?? undefined };
      if (!this.#busy) this.#finish(error ?? undefined);
    });
    this.#stream.on('data', this.#onData);
  }

  #hear(chunk: Buffer): void {
    try {
      const taken = this.#take(chunk);
      if (typeof taken === 'string') {
        this.#goOn(taken);
        return;
      }
      this.#busy = true;
      this.#stream.pause();
      taken.then(
        (settled) => {
          this.#busy = false;
          this.#goOn(settled);
          if (this.#ended !== undefined) this.#finish(this.#ended.error);
          else if (!this.#over) this.#stream.resume();
        },
        (error: unknown) => this.#finish(toError(error)),
      );
    } catch (error) {
      this.#finish(toError(error));
    }
  }

  #goOn(taken: Taken): void {
    if (taken === 'over') this.#finish();
    else if (taken === 'gather') this.#gather();
  }

  /** The socket rests, so that what comes meanwhile is read at once; a stream that is slow is never rested. */
  #gather(): void {
    const nowMs = performance.now();
    const isFast = nowMs - this.#lastMs < gatherMs;
    this.#lastMs = nowMs;
    if (!isFast || this.#asleep !== undefined || this.#stream.complete) return;
    const { socket } = this.#stream;
    socket.pause();
    this.#asleep = { socket, timer: setTimeout(() => this.#wake(), gatherMs) };
  }

  #wake(): void {
    const asleep = this.#asleep;
    if (asleep === undefined) return;
    this.#asleep = undefined;
    clearTimeout(asleep.timer);
    this.#lastMs = performance.now();
    if (!asleep.socket.destroyed) asleep.socket.resume();
  }

  #finish(error?: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#stream.off('data', this.#onData);
    // A socket that goes back to its pool must not go back asleep.
    this.#wake();
    this.#settle(error);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('unknown', { cause: thrown });
}
