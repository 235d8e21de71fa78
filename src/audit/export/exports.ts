/** Records exports so that each gets its end: of one that could not tell it, the next start does. */
import { toSections } from '../entry.ts';
import type { ActEvent, Recorded } from '../../governance/event.ts';
import type { Pen } from '../pen.ts';
import type { Privacy } from '../privacy.ts';
import { exportEndSections } from '../upkeep.ts';
import { listDead, markBegun, unmark } from './under-way.ts';

export class Exports {
  readonly #directory: string;
  readonly #pen: Pen;
  readonly #privacy: Privacy;

  constructor(directory: string, pen: Pen, privacy: Privacy) {
    this.#directory = directory;
    this.#pen = pen;
    this.#privacy = privacy;
  }

  /** The first entry is handed out when both are there: the entry that says so, and the mark that its end is owed. */
  async record(event: ActEvent): Promise<Recorded> {
    const recorded = await this.#pen.write('export', toSections(event, this.#privacy));
    const { begun } = event.detail;
    if (event.act === 'begun') await markBegun(this.#directory, recorded.id);
    else if (typeof begun === 'string') await unmark(this.#directory, begun);
    return recorded;
  }

  /** Of those whose process was killed, or could not write the trail when they ended. */
  async writeOwed(): Promise<void> {
    for (const dead of listDead(this.#directory)) {
      const told = await this.#pen.write('export', exportEndSections(dead)).catch(() => undefined);
      // Else it is owed on, and told by the start after this one.
      if (told !== undefined) await unmark(this.#directory, dead.begun);
    }
  }
}
