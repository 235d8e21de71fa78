/** Records exports so that each gets its end: of one that could not tell it, the next start does. */
import { rm } from 'node:fs/promises';
import { toSections } from '../entry.ts';
import type { ActEvent, Recorded } from '../../governance/event.ts';
import { listSegments } from '../journal-files.ts';
import type { Pen } from '../pen.ts';
import type { Privacy } from '../privacy.ts';
import { exportEndSections } from '../upkeep.ts';
import { findSegment, readToldExports } from './told-ends.ts';
import { type DeadExport, announce, listLeft, markBegun, unmark } from './under-way.ts';

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
    const sections = toSections(event, this.#privacy);
    if (event.act !== 'begun') {
      const recorded = await this.#pen.write('export', sections);
      const { begun } = event.detail;
      if (typeof begun === 'string') await unmark(this.#directory, begun);
      return recorded;
    }
    const announcement = await announce(this.#directory, listSegments(this.#directory).at(-1) ?? 1);
    try {
      const recorded = await this.#pen.write('export', sections);
      await markBegun(this.#directory, recorded.id, announcement);
      return recorded;
    } catch (error) {
      await rm(announcement, { force: true });
      throw error;
    }
  }

  /** Of those whose process was killed, or could not write the trail when they ended. */
  async writeOwed(): Promise<void> {
    const { dead, held, announced } = listLeft(this.#directory);
    if (dead.length + announced.length === 0) return;
    const segments = [
      ...dead.map(({ begun }) => findSegment(this.#directory, begun)),
      ...announced.map(({ segment }) => segment),
    ];
    const told = readToldExports(this.#directory, Math.min(...segments));
    const marked = new Set([...held, ...dead.map(({ begun }) => begun)]);
    const unmarked = announced.length === 0 ? [] : [...told.begun];
    const owed = [
      ...dead,
      ...unmarked
        .filter((begun) => !marked.has(begun) && !told.ended.has(begun))
        .map((begun) => ({ begun, end: undefined })),
    ];
    let all = true;
    for (const each of owed) all = (await this.#end(each, told.ended)) && all;
    // Else it is owed on, and told by the start after this one.
    if (all) for (const { path } of announced) await rm(path, { force: true });
  }

  /** A crash may have come between the entry of the end and the removal of the mark. */
  async #end(dead: DeadExport, ended: ReadonlySet<string>): Promise<boolean> {
    if (!ended.has(dead.begun)) {
      const written = await this.#pen.write('export', exportEndSections(dead)).then(
        () => true,
        () => false,
      );
      if (!written) return false;
    }
    await unmark(this.#directory, dead.begun);
    return true;
  }
}
