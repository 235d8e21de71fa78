/** Tells a write that hangs: counted in looks, since a process that stands still itself looks at nothing. */

export const watchIntervalMs = 250;

export class Stall {
  readonly #timeoutMs: number;
  #looks: number | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get writing(): boolean {
    return this.#looks !== undefined;
  }

  begin(): void {
    this.#looks = 0;
  }

  end(): void {
    this.#looks = undefined;
  }

  /** Why the write counts as failed; undefined while it may take its time. */
  look(): Error | undefined {
    this.#looks = (this.#looks ?? 0) + 1;
    if (this.#looks * watchIntervalMs < this.#timeoutMs) return undefined;
    return new Error(`writing took longer than ${this.#timeoutMs} ms`);
  }
}
