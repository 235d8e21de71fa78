/** Begins keys.sqlite anew where it was lost: who is held stands in the journal too, and it is said that the keys do not. */
import { existsSync } from 'node:fs';
import { listSegments, LongLineError, readLines, segmentPath } from '../journal-files.ts';
import { readStoredEntry, type StoredEntry } from '../stored-entry.ts';
import { blobMember } from './address.ts';
import { KeyStore, keyStorePath } from './key-store.ts';

const holdMembers = ['"act":"hold"', '"act":"release"'].map((member) => Buffer.from(member));

export type LostKeys = {
  readonly directory: string;
  /** Whether holds stand nowhere else, such as in the database of all replicas. */
  readonly ownHolds: boolean;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

/** Call it before anything opens the store, and with a journal that ends with a whole line. */
export function replaceLostKeys({ directory, ownHolds, onAlarm }: LostKeys): void {
  const path = keyStorePath(directory);
  if (existsSync(path) || listSegments(directory).length === 0) return;
  const { keptTexts, held } = readJournal(directory);
  const store = new KeyStore(directory);
  try {
    if (ownHolds) for (const id of held) store.hold(id);
  } finally {
    store.close();
  }
  if (keptTexts)
    onAlarm(
      'the keys of kept texts are lost: what was said up to now cannot be read until their file is put back, with the gateway stopped',
      { path },
    );
  if (ownHolds && held.size > 0)
    onAlarm('legal holds were taken from the journal, since the file that kept them is lost', {
      path,
      holds: held.size,
    });
}

type Told = { readonly keptTexts: boolean; readonly held: ReadonlySet<string> };

/** All of it, since a hold may be as old as the log. */
function readJournal(directory: string): Told {
  const held = new Set<string>();
  let keptTexts = false;
  for (const segment of listSegments(directory))
    eachLine(segmentPath(directory, segment), (line) => {
      keptTexts ||= line.includes(blobMember);
      if (holdMembers.some((member) => line.includes(member)))
        takeHold(held, readStoredEntry(line));
    });
  return { keptTexts, held };
}

/** A file with damage does not keep the log from its start: what comes after too long a line is left out. */
function eachLine(path: string, onLine: (line: Buffer) => void): void {
  try {
    readLines(path, ({ bytes }) => {
      onLine(bytes);
      return true;
    });
  } catch (error) {
    if (!(error instanceof LongLineError)) throw error;
  }
}

function takeHold(held: Set<string>, entry: StoredEntry | undefined): void {
  if (entry?.type !== 'admin') return;
  const { act, detail } = entry;
  if (typeof detail !== 'object' || detail === null || !('subject' in detail)) return;
  const { subject } = detail;
  if (typeof subject !== 'string') return;
  if (act === 'hold') held.add(subject);
  else if (act === 'release') held.delete(subject);
}
