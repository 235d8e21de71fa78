/** The concepts that words of many languages stand for, found by the hash of a word, its beginning or a pair of words. */

/** Concepts by key; each belongs to one group of its kin, 0 for none. */
export class ConceptTable {
  readonly #keys: Int32Array;
  readonly #ids: Uint8Array;
  readonly #groups: Uint8Array;
  readonly #mask: number;
  /** One bit for each top half of a key: most words are known to be none without a look at the table. */
  readonly #sieve = new Int32Array(2048);

  constructor(keys: Int32Array, ids: Uint8Array, groups: Uint8Array) {
    let size = 64;
    while (size < keys.length * 3) size *= 2;
    this.#mask = size - 1;
    this.#keys = new Int32Array(size);
    this.#ids = new Uint8Array(size);
    this.#groups = groups;
    keys.forEach((key, at) => this.#enter(key, ids[at] ?? 0));
  }

  /** False for a key that certainly stands for nothing. */
  mayHold(key: number): boolean {
    const top = key >>> 16;
    return (((this.#sieve[top >>> 5] ?? 0) >>> (top & 31)) & 1) !== 0;
  }

  /** 0 for a key that stands for nothing. */
  find(key: number): number {
    let slot = key & this.#mask;
    for (;;) {
      const id = this.#ids[slot] ?? 0;
      if (id === 0 || this.#keys[slot] === key) return id;
      slot = (slot + 1) & this.#mask;
    }
  }

  groupOf(concept: number): number {
    return this.#groups[concept] ?? 0;
  }

  #enter(key: number, id: number): void {
    const top = key >>> 16;
    this.#sieve[top >>> 5] = (this.#sieve[top >>> 5] ?? 0) | (1 << (top & 31));
    let slot = key & this.#mask;
    while (this.#ids[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#keys[slot] = key;
    this.#ids[slot] = id;
  }
}
