/** What was put together once for a name that comes back from entry to entry: the newest for each, of so many names. */

const namesMax = 1000;
/** Callers choose some of these names; one that is longer is nobody's who comes back. */
const nameCharactersMax = 128;

export class Recurring<Known> {
  readonly #known = new Map<string, Known>();

  find(name: string): Known | undefined {
    return this.#known.get(name);
  }

  /** Answers with what it keeps. All names are forgotten at once when there are too many. */
  keep(name: string, known: Known): Known {
    if (name.length > nameCharactersMax) return known;
    if (this.#known.size >= namesMax) this.#known.clear();
    this.#known.set(name, known);
    return known;
  }
}

/** Whether two lists of names, which most calls do not have, say the same. */
export function areSame(left: readonly string[] = [], right: readonly string[] = []): boolean {
  if (left === right) return true;
  return left.length === right.length && left.every((name, index) => name === right[index]);
}
