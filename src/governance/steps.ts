/** Work in steps of which each is short: done in one go, or with the thread given to others in between. */

/** Each yield ends a step. */
export type Steps<T> = Generator<void, T, void>;

export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
