/** The calls under way: how many, how much work they are, and how many bytes their bodies hold. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A call whose answer has begun has been read, judged and recorded: what is left of it is little work. */
const answeringWeight = 0.1;

/** With the bytes of the body that it may hold, and its place in the list. */
type Call = { readonly response: ServerResponse; bytes: number; at: number; watched: boolean };

export type UnderWayLimits = {
  readonly bodyBytesMax: number;
  readonly clientStallTimeoutMs: number;
};

export class UnderWay {
  /**
   * A list, since a map that members come to and leave makes itself anew every few calls: what it was made anew from still
   * names all that were in it, and once the engine takes that for old, every call after it is kept until the whole heap is
   * looked through.
   */
  readonly #calls: Call[] = [];
  readonly #limits: UnderWayLimits;
  #answering = 0;
  #heldBytes = 0;

  constructor(limits: UnderWayLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#calls.length;
  }

  /** As how many calls that have to be judged they count. */
  get weight(): number {
    return this.count - Math.min(this.#answering, this.count) * (1 - answeringWeight);
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** A body that does not say how long it is may become as long as it may be. */
  bytesOf({ headers }: IncomingMessage): number {
    const { bodyBytesMax } = this.#limits;
    if (headers['transfer-encoding'] !== undefined) return bodyBytesMax;
    const length = Number(headers['content-length'] ?? 0);
    return length > 0 ? Math.min(length, bodyBytesMax) : 0;
  }

  add(response: ServerResponse, bytes: number): void {
    const call = { response, bytes, at: this.#calls.length, watched: false };
    this.#calls.push(call);
    this.#heldBytes += bytes;
    response.once('close', () => this.#remove(call));
  }

  /** Nobody tells when an answer begins, so it is looked at now and then. */
  look(): void {
    let answering = 0;
    for (const call of this.#calls) {
      if (!call.response.headersSent) continue;
      answering += 1;
      this.#heldBytes -= call.bytes;
      call.bytes = 0;
      if (!call.watched) this.#watch(call);
    }
    this.#answering = answering;
  }

  /**
   * Whoever leaves unread what stands ready would keep its place for as long. By the socket's own clock, which begins anew
   * whenever some of it was read; what it tells of while nothing waits to be read is somebody else's silence.
   */
  #watch(call: Call): void {
    const { response } = call;
    if (!response.writableEnded && !response.writableNeedDrain) return;
    call.watched = true;
    response.setTimeout(this.#limits.clientStallTimeoutMs, () => {
      if (response.writableLength > 0) response.destroy();
    });
  }

  /** The last one takes its place. */
  #remove(call: Call): void {
    this.#heldBytes -= call.bytes;
    const last = this.#calls.pop();
    if (last === undefined || last === call) return;
    last.at = call.at;
    this.#calls[call.at] = last;
  }
}
