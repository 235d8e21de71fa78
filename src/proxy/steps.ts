/** Steps of work on a call that may be long, and how a thread that serves takes them. */
import type { Steps } from '../governance/steps.ts';

export { finishSteps, type Steps } from '../governance/steps.ts';

/** Asked before each step: resolves when the thread has time for it; undefined where it has some now. */
export type Step = () => Promise<void> | undefined;

/** As many values as are looked at in a step: they take well below a millisecond, a few of them where nothing is compiled yet. */
export const stepItems = 1024;

/** Where there is nothing to divide. */
export function* inOneStep<T>(make: () => T): Steps<T> {
  yield;
  return make();
}

/** As many characters as are encoded in a step. */
const stepCharacters = 262_144;

export function* toBytes(text: Steps<string>): Steps<Buffer> {
  const whole = yield* text;
  yield;
  if (whole.length <= stepCharacters) return Buffer.from(whole);
  const stretches = [...stretchesOf(whole)];
  let length = 0;
  for (const stretch of stretches) {
    length += Buffer.byteLength(stretch);
    yield;
  }
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const stretch of stretches) {
    at += bytes.write(stretch, at);
    yield;
  }
  return bytes;
}

/** Of a long text, none of which ends between the halves of a character. */
function* stretchesOf(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + stepCharacters);
    if (to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to -= 1;
    yield text.slice(from, to);
    from = to;
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
