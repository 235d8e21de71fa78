/** Remembers at least the last so many names and forgets older ones at no cost per name. */

export class Recent {
  readonly #namesMax: number;
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(namesMax: number) {
    this.#namesMax = namesMax;
  }

  add(name: string): void {
    if (this.#young.size >= this.#namesMax) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(name);
  }

  has(name: string): boolean {
    return this.#young.has(name) || this.#old.has(name);
  }

  delete(name: string): void {
    this.#young.delete(name);
    this.#old.delete(name);
  }
}
