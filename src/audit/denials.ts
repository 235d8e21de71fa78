/** Records refused calls: the first of each kind at once, a flood of them as one count per minute. */
import type { DeniedEvent, Recorded } from '../governance/event.ts';
import { toSections } from './entry.ts';
import { Flood } from './flood.ts';
import type { Pen } from './pen.ts';
import type { Privacy } from './privacy.ts';
import { foldSections } from './upkeep.ts';

export class Denials {
  readonly #pen: Pen;
  readonly #privacy: Privacy;
  readonly #flood = new Flood();

  constructor(pen: Pen, privacy: Privacy) {
    this.#pen = pen;
    this.#privacy = privacy;
  }

  /** A call that is only counted is answered with the entry that stands for its kind. */
  record(event: DeniedEvent): Promise<Recorded> {
    const kind = {
      cause: event.cause,
      address: this.#privacy.toAddress(event.actor.address),
      key: event.actor.key,
    };
    const folded = this.#flood.fold(kind);
    if (folded !== undefined) return folded;
    const draft = this.#pen.draft('denied', toSections(event, this.#privacy));
    const recorded = this.#pen.append(draft, { lost: () => this.#flood.drop(kind) });
    if (!this.#pen.broken) this.#flood.begin(kind, draft.id(), recorded);
    return recorded;
  }

  /** Ends the minute: writes what was only counted. Counts wait while nothing can be written. */
  close(): void {
    if (this.#pen.broken) return;
    for (const fold of this.#flood.close()) this.#pen.tell('denied', foldSections(fold));
  }
}
