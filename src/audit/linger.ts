/** How long a line waits for others to share its write: no longer than a write takes. */

const lastWriteShare = 1 / 8;

export class Linger {
  /** Since when lines wait while the disk has nothing to do. */
  #sinceMs = 0;
  #writeMs = 0;

  /** The first line waits from now on. */
  begin(): void {
    this.#sinceMs = performance.now();
  }

  get isOver(): boolean {
    return performance.now() - this.#sinceMs >= this.#writeMs;
  }

  /** A write that began then is done; who came meanwhile waits from now on. */
  wrote(beganMs: number): void {
    this.#sinceMs = performance.now();
    this.#writeMs += (this.#sinceMs - beganMs - this.#writeMs) * lastWriteShare;
  }
}
