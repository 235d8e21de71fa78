/** Gives way on a core that all threads share: one that always has something to do keeps the others waiting for it. */

/** Any thread that is ready takes the core for at least so long, and the system adds the slack of its timers. */
const awayMs = 0.001;

/**
 * An entry needs the core three times, and each for a moment only: its text is written, its line is hashed and written,
 * and both are told. While calls keep coming the system would let each of these wait for its next tick, which is four
 * milliseconds on most machines, and no call goes on before its entry is durable.
 */
export class GiveWay {
  readonly #isNeeded: () => boolean;
  readonly #cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #due = false;

  /** `isNeeded`: whether another thread has work that calls wait for. */
  constructor(isNeeded: () => boolean) {
    this.#isNeeded = isNeeded;
  }

  /** Once, when this turn of the thread has done what it had to do. */
  soon(): void {
    if (this.#due) return;
    this.#due = true;
    setImmediate(this.#give);
  }

  readonly #give = (): void => {
    this.#due = false;
    if (this.#isNeeded()) Atomics.wait(this.#cell, 0, 0, awayMs);
  };
}
