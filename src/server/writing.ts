/** Counts the entries that wait for the disk, and says when more of them would only wait longer. */
import type { Recorder } from '../governance/event.ts';

/** That many never are too many: a disk writes them in one go. */
const roomMin = 16;
/** While a crowd stands at the door of a busy thread the next call is there at once: more only wait for one another. */
const pressedRoomMin = 3;
/** What the disk does is what it did within the last two of these. */
const windowMs = 2_000;
const rateMs = 100;
/** Above what is written in the time of the fastest: else a slow disk could never show that it takes more at once. */
const headroom = 2;

/** Of a window: milliseconds that the fastest entry took, and most entries written in a millisecond. */
type Seen = { fastestMs: number; perMs: number };
const nothing = (): Seen => ({ fastestMs: Infinity, perMs: 0 });

export class Writing {
  readonly #onRoom: () => void;
  readonly #isPressed: () => boolean;
  readonly #now: () => number;
  #count = 0;
  #before = nothing();
  #seen = nothing();
  #windowFromMs = 0;
  #written = 0;
  #rateFromMs = 0;

  /** `onRoom` is told each time when there is room again; `isPressed`: whether the thread has no time for all that comes. */
  constructor(
    onRoom: () => void = () => undefined,
    isPressed: () => boolean = () => false,
    now: () => number = () => performance.now(),
  ) {
    this.#onRoom = onRoom;
    this.#isPressed = isPressed;
    this.#now = now;
  }

  get idle(): boolean {
    return this.#count === 0;
  }

  get full(): boolean {
    return this.#count >= this.room;
  }

  /** As many as are written in the time that one alone takes, and again so many on their way. */
  get room(): number {
    const fastestMs = Math.min(this.#before.fastestMs, this.#seen.fastestMs);
    const perMs = Math.max(this.#before.perMs, this.#seen.perMs);
    const least = this.#isPressed() ? pressedRoomMin : roomMin;
    if (fastestMs === Infinity) return least;
    return Math.max(least, Math.ceil(headroom * perMs * fastestMs));
  }

  /** The same recorder, counted. Refused calls are mostly not written one by one, so that they say nothing of the disk. */
  count(record: Recorder): Recorder {
    return (event) => {
      if (event.type === 'denied') return record(event);
      const beganMs = this.#now();
      this.#count += 1;
      return record(event).then(
        (recorded) => {
          this.#end(beganMs);
          return recorded;
        },
        (error: unknown) => {
          this.#end(beganMs);
          throw error;
        },
      );
    };
  }

  #end(beganMs: number): void {
    const nowMs = this.#now();
    const before = this.#count - this.room;
    this.#count -= 1;
    this.#written += 1;
    if (nowMs - this.#windowFromMs >= windowMs) {
      this.#windowFromMs = nowMs;
      this.#before = this.#seen;
      this.#seen = nothing();
    }
    this.#seen.fastestMs = Math.min(this.#seen.fastestMs, nowMs - beganMs);
    const passedMs = nowMs - this.#rateFromMs;
    if (passedMs >= rateMs) {
      this.#seen.perMs = Math.max(this.#seen.perMs, this.#written / passedMs);
      this.#written = 0;
      this.#rateFromMs = nowMs;
    }
    if (before >= 0 && !this.full) this.#onRoom();
  }
}
