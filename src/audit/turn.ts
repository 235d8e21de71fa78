/** Ways to let others go first: all that is due at once, or all that came in. */

/** When all that is due at once is done. */
export function nextTick(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}

/** When all that came in is done. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
