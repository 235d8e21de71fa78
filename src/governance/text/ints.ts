/** A list of 32-bit integers that grows: what a scan notes down without making an object for each note. */

/** Most lists of most texts stay empty, so none has room before its first number. */
const none = new Int32Array(0);
/** Below this many a list grows faster: taking room costs more than the room. */
const quick = 1024;
/** Short lists stand in one array, one behind the other: an array of its own costs each of them more than its numbers. */
const sharedLength = 1 << 15;
const sharedMax = 4096;
let shared = none;
let taken = 0;

export class Ints {
  readonly #capacity: number;
  /** Where its numbers stand: in its own array or among others, from a place on, and how many have room. */
  #values = none;
  #base = 0;
  #room = 0;
  length = 0;

  constructor(capacity = 64) {
    this.#capacity = capacity;
  }

  push(value: number): void {
    if (this.length === this.#room) this.#grow(this.length + 1);
    this.#values[this.#base + this.length] = value;
    this.length++;
  }

  /** Two at once. */
  pushTwo(first: number, second: number): void {
    if (this.length + 2 > this.#room) this.#grow(this.length + 2);
    const at = this.#base + this.length;
    const values = this.#values;
    values[at] = first;
    values[at + 1] = second;
    this.length += 2;
  }

  /** Three at once. */
  pushThree(first: number, second: number, third: number): void {
    if (this.length + 3 > this.#room) this.#grow(this.length + 3);
    const at = this.#base + this.length;
    const values = this.#values;
    values[at] = first;
    values[at + 1] = second;
    values[at + 2] = third;
    this.length += 3;
  }

  /** Four at once. */
  pushFour(first: number, second: number, third: number, fourth: number): void {
    const at = this.#base + this.length;
    if (this.length + 4 > this.#room) {
      this.#grow(this.length + 4);
      this.pushFour(first, second, third, fourth);
      return;
    }
    const values = this.#values;
    values[at] = first;
    values[at + 1] = second;
    values[at + 2] = third;
    values[at + 3] = fourth;
    this.length += 4;
  }

  /** Six at once. */
  pushSix(one: number, two: number, three: number, four: number, five: number, six: number): void {
    if (this.length + 6 > this.#room) this.#grow(this.length + 6);
    const at = this.#base + this.length;
    const values = this.#values;
    values[at] = one;
    values[at + 1] = two;
    values[at + 2] = three;
    values[at + 3] = four;
    values[at + 4] = five;
    values[at + 5] = six;
    this.length += 6;
  }

  /** 0 where nothing stands. */
  at(index: number): number {
    return index >= 0 && index < this.length ? (this.#values[this.#base + index] ?? 0) : 0;
  }

  set(index: number, value: number): void {
    this.#values[this.#base + index] = value;
  }

  #grow(least: number): void {
    const factor = this.length < quick ? 4 : 2;
    const room = Math.max(this.#capacity, this.length * factor, least);
    const values = this.#values;
    const base = this.#base;
    // Its own array is made longer where it stands; a copy of megabytes would stay until the engine looks.
    if (this.#room > sharedMax) {
      const bytes = room * Int32Array.BYTES_PER_ELEMENT;
      this.#values = new Int32Array(values.buffer.transfer(bytes));
      this.#room = room;
      return;
    }
    if (room > sharedMax) {
      this.#values = new Int32Array(room);
      this.#base = 0;
    } else {
      if (taken + room > shared.length) {
        shared = new Int32Array(sharedLength);
        taken = 0;
      }
      this.#values = shared;
      this.#base = taken;
      taken += room;
    }
    this.#room = room;
    if (this.length > 0) this.#values.set(values.subarray(base, base + this.length), this.#base);
  }
}
