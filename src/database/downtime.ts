/** Whether a store can be used, told when that changes; and each reason once, so that what came first does not hide what keeps it down. */
import type { OnDegraded } from './why.ts';

export class Downtime {
  readonly #tell: OnDegraded;
  readonly #reasons = new Set<string>();

  constructor(tell: OnDegraded) {
    this.#tell = tell;
  }

  get lasts(): boolean {
    return this.#reasons.size > 0;
  }

  /** A connection that was lost says little where no other one is let in any more, since the password was changed meanwhile. */
  fail(why: string): void {
    if (this.#reasons.has(why)) return;
    this.#reasons.add(why);
    this.#tell(true, why);
  }

  end(): void {
    if (!this.lasts) return;
    this.#reasons.clear();
    this.#tell(false);
  }
}
