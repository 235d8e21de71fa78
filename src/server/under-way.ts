/** The calls under way: how many, how much work they are, and how many bytes their bodies hold. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A call whose answer has begun has been read, judged and recorded: what is left of it is little work. */
const answeringWeight = 0.1;

export class UnderWay {
  /** With the bytes of the body that each may hold. */
  readonly #calls = new Map<ServerResponse, number>();
  readonly #bodyBytesMax: number;
  #answering = 0;
  #heldBytes = 0;

  constructor(bodyBytesMax: number) {
    this.#bodyBytesMax = bodyBytesMax;
  }

  get count(): number {
    return this.#calls.size;
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
    if (headers['transfer-encoding'] !== undefined) return this.#bodyBytesMax;
    const length = Number(headers['content-length'] ?? 0);
    return length > 0 ? Math.min(length, this.#bodyBytesMax) : 0;
  }

  add(response: ServerResponse, bytes: number): void {
    this.#calls.set(response, bytes);
    this.#heldBytes += bytes;
    response.once('close', () => {
      this.#heldBytes -= this.#calls.get(response) ?? 0;
      this.#calls.delete(response);
    });
  }

  /** Nobody tells when an answer begins, so it is looked at now and then. */
  look(): void {
    let answering = 0;
    for (const [response, bytes] of this.#calls) {
      if (!response.headersSent) continue;
      answering += 1;
      if (bytes === 0) continue;
      this.#heldBytes -= bytes;
      this.#calls.set(response, 0);
    }
    this.#answering = answering;
  }
}
