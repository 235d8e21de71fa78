/** Puts time, id, epoch and origin on an entry: the one place where entries are made. */
import { createClock, toTimestamp } from './clock.ts';
import { createIdSource } from './identifier.ts';
import type { LineWriter } from './journal-options.ts';
import { unchained, writeLine } from './line.ts';
import type { EntryType, Sections } from './line.ts';

export type Draft = {
  readonly toLine: LineWriter;
  /** Known once the line is written: ids have to come in the order of the chain. */
  readonly id: () => string;
};

export type Scribe = {
  /** Names this run of the writer: a new one at each start. */
  readonly epoch: string;
  readonly draft: (type: EntryType, sections: Sections) => Draft;
};

export function createScribe(origin: string, lastId: string | undefined): Scribe {
  const clock = createClock();
  const nextId = createIdSource(lastId);
  const epoch = nextId(Math.floor(clock() / 1000));
  return {
    epoch,
    draft(type, sections) {
      let id = '';
      return {
        id: () => id,
        toLine(seq) {
          const atUs = clock();
          id = nextId(Math.floor(atUs / 1000));
          const stamp = { at: toTimestamp(atUs), id, epoch, origin };
          return writeLine(type, sections, stamp, { seq, prev: unchained });
        },
      };
    },
  };
}
