/** Reads the entries of a trail again, with the texts that were kept of them; writes nothing. */
import type { Form, Leg } from './content/capture.ts';
import { readKeptContent } from './content/kept-content.ts';
import { toMicroseconds } from './clock.ts';
import { listSegments, readLines, segmentPath } from './journal-files.ts';
import { KeptText } from './search/kept-text.ts';
import { readStoredEntry } from './stored-entry.ts';
import type { StoredEntry } from './stored-entry.ts';

export const missingReasons = [
  'not kept',
  'sealed under a key that is not here',
  'erased or expired',
  'altered',
] as const;
export type MissingReason = (typeof missingReasons)[number];

/** A text, `whole` where it is as it was said and not a redacted copy, or why there is none. */
export type PastText =
  { readonly text: Buffer; readonly whole: boolean } | { readonly missing: MissingReason };

export type PastEntry = {
  readonly entry: StoredEntry;
  readonly read: (leg: Leg) => PastText;
};

export type PastOptions = {
  /** Microseconds since the epoch; older entries are passed over. */
  readonly fromUs: number;
  /** Without it no text can be read. */
  readonly masterKey: Uint8Array | undefined;
  readonly onSegment?: (done: number, total: number) => void;
};

/** Oldest first. Needs no lock, so it can be done beside a gateway that writes. */
export function readPastEntries(
  directory: string,
  { fromUs, masterKey, onSegment }: PastOptions,
  onEntry: (past: PastEntry) => void,
): void {
  const kept = masterKey === undefined ? undefined : new KeptText(directory, masterKey);
  const form: Form = 'full';
  const read = (entry: StoredEntry, leg: Leg): PastText => {
    const content = readKeptContent(entry);
    const found = content?.legs.find((each) => each.leg === leg);
    if (content === undefined || found === undefined) return { missing: 'not kept' };
    if (kept === undefined) return { missing: 'sealed under a key that is not here' };
    const opened = kept.open(content, found, form);
    if (opened === undefined) return { missing: 'not kept' };
    if ('missing' in opened)
      return { missing: opened.missing === 'altered' ? 'altered' : 'erased or expired' };
    return opened;
  };
  try {
    const segments = listSegments(directory);
    segments.forEach((segment, index) => {
      onSegment?.(index, segments.length);
      const next = segments[index + 1];
      // All of a segment is older than the first entry of the next one.
      if (next !== undefined && firstAt(directory, next) < fromUs) return;
      readLines(segmentPath(directory, segment), ({ bytes }) => {
        const entry = readStoredEntry(bytes);
        if (entry !== undefined && toMicroseconds(entry.at) >= fromUs)
          onEntry({ entry, read: (leg) => read(entry, leg) });
        return true;
      });
    });
  } finally {
    kept?.close();
  }
}

function firstAt(directory: string, segment: number): number {
  let at = Number.POSITIVE_INFINITY;
  readLines(segmentPath(directory, segment), ({ bytes }) => {
    const entry = readStoredEntry(bytes);
    if (entry !== undefined) at = toMicroseconds(entry.at);
    return false;
  });
  return at;
}
