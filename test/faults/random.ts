/** Random numbers from a seed, so that a run can be told again by its seed. */

/** Mulberry32: numbers from 0 up to 1, the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A few of them, in an order that only the seed decides. */
export function pickSome<T>(all: readonly T[], count: number, random: () => number): T[] {
  const keyed = all.map((one) => ({ one, at: random() }));
  return keyed
    .sort((left, right) => left.at - right.at)
    .slice(0, count)
    .map(({ one }) => one);
}
