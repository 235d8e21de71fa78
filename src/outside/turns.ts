/** Lets so many in at the same time, so many wait in order, and turns the rest away. */
import { CannotJudge } from './cannot-judge.ts';

export class Turns {
  readonly #most: number;
  readonly #waitingMax: number;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(most: number, waitingMax: number) {
    this.#most = most;
    this.#waitingMax = waitingMax;
  }

  /** Resolves to what ends the turn. Whoever gives up while waiting is forgotten and rejected. */
  take(signal: AbortSignal): Promise<() => void> {
    if (this.#taken < this.#most) return Promise.resolve(this.#begin());
    if (this.#waiting.size >= this.#waitingMax)
      return Promise.reject(new CannotJudge('has as many calls waiting as it may', false));
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(this.#begin());
      };
      const leave = (): void => {
        this.#waiting.delete(start);
        reject(new CannotJudge('was given up while it waited', false));
      };
      this.#waiting.add(start);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #begin(): () => void {
    this.#taken += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#taken -= 1;
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      next();
    };
  }
}
