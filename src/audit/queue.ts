/** Entries on their way to the disk, in the order of the chain, and how many of them go into one write. */
import type { GatewayError } from '../errors.ts';
import type { Link } from './chain.ts';

export type Settle = (error?: GatewayError) => void;

export type Queued = {
  readonly line: Buffer;
  /** The line without its newline and with a zero byte in front: the input of its leaf hash (RFC 6962). */
  readonly leaf: Buffer;
  /** Where the next entry goes. */
  readonly next: Link;
  /** True for the first line of a segment. */
  readonly opens: boolean;
  readonly settle: Settle;
};

const waitingBytesMax = 67_108_864;
const batchBytesMax = 8_388_608;

export class Queue {
  #entries: Queued[] = [];
  #bytes = 0;

  get length(): number {
    return this.#entries.length;
  }

  /** No more is taken: the disk is slower than the callers. */
  get overrun(): boolean {
    return this.#bytes > waitingBytesMax;
  }

  push(entry: Queued): void {
    this.#bytes += entry.line.length;
    this.#entries.push(entry);
  }

  /** As many entries as fit one write, all of one segment. */
  takeBatch(): readonly Queued[] {
    let bytes = 0;
    let count = 0;
    for (const { line, opens } of this.#entries) {
      if (count > 0 && (opens || bytes + line.length > batchBytesMax)) break;
      bytes += line.length;
      count += 1;
    }
    if (count === this.#entries.length) return this.takeAll();
    this.#bytes -= bytes;
    return this.#entries.splice(0, count);
  }

  takeAll(): readonly Queued[] {
    const entries = this.#entries;
    this.#entries = [];
    this.#bytes = 0;
    return entries;
  }
}
