/** What was seen in a call so far: everything up to a limit, and beyond it the first of each kind in each part. */
import type { Seen } from './seen.ts';

// Invariant: a call full of one thing cannot hide another, and holds no more in memory than the limit and its kinds.
export class Notes {
  readonly #max: number;
  readonly #kept: Seen[] = [];
  /** What is kept, by kind and part; made when the limit is reached. */
  #kinds: Set<string> | undefined;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get kept(): readonly Seen[] {
    return this.#kept;
  }

  /** How often something was seen, kept or not; the same thing counts in every reading of a text. */
  get count(): number {
    return this.#count;
  }

  add(seen: Seen): void {
    this.#count += 1;
    if (this.#count > this.#max) {
      this.#kinds ??= new Set(this.#kept.map(kindOf));
      const kind = kindOf(seen);
      if (this.#kinds.has(kind)) return;
      this.#kinds.add(kind);
    }
    this.#kept.push(seen);
  }
}

/** How sure it is tells kinds apart, too: rules ask for it. */
function kindOf({ pattern, category, confidence, spans, kind }: Seen): string {
  return `${pattern} ${category} ${confidence} ${kind} ${spans.map(({ part }) => part).join(' ')}`;
}
