/** Takes every word that was said under keys of a subject that are given up out of the index. */
import { readKeptContent } from '../content/kept-content.ts';
import { readReference } from '../content/key-reference.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Indexer } from './indexer.ts';
import { listEntries } from './reader.ts';

const pageEntries = 200;

/** `through`: the newest key that is given up; what was said under a later one stays. */
export type Forgotten = { readonly subject: string; readonly through: number };

/**
 * Answers how many entries carry content under those keys, which have to exist still. Texts that the index has not taken in
 * yet need not be waited for: from here on it reads none under them.
 */
export function forgetSubject(indexer: Indexer, { subject, through }: Forgotten): number {
  const filter = {
    terms: [{ kind: 'name', field: 'content', negated: false, values: [subject] }],
  } as const;
  let count = 0;
  let whole = true;
  let cursor: string | null = '';
  indexer.kept.forgetKeys();
  while (cursor !== null) {
    const { entries, next, unreadable } = listEntries(indexer.source(), {
      filter,
      limit: pageEntries,
      direction: 'older',
      ...(cursor === '' ? {} : { cursor }),
    });
    const given = entries.filter((entry) => versionOf(entry) <= through);
    // What cannot be read cannot be taken out word by word.
    whole = indexer.texts.forget(given) && unreadable === undefined && whole;
    count += given.length;
    cursor = next;
  }
  if (!whole) indexer.clearTexts();
  return count;
}

function versionOf(entry: StoredEntry): number {
  const content = readKeptContent(entry);
  return (content && readReference(content.key)?.version) ?? Infinity;
}
