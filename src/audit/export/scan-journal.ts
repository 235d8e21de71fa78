/** Searches a journal line by line without its index: for evidence, and for copies that have none. */
import { toMicroseconds } from '../clock.ts';
import { listSegments, readLines, segmentPath } from '../journal-files.ts';
import { Dictionary } from '../search/dictionary.ts';
import { OpenBlock } from '../search/block.ts';
import type { Dictionaries } from '../search/block.ts';
import { readRow, wordFields } from '../search/fields.ts';
import type { WordField } from '../search/fields.ts';
import type { Filter } from '../search/filter.ts';
import { compileScan, scanBlock } from '../search/scan.ts';
import { readStoredEntry } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';

const place = { segment: 0, offset: 0, bytes: 0 };

/** Calls `onEntry` for each entry that passes, oldest first; stops where it answers false. */
export function scanJournal(
  directory: string,
  filter: Filter,
  onEntry: (entry: StoredEntry) => boolean,
): void {
  const state = { going: true };
  for (const segment of listSegments(directory)) {
    readLines(segmentPath(directory, segment), ({ bytes }) => {
      const entry = readStoredEntry(bytes);
      if (entry !== undefined && passes(entry, filter)) state.going = onEntry(entry);
      return state.going;
    });
    if (!state.going) return;
  }
}

/** A block of one entry goes through the very scan that the index uses, so that both find the same. */
function passes(entry: StoredEntry, filter: Filter): boolean {
  const dictionaries = emptyDictionaries();
  const block = new OpenBlock(entry.seq, entry.id);
  block.add(readRow(entry, toMicroseconds(entry.at)), place, dictionaries);
  const maskText = (): Uint8Array => new Uint8Array(1);
  return (
    scanBlock(block, compileScan(filter, { dictionaries, erased: new Map(), maskText }))?.[0] === 1
  );
}

function emptyDictionaries(): Dictionaries {
  const dictionaries: Partial<Record<WordField, Dictionary>> = {};
  for (const field of wordFields) dictionaries[field] = new Dictionary();
  return dictionaries as Dictionaries;
}
