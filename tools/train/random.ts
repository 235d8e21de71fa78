/** Random numbers that a seed decides, so that training twice makes the same file. */

export type Random = {
  /** From 0 up to but not 1. */
  readonly next: () => number;
  readonly below: (limit: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly shuffle: (items: Int32Array) => void;
};

/** A stream of its own for each name, so that what is drawn for one thing moves nothing that is drawn for another. */
export function createStream(seed: number, name: string): Random {
  let hash = seed;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  }
  return createRandom(hash ^ (hash >>> 15));
}

/** Mulberry32: small, well spread, and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  };
  const shuffle = (items: Int32Array): void => {
    for (let at = items.length - 1; at > 0; at--) {
      const other = below(at + 1);
      const kept = items[at] ?? 0;
      items[at] = items[other] ?? 0;
      items[other] = kept;
    }
  };
  return { next, below, pick, shuffle };
}
