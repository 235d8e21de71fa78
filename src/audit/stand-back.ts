/** Lets a thread that nobody's call waits for stand back behind those that serve, where both want one core. */
import { constants, getPriority, setPriority } from 'node:os';

/** About a tenth of a core that the others ask for as well, and all of one that they do not. */
const steps = constants.priority.PRIORITY_LOW;
const ownThread = 0;

/**
 * Called on the thread itself, or with the number that the system gave to another one; once and for good. Only Linux has
 * priorities of threads; elsewhere the whole process would stand back, so nothing is done there.
 */
export function standBack(thread = ownThread): void {
  if (process.platform !== 'linux') return;
  try {
    const priority = getPriority(thread) + steps;
    setPriority(thread, Math.min(priority, constants.priority.PRIORITY_LOW));
  } catch {
    // A sandbox may forbid it: then it works as eagerly as the others.
  }
}
