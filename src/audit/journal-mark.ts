/** How far a reader of the journal has come, and where each of them begins. */
import { firstLink } from './chain.ts';
import { listSegments } from './journal-files.ts';

/** Where the next line begins, its number, and the hash that it must carry as `prev`. */
export type Mark = {
  readonly seq: number;
  readonly segment: number;
  readonly offset: number;
  readonly prev: string;
};

/** Before the first entry of all. */
export function startMark(directory: string): Mark {
  return { ...firstLink, segment: listSegments(directory)[0] ?? 1, offset: 0 };
}
