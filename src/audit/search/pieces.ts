/** Cuts the index's work into short pieces where its thread shares a core with the one that serves. */

/** Whoever wakes on the same core waits for the rest of a piece at most, where else it would wait for a tick of the system. */
const pieceMs = 0.3;
const restMs = 0.2;

/**
 * A thread that stands back gets little of a core that others want, but what it gets is a slice: on most systems it keeps the
 * core until the next tick, up to four milliseconds, though a call has come meanwhile. It keeps it for less if it rests by itself.
 */
export class Pieces {
  readonly #cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #untilMs = Infinity;

  /** From now on in pieces, or in one go. */
  begin(inPieces: boolean): void {
    this.#untilMs = inPieces ? performance.now() + pieceMs : Infinity;
  }

  /** Asked for after each row. */
  readonly rest = (): void => {
    if (this.#untilMs === Infinity || performance.now() < this.#untilMs) return;
    Atomics.wait(this.#cell, 0, 0, restMs);
    this.#untilMs = performance.now() + pieceMs;
  };
}
