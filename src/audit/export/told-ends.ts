/** Looks in the journal for what it says of exports already, so that a start tells of each what is missing, and nothing twice. */
import { z } from 'zod';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import { readStoredEntry } from '../stored-entry.ts';
import { exportEnds } from './under-way.ts';

const exportType = Buffer.from('"type":"export"');
const begunEntry = z.object({ act: z.literal('begun') });
const endEntry = z.object({
  act: z.enum(exportEnds),
  detail: z.object({ begun: z.string() }),
});

export type ToldExports = {
  /** Ids of the entries by which exports began. */
  readonly begun: ReadonlySet<string>;
  /** The same ids, of those that ended. */
  readonly ended: ReadonlySet<string>;
};

/** The segment that an entry stands in, if it stands anywhere. */
export function findSegment(directory: string, id: string): number {
  const older = listSegments(directory).filter((segment) => firstId(directory, segment) <= id);
  return older.at(-1) ?? 1;
}

/** Ids rise with the entries; '' where it cannot be read, so that nothing behind it is passed over. */
function firstId(directory: string, segment: number): string {
  let id = '';
  readLines(segmentPath(directory, segment), ({ bytes }) => {
    id = readStoredEntry(bytes)?.id ?? '';
    return false;
  });
  return id;
}

/** In the segments from `from` on. It takes as long as they are to read, so it is asked only after a crash. */
export function readToldExports(directory: string, from: number): ToldExports {
  const begun = new Set<string>();
  const ended = new Set<string>();
  for (const segment of listSegments(directory).filter((each) => each >= from)) {
    readLines(segmentPath(directory, segment), ({ bytes }) => {
      if (!bytes.includes(exportType)) return true;
      const entry = readStoredEntry(bytes);
      if (entry?.type !== 'export') return true;
      if (begunEntry.safeParse(entry).success) begun.add(entry.id);
      const end = endEntry.safeParse(entry).data;
      if (end !== undefined) ended.add(end.detail.begun);
      return true;
    });
  }
  return { begun, ended };
}
