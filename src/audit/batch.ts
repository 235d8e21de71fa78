/** Lines that go to the disk in one write, encoded where the writing thread reads them, each numbered after the one before. */
import type { GatewayError } from '../errors.ts';

/** Told once the line is durable, or why it cannot be made so. */
export type Settle = (error?: GatewayError) => void;

/** Nobody waits for an entry of the trail's own. */
export const silent: Settle = () => undefined;

/** Memory that both threads see. */
export type Room = Buffer<SharedArrayBuffer>;

/** UTF-8 needs no more for a UTF-16 code unit. */
const bytesPerUnitMax = 3;
const newline = 0x0a;
/** Room for the byte that stands before the first line when its leaf is hashed. */
export const headBytes = 1;

export function makeRoom(bytes: number): Room {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

export class Batch {
  /** True where the first line is the first of a segment. */
  readonly opens: boolean;
  readonly #first: number;
  #room: Room;
  #end = headBytes;
  #lastBytes = 0;
  readonly #settles: Settle[] = [];

  /** `room` is the batch's own until it is settled; `first` is the number of its first line. */
  constructor(room: Room, first: number, opens: boolean) {
    this.#room = room;
    this.#first = first;
    this.opens = opens;
  }

  /** Lines of the trail's own, in one batch however long they are. */
  static of(lines: readonly ((seq: number) => string)[], first: number): Batch {
    const batch = new Batch(makeRoom(headBytes), first, false);
    for (const toLine of lines) batch.add(toLine(batch.next), silent);
    return batch;
  }

  /** The number of the entry after the last line. */
  get next(): number {
    return this.#first + this.#settles.length;
  }

  get lines(): number {
    return this.#settles.length;
  }

  /** Lines that somebody waits for. */
  get awaited(): number {
    return this.#settles.filter((settle) => settle !== silent).length;
  }

  /** How long the last line is on disk. */
  get lastBytes(): number {
    return this.#lastBytes;
  }

  /** How long all lines are on disk. */
  get size(): number {
    return this.#end - headBytes;
  }

  /** The lines stand behind `headBytes`. */
  get room(): Room {
    return this.#room;
  }

  add(line: string, settle: Settle): void {
    this.#makeRoom(line.length * bytesPerUnitMax + 1);
    const from = this.#end;
    const to = from + this.#room.write(line, from);
    this.#room[to] = newline;
    this.#end = to + 1;
    this.#lastBytes = this.#end - from;
    this.#settles.push(settle);
  }

  settle(error?: GatewayError): void {
    for (const settle of this.#settles) settle(error);
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#room.length) return;
    const larger = makeRoom(Math.max(this.#room.length * 2, this.#end + bytes));
    this.#room.copy(larger, 0, 0, this.#end);
    this.#room = larger;
  }
}
