/** The client of a live stream: it gets frames as fast as it reads, hears from time to time that all is well, and may leave. */
import type { ServerResponse } from 'node:http';
import { ClientLeft } from '../client-left.ts';
import { streamHeaders } from '../release.ts';

export type ClientLimits = {
  readonly streamKeepAliveMs: number;
  readonly clientStallTimeoutMs: number;
};

export type LiveHead = {
  readonly status: number;
  readonly type: string;
  readonly headers: () => Readonly<Record<string, string>>;
  /** What is sent while something is held; undefined where the format has no such thing. */
  readonly keepAlive: string | undefined;
};

export class LiveClient {
  readonly #response: ServerResponse;
  readonly #head: LiveHead;
  readonly #limits: ClientLimits;
  readonly #onSent: (text: string) => void;
  readonly #holds: () => boolean;
  #timer: NodeJS.Timeout | undefined;

  /** `onSent` hears of every byte behind the head; `holds` tells whether anything waits. */
  constructor(
    response: ServerResponse,
    head: LiveHead,
    limits: ClientLimits,
    onSent: (text: string) => void,
    holds: () => boolean,
  ) {
    this.#response = response;
    this.#head = head;
    this.#limits = limits;
    this.#onSent = onSent;
    this.#holds = holds;
    if (head.keepAlive !== undefined)
      this.#timer = setTimeout(() => this.#keepAlive(), limits.streamKeepAliveMs);
  }

  /** True once the client has been told that this is a stream: from then on only the stream can tell of an end. */
  get begun(): boolean {
    return this.#response.headersSent;
  }

  get gone(): boolean {
    return this.#response.destroyed;
  }

  expectPresent(): void {
    if (this.gone) throw new ClientLeft('before its answer was complete');
  }

  /** Throws ClientLeft where the client is gone, rejects with it where it does not read for too long. */
  send(text: string): Promise<void> | undefined {
    if (text === '') return undefined;
    this.expectPresent();
    this.#begin();
    this.#onSent(text);
    this.#timer?.refresh();
    return this.#response.write(text) ? undefined : this.#drained();
  }

  /** The last of it: nothing of what was told before may come later. */
  end(text: string): void {
    this.stop();
    if (this.#response.destroyed) return;
    this.#begin();
    this.#response.end(text);
    // Most of it is with the system by now, which nobody has to wait for.
    if (this.#response.writableLength > 0)
      this.#response.setTimeout(this.#limits.clientStallTimeoutMs, () => this.#response.destroy());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #begin(): void {
    const response = this.#response;
    if (response.headersSent) return;
    response.writeHead(this.#head.status, {
      ...this.#head.headers(),
      ...(response.req.complete ? undefined : { connection: 'close' }),
      'content-type': this.#head.type,
      ...streamHeaders,
    });
    // Written by itself, the head is put together to one string, which is a third of the hundred pieces that node would keep
    // of it as long as the stream lasts; it leaves with what comes behind it.
    const { socket } = response;
    socket?.cork();
    response.flushHeaders();
    process.nextTick(() => socket?.uncork());
  }

  #keepAlive(): void {
    const { keepAlive } = this.#head;
    this.#timer?.refresh();
    const { destroyed, writableNeedDrain, writableEnded } = this.#response;
    if (keepAlive === undefined || destroyed || writableNeedDrain || writableEnded) return;
    if (!this.#holds()) return;
    this.#begin();
    this.#onSent(keepAlive);
    this.#response.write(keepAlive);
  }

  #drained(): Promise<void> {
    const response = this.#response;
    return new Promise((resolve, reject) => {
      const done = (error?: Error): void => {
        response.setTimeout(0);
        response.off('timeout', stall);
        response.off('drain', read);
        response.off('close', left);
        if (error === undefined) resolve();
        else reject(error);
      };
      const read = (): void => done();
      const left = (): void => done(new ClientLeft('before its answer was complete'));
      const stall = (): void => {
        done(new ClientLeft('by reading nothing of its answer any more'));
        response.destroy();
      };
      // By the socket's own clock, which begins anew whenever some of it was read: who reads slowly is still there.
      response.setTimeout(this.#limits.clientStallTimeoutMs);
      response.once('timeout', stall);
      response.once('drain', read);
      response.once('close', left);
      if (response.destroyed) left();
    });
  }
}
