/** Work on a call that may be long, in steps of which each is short: done in one go, or with the thread given to others in between. */

/** Each yield ends a step. */
export type Steps<T> = Generator<void, T, void>;

/** Asked before each step: resolves when the thread has time for it; undefined where it has some now. */
export type Step = () => Promise<void> | undefined;

/** As many values as are looked at in a step: they take well below a millisecond, a few of them where nothing is compiled yet. */
export const stepItems = 1024;

/** Where there is nothing to divide. */
export function* inOneStep<T>(make: () => T): Steps<T> {
  yield;
  return make();
}

export function* toBytes(text: Steps<string>): Steps<Buffer> {
  const whole = yield* text;
  yield;
  return Buffer.from(whole);
}

export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export async function takeSteps<T>(steps: Steps<T>, step: Step): Promise<T> {
  for (;;) {
    const turn = step();
    if (turn !== undefined) await turn;
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
