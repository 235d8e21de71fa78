/** A list of 32-bit integers that grows: what a scan notes down without making an object for each note. */

export class Ints {
  #values: Int32Array;
  length = 0;

  constructor(capacity = 64) {
    this.#values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const wider = new Int32Array(this.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.length] = value;
    this.length++;
  }

  /** 0 where nothing stands. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}
