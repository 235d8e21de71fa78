/** Stretches of a text that are known to be one thing, so that nothing in them is read in another way. */

export class Claims {
  /** Start and end of each, in the order of the text. */
  readonly #places: number[] = [];

  /** Claims come in order. */
  add(from: number, to: number): void {
    this.#places.push(from, to);
  }

  /** Whether [from, to) touches one of them. */
  touch(from: number, to: number): boolean {
    const places = this.#places;
    if (places.length === 0) return false;
    // How many of them begin before its end.
    let [low, high] = [0, places.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle * 2] ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (places[low * 2 - 1] ?? 0) > from;
  }
}
