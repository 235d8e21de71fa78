/** Memory that the writing thread and its caller both see: a message for each batch would cost more than hashing its lines. */
import type { ToAhead, ToAheadTexts } from './press-messages.ts';
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
  readonly ahead: AheadOrder | undefined;
};

export type AheadOrder = Omit<ToAhead, 'texts'> & { readonly texts: TextOrder | undefined };

/** Texts that stand in a place of their own. */
export type TextOrder = Omit<ToAheadTexts, 'memory'> & { readonly place: number };

/** Counts on which threads wait, then numbers that may be larger than they can be. */
const slots = { orders: 0, lines: 1 } as const;
const slotsBytes = Object.keys(slots).length * Int32Array.BYTES_PER_ELEMENT;
/** Where the numbers of each part of an order begin. */
const parts = { batch: 0, ahead: 6, texts: 12, end: 18 } as const;
const numbersBytes = parts.end * Float64Array.BYTES_PER_ELEMENT;
/** In place of a descriptor where nothing is written ahead, or of a place where no texts are. */
const none = -1;
const hashCharacters = 2 * hashBytes;
/** The hash before the first line, then that of the last. */
const deskBytes = slotsBytes + numbersBytes + 2 * hashCharacters;

export class Desk {
  readonly memory: SharedArrayBuffer;
  readonly #slots: Int32Array<SharedArrayBuffer>;
  readonly #numbers: Float64Array<SharedArrayBuffer>;
  readonly #hashes: Buffer<SharedArrayBuffer>;
  #seen = 0;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(deskBytes)) {
    this.memory = memory;
    this.#slots = new Int32Array(memory, 0, Object.keys(slots).length);
    this.#numbers = new Float64Array(memory, slotsBytes, parts.end);
    this.#hashes = Buffer.from(memory, slotsBytes + numbersBytes);
  }

  /** One at a time: the next order is given when this one is answered. */
  order({ file, place, places, bytes, sync, prev, ahead }: Order): void {
    this.#numbers.set([file, place, places, bytes, sync ? 1 : 0, ahead?.file ?? none]);
    if (ahead !== undefined) {
      const { at, generation, index, base, segment, offset, texts } = ahead;
      this.#numbers.set([at, generation, index, base, segment, offset], parts.ahead);
      this.#numbers.set(texts === undefined ? [none] : listTexts(texts), parts.texts);
    }
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
    const [file = 0, place = 0, places = 0, bytes = 0, sync, aheadFile = none] = this.#numbers;
    const prev = this.#hashes.toString('latin1', 0, hashCharacters);
    const ahead = aheadFile === none ? undefined : this.#readAhead(aheadFile);
    return { file, place, places, bytes, sync: sync === 1, prev, ahead };
  }

  #readAhead(file: number): AheadOrder {
    const [at = 0, generation = 0, index = 0, base = 0, segment = 0, offset = 0] =
      this.#numbers.subarray(parts.ahead);
    const texts = this.#readTexts();
    return { file, at, generation, index, base, segment, offset, texts };
  }

  #readTexts(): TextOrder | undefined {
    const [place = none, from = 0, bytes = 0, day = 0, number = 0, offset = 0] =
      this.#numbers.subarray(parts.texts);
    return place === none ? undefined : { place, from, bytes, day, number, offset };
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

function listTexts({ place, from, bytes, day, number, offset }: TextOrder): readonly number[] {
  return [place, from, bytes, day, number, offset];
}
