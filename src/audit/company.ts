/** How long a line waits for others to share its write: no longer than a write takes. */

const lastWriteShare = 1 / 8;

export class Company {
  /** Since when lines wait while the disk has nothing to do. */
  #sinceMs = 0;
  #writeMs = 0;

  /** The first line has come. */
  begin(): void {
    this.#sinceMs = performance.now();
  }

  /** A write has ended that took so long; what waits has waited since then. */
  write(tookMs: number): void {
    this.begin();
    this.#writeMs += (tookMs - this.#writeMs) * lastWriteShare;
  }

  get late(): boolean {
    return performance.now() - this.#sinceMs >= this.#writeMs;
  }
}
