/** Takes every word that was said under a subject's key out of the index. */
import { readKeptContent } from '../content/kept-content.ts';
import type { Indexer } from './indexer.ts';
import { listEntries } from './reader.ts';

const pageEntries = 200;

/** Answers how many entries carry content of the subject. Its key has to exist still. */
export function forgetSubject(indexer: Indexer, subject: string): number {
  const filter = {
    terms: [{ kind: 'name', field: 'content', negated: false, values: [subject] }],
  } as const;
  let count = 0;
  let whole = true;
  let cursor: string | null = '';
  indexer.kept.forgetKeys();
  while (cursor !== null) {
    const { entries, next } = listEntries(indexer.source(), {
      filter,
      limit: pageEntries,
      direction: 'older',
      ...(cursor === '' ? {} : { cursor }),
    });
    whole =
      indexer.texts.forget(entries.filter((entry) => readKeptContent(entry) !== undefined)) &&
      whole;
    count += entries.length;
    cursor = next;
  }
  if (!whole) indexer.clearTexts();
  return count;
}
