/** Whether more calls come than there is room for: a crowd comes with a refusal, and is gone when the door is free again and again. */

/** Looked at this often. */
const windowMs = 1_000;
/** Of those that begin, so many would leave nobody behind them if calls came just as fast as they are brought to their end. */
const freeShare = 1 / 4;

export class Crowd {
  readonly #now: () => number;
  #untilMs = -Infinity;
  #refused = 0;
  #begun = 0;
  /** Of those that began: with nobody behind them. */
  #free = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * While few may wait, some are refused of any load: were that enough for a crowd to stay, one moment of too many calls would
   * be the beginning of refusals without an end.
   */
  get here(): boolean {
    const nowMs = this.#now();
    if (nowMs < this.#untilMs) return true;
    const stays = this.#refused > 0 && this.#free <= this.#begun * freeShare;
    if (!stays || nowMs >= this.#untilMs + windowMs) return false;
    this.#look(nowMs);
    return true;
  }

  refuse(): void {
    if (!this.here) this.#look(this.#now());
    this.#refused += 1;
  }

  /** A call begins that leaves so many behind it. */
  begin(waiting: number): void {
    this.#begun += 1;
    if (waiting === 0) this.#free += 1;
  }

  #look(nowMs: number): void {
    this.#untilMs = nowMs + windowMs;
    this.#refused = 0;
    this.#begun = 0;
    this.#free = 0;
  }
}
