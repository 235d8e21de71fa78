/** Waits for what comes about by itself: far longer than it takes, so that only what never comes fails. */
import { setTimeout as sleep } from 'node:timers/promises';

const withinMs = 120_000;
const everyMs = 20;

/** Rejects with what it says of itself by then. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  tell: () => string = () => String(holds),
): Promise<void> {
  for (const end = performance.now() + withinMs; !(await holds());) {
    if (performance.now() > end) throw new Error(`it never came about: ${tell()}`);
    await sleep(everyMs);
  }
}
