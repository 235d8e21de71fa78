/** Remembers for a while what a model said of a text: under a keyed hash, so that no text is kept, and only so many. */
import { createHmac, randomBytes } from 'node:crypto';

type Kept<Value> = { readonly value: Value; readonly until: number };

export class AnswerCache<Value> {
  readonly #entriesMax: number;
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #secret = randomBytes(32);
  /** The one that was used last stands last. */
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(entriesMax: number, keepMs: number, now: () => number) {
    this.#entriesMax = entriesMax;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  get size(): number {
    return this.#kept.size;
  }

  keyOf(...words: readonly string[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(words)).digest('base64');
  }

  find(key: string): Value | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    if (kept.until <= this.#now()) return undefined;
    this.#kept.set(key, kept);
    return kept.value;
  }

  keep(key: string, value: Value): void {
    if (this.#entriesMax === 0 || this.#keepMs === 0) return;
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: this.#now() + this.#keepMs });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#entriesMax) break;
      this.#kept.delete(oldest);
    }
  }
}
