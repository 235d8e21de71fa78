/** Policies that are not in force for a reason that is not in them are loaded again: soon at first, then ever later. */

const firstMsDefault = 5_000;
const afterMsMax = 60_000;

export class Again {
  readonly #firstMs: number;
  readonly #act: () => void;
  #afterMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(act: () => void, firstMs = firstMsDefault) {
    this.#firstMs = firstMs;
    this.#act = act;
    this.#afterMs = firstMs;
  }

  /** Told after each load whether another one may come to something else. */
  plan(wanted: boolean): void {
    if (wanted) this.#timer = setTimeout(this.#act, this.#afterMs).unref();
    this.#afterMs = wanted ? Math.min(2 * this.#afterMs, afterMsMax) : this.#firstMs;
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
