/** A list of 32-bit integers that grows: what a scan notes down without making an object for each note. */

/** Most lists of most texts stay empty, so none has room before its first number. */
const none = new Int32Array(0);
/** Below this many a list grows faster: taking room costs more than the room. */
const quick = 1024;

export class Ints {
  readonly #capacity: number;
  #values = none;
  length = 0;

  constructor(capacity = 64) {
    this.#capacity = capacity;
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow();
    this.#values[this.length] = value;
    this.length++;
  }

  /** 0 where nothing stands. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  #grow(): void {
    const factor = this.length < quick ? 4 : 2;
    const wider = new Int32Array(Math.max(this.#capacity, this.length * factor));
    wider.set(this.#values);
    this.#values = wider;
  }
}
