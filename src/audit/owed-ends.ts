/** Writes what the trail owes: an end for each exchange that began and got none. */
import type { Pairing } from './pairing.ts';
import type { Pen } from './pen.ts';
import { recoveredSections } from './upkeep.ts';

export class OwedEnds {
  readonly #pen: Pen;
  readonly #pairing: Pairing;

  constructor(pen: Pen, pairing: Pairing) {
    this.#pen = pen;
    this.#pairing = pairing;
  }

  /** Terminals that a crash left to write, or that were turned away because too much was waiting. */
  write(): void {
    for (const [key, request] of [...this.#pairing.orphans()]) {
      this.#pen
        .write('recovered', recoveredSections(key, request), {
          // One by one: a segment that begins in between lists those that are still owed.
          appended: () => this.#pairing.settleOrphans([key]),
          lost: () => this.#pairing.dropTerminal(key, request),
        })
        .catch(() => undefined);
    }
  }
}
