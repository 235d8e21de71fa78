/** Reads a journal on from a mark, a bounded number of entries at a time, and checks that they follow each other. */
import { hashLine } from '../chain.ts';
import { readLines, segmentPath } from '../journal-files.ts';
import type { Mark } from '../journal-mark.ts';
import type { Horizon } from '../search/horizon.ts';
import { type StoredEntry, readStoredEntry } from '../stored-entry.ts';

export type Line = { readonly entry: StoredEntry; readonly text: string };

/** What is indexed is not what the journal says. */
export class StaleMarkError extends Error {}

/** `lines` is empty where the mark has reached the horizon. */
export function readOn(
  directory: string,
  from: Mark,
  horizon: Horizon,
  linesMax: number,
): { readonly lines: readonly Line[]; readonly mark: Mark } {
  const lines: Line[] = [];
  let mark = from;
  while (lines.length < linesMax && isBefore(mark, horizon)) {
    const { segment } = mark;
    const before = lines.length;
    readLines(
      segmentPath(directory, segment),
      ({ bytes, offset }) => {
        const entry = readStoredEntry(bytes);
        if (entry?.seq !== mark.seq || entry.prev !== mark.prev)
          throw new StaleMarkError(`entry ${mark.seq} is not where the shared index expects it`);
        lines.push({ entry, text: bytes.toString('utf8') });
        const end = offset + bytes.length + 1;
        mark = { seq: entry.seq + 1, segment, offset: end, prev: hashLine(bytes) };
        return lines.length < linesMax;
      },
      mark.offset,
      segment === horizon.segment ? horizon.offset : Number.POSITIVE_INFINITY,
    );
    if (lines.length > before) continue;
    if (segment >= horizon.segment) break;
    // Nothing more in this segment: its successor goes on.
    mark = { ...mark, segment: segment + 1, offset: 0 };
  }
  return { lines, mark };
}

function isBefore({ segment, offset }: Mark, horizon: Horizon): boolean {
  return segment < horizon.segment || (segment === horizon.segment && offset < horizon.offset);
}
