/** Whether more calls come than there is room for: a crowd comes with a refusal, and is gone when there is room again. */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** Looked at this often. */
const windowMs = 1_000;
/** Of those that begin, so many would leave nobody behind them if calls came just as fast as they are brought to their end. */
const freeShare = 1 / 4;
/** Of its time, a thread that is busy for less could have begun with those that were refused. */
const busyShare = 9 / 10;
/** A thread that is busy for less waits for something else: for a disk, say, that others keep at work. */
const pressedShare = 3 / 4;

type Clock = {
  readonly now: () => number;
  /** Of the time since this was last asked, what the thread was busy for. */
  readonly busy: () => number;
};

export class Crowd {
  readonly #clock: Clock;
  #untilMs = -Infinity;
  #refused = 0;
  #begun = 0;
  /** In the window before this one. */
  #busy = 0;
  /** Of those that began: with nobody behind them. */
  #free = 0;

  constructor(clock: Clock = { now: () => performance.now(), busy: createBusy() }) {
    this.#clock = clock;
  }

  /**
   * While few may wait, some are refused of any load: were that enough for a crowd to stay, one moment of too many calls would
   * be the beginning of refusals without an end. And while most are refused, whoever begins may well leave nobody behind:
   * were that enough for it to go, all would come in who stand before the door, every second again.
   */
  get here(): boolean {
    const nowMs = this.#clock.now();
    if (nowMs < this.#untilMs) return true;
    if (this.#refused === 0 || nowMs >= this.#untilMs + windowMs) return false;
    this.#busy = this.#clock.busy();
    const stays = this.#busy >= busyShare || this.#free <= this.#begun * freeShare;
    if (stays) this.#look(nowMs);
    return stays;
  }

  /** Whether it is the thread that there is not enough of: then whatever is begun besides only waits for the rest. */
  get pressing(): boolean {
    return this.here && this.#busy >= pressedShare;
  }

  refuse(): void {
    if (!this.here) {
      this.#busy = this.#clock.busy();
      this.#look(this.#clock.now());
    }
    this.#refused += 1;
  }

  /** A call begins that leaves so many behind it: that wait, or found no room since the one before began. */
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

/** Asked each time for what has passed since the time before. */
export function createBusy(): Clock['busy'] {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
