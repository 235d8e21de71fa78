/** Waits for the vault no longer than a caller may. */
import { unavailable } from '../unavailable.ts';

/** The work itself goes on; only nobody waits for it any longer. */
export function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(unavailable(`no content key came within ${timeoutMs} ms`));
    // What came while the process stood still is looked at before it counts as late.
    const timer = setTimeout(() => setImmediate(fail), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
