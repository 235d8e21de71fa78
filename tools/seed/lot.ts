/** Draws lots from a seed, so that the same seed tells the same story. */

export type Lot = {
  /** A whole number from 0 up to, and without, `below`. */
  readonly below: (below: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** Like `pick`, but the first ones come up far more often than the last. */
  readonly pickUneven: <Item>(items: readonly Item[]) => Item;
};

export function createLot(seed: number): Lot {
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[Math.min(items.length - 1, Math.floor(index))];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  };
  return {
    below: (below) => Math.floor(next() * below),
    chance: (share) => next() < share,
    pick: (items) => at(items, next() * items.length),
    pickUneven: (items) => at(items, next() ** 3 * items.length),
  };
}
