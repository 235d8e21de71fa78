/** Shares the thread out: steps of calls get a few milliseconds of each of its turns, what is left of them waits for the next. */

/** Whatever came in meanwhile is looked at after about this time. */
const sliceMs = 3;
/** While a crowd stands at the door: each that is refused waits for what is left of a slice, and there are many. */
const crowdedSliceMs = 0.3;

/**
 * One write to the disk makes many calls ready at the same time, and their upstream answers many of them together. Done in
 * one go, their next steps would keep everybody else waiting, and would be ready together again.
 */
export class Pace {
  readonly #waiting: (() => void)[] = [];
  readonly #onIdle: () => void;
  readonly #isCrowded: () => boolean;
  readonly #now: () => number;
  #open = false;
  #endsMs = 0;

  /** `onIdle` is told each time when no step waits any more; `isCrowded`: whether more calls come than there is room for. */
  constructor(
    onIdle: () => void = () => undefined,
    isCrowded: () => boolean = () => false,
    now: () => number = () => performance.now(),
  ) {
    this.#onIdle = onIdle;
    this.#isCrowded = isCrowded;
    this.#now = now;
  }

  /** Whether steps wait. */
  get busy(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Undefined where there is time for a step now, which then is to be taken at once, and not after an `await`: the time that
   * it takes is seen by who asks next. Else resolves when there is time.
   */
  step(): Promise<void> | undefined {
    if (!this.busy && this.#hasTime()) return undefined;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      setImmediate(this.#serve);
    });
  }

  /** One step each, so that what it does is done before the next one asks what time it is. */
  readonly #serve = (): void => {
    if (!this.#hasTime()) {
      setImmediate(this.#serve);
      return;
    }
    this.#waiting.shift()?.();
    if (!this.busy) this.#onIdle();
  };

  #hasTime(): boolean {
    const nowMs = this.#now();
    if (this.#open) return nowMs < this.#endsMs;
    this.#open = true;
    this.#endsMs = nowMs + (this.#isCrowded() ? crowdedSliceMs : sliceMs);
    setImmediate(this.#close);
    return true;
  }

  readonly #close = (): void => {
    this.#open = false;
  };
}
