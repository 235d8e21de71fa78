/** Lines that go to the disk in one write, encoded where they are written from, each chained to the one before. */
import { hashLine, nextLink } from './chain.ts';
import type { Link } from './chain.ts';
import type { GatewayError } from '../errors.ts';

/** Told once the line is durable, or why it cannot be made so. */
export type Settle = (error?: GatewayError) => void;

/** Nobody waits for an entry of the trail's own. */
export const silent: Settle = () => undefined;

/** UTF-8 needs no more for a UTF-16 code unit. */
const bytesPerUnitMax = 3;
const newline = 0x0a;
let leafInput = Buffer.alloc(4096);

export class Batch {
  /** True where the first line is the first of a segment. */
  readonly opens: boolean;
  #room: Buffer;
  #end = 0;
  #lastFrom = 0;
  readonly #ends: number[] = [];
  readonly #settles: Settle[] = [];
  #next: Link;

  /** `room` is the batch's own until it is settled. */
  constructor(room: Buffer, from: Link, opens: boolean) {
    this.#room = room;
    this.#next = from;
    this.opens = opens;
  }

  /** Lines of the trail's own, in one batch however long they are. */
  static of(lines: readonly ((at: Link) => string)[], from: Link): Batch {
    const batch = new Batch(Buffer.alloc(0), from, false);
    for (const toLine of lines) batch.add(toLine(batch.next), silent);
    return batch;
  }

  /** Where the entry after the last line goes. */
  get next(): Link {
    return this.#next;
  }

  get lines(): number {
    return this.#ends.length;
  }

  /** Lines that somebody waits for. */
  get awaited(): number {
    return this.#settles.filter((settle) => settle !== silent).length;
  }

  /** How long the last line is on disk. */
  get lastBytes(): number {
    return this.#end - this.#lastFrom;
  }

  get size(): number {
    return this.#end;
  }

  get room(): Buffer {
    return this.#room;
  }

  add(line: string, settle: Settle): void {
    const from = this.#end;
    this.#makeRoom(line.length * bytesPerUnitMax + 1);
    const to = from + this.#room.write(line, from);
    this.#room[to] = newline;
    this.#end = to + 1;
    this.#lastFrom = from;
    this.#next = nextLink(this.#next, this.#room.subarray(from, to));
    this.#ends.push(to);
    this.#settles.push(settle);
  }

  bytes(): Buffer {
    return this.#room.subarray(0, this.#end);
  }

  /** The leaf hashes of the lines in lower-case hex. The bytes themselves may be on their way to the disk. */
  leaves(): string[] {
    let from = 0;
    return this.#ends.map((to) => {
      const leaf = hashLeafAt(this.#room, from, to);
      from = to + 1;
      return leaf;
    });
  }

  settle(error?: GatewayError): void {
    for (const settle of this.#settles) settle(error);
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#room.length * 2, this.#end + bytes));
    this.#room.copy(larger, 0, 0, this.#end);
    this.#room = larger;
  }
}

/** SHA-256(0x00 ‖ line), as RFC 6962 has it. */
function hashLeafAt(bytes: Buffer, from: number, to: number): string {
  const length = to - from;
  if (leafInput.length <= length) leafInput = Buffer.alloc(length * 2);
  bytes.copy(leafInput, 1, from, to);
  return hashLine(leafInput.subarray(0, length + 1));
}
