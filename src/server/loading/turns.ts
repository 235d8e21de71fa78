/** Long work that nobody's call waits for, on the thread that serves: a little of it in each turn. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Steps, takeSteps } from '../../proxy/steps.ts';

/** Then whatever came in meanwhile is looked at. */
const sliceMs = 2;

/** `signal`: given up at the next step, with its reason. */
export function takeInTurns<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  let endsMs = performance.now() + sliceMs;
  return takeSteps(steps, () => {
    signal?.throwIfAborted();
    if (performance.now() < endsMs) return undefined;
    return nextTurn().then(() => {
      endsMs = performance.now() + sliceMs;
    });
  });
}
