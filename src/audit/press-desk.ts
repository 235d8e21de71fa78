/** Memory that the writing thread and its caller both see: a message for each batch would cost more than hashing its lines. */
import { hashBytes } from './proof/tree.ts';

/** A batch to chain and write. */
export type Order = {
  readonly file: number;
  /** Where its lines stand. */
  readonly place: number;
  /** How many places the thread has been told of by then. */
  readonly places: number;
  readonly bytes: number;
  readonly sync: boolean;
  readonly prev: string;
};

const slots = { orders: 0, file: 1, place: 2, places: 3, bytes: 4, sync: 5, lines: 6 } as const;
const slotsBytes = Object.keys(slots).length * Int32Array.BYTES_PER_ELEMENT;
const hashCharacters = 2 * hashBytes;
/** The hash before the first line, then that of the last. */
const deskBytes = slotsBytes + 2 * hashCharacters;

export class Desk {
  readonly memory: SharedArrayBuffer;
  readonly #slots: Int32Array<SharedArrayBuffer>;
  readonly #hashes: Buffer<SharedArrayBuffer>;
  #seen = 0;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(deskBytes)) {
    this.memory = memory;
    this.#slots = new Int32Array(memory, 0, Object.keys(slots).length);
    this.#hashes = Buffer.from(memory, slotsBytes);
  }

  /** One at a time: the next order is given when this one is answered. */
  order({ file, place, places, bytes, sync, prev }: Order): void {
    this.#slots.set([file, place, places, bytes, sync ? 1 : 0], slots.file);
    this.#hashes.write(prev, 0, hashCharacters, 'latin1');
    // Whoever sees the count go up sees what was written before it did.
    Atomics.add(this.#slots, slots.orders, 1);
    Atomics.notify(this.#slots, slots.orders);
  }

  /** Blocks the thread until there is an order that it has not seen. */
  wait(): Order {
    while (Atomics.load(this.#slots, slots.orders) === this.#seen) {
      Atomics.wait(this.#slots, slots.orders, this.#seen);
    }
    this.#seen = Atomics.load(this.#slots, slots.orders);
    const [, file = 0, place = 0, places = 0, bytes = 0, sync] = this.#slots;
    const prev = this.#hashes.toString('latin1', 0, hashCharacters);
    return { file, place, places, bytes, sync: sync === 1, prev };
  }

  /** Says how many lines were pressed, and the hash of the last one. The answer itself is a message. */
  answer(lines: number, prev: string): void {
    this.#slots[slots.lines] = lines;
    this.#hashes.write(prev, hashCharacters, hashCharacters, 'latin1');
  }

  get answered(): { readonly lines: number; readonly prev: string } {
    const prev = this.#hashes.toString('latin1', hashCharacters, 2 * hashCharacters);
    return { lines: this.#slots[slots.lines] ?? 0, prev };
  }
}
