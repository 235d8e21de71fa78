/** Reads what was kept with an entry, leg by leg, and says of each leg that cannot be read why not. */
import type { Form, Leg } from '../content/capture.ts';
import { readKeptContent } from '../content/kept-content.ts';
import type { Indexer } from './indexer.ts';
import { readEntry } from './find-entry.ts';

export type ReadContent = {
  readonly leg: Leg;
  readonly bytes: number;
  /** Absent where it cannot be read. */
  readonly text?: string;
  /** Whether this is the text as it was, unredacted: its commitment holds. */
  readonly whole?: boolean;
  readonly missing?: 'not kept' | 'erased or expired' | 'altered' | 'kept by another replica';
  /** Which log it is in, where that is another replica's. */
  readonly log?: string;
};

/** `full` gives the text as it was where that was kept, else the redacted one. */
export function readContents(indexer: Indexer, id: string, form: Form): ReadContent[] {
  const entry = readEntry(indexer.source(), id);
  const content = entry === undefined ? undefined : readKeptContent(entry);
  if (content === undefined) return [];
  indexer.kept.forgetKeys();
  return content.legs.map((kept): ReadContent => {
    const { leg, bytes } = kept;
    const opened = indexer.kept.open(content, kept, form);
    if (opened === undefined) return { leg, bytes, missing: 'not kept' };
    if ('missing' in opened) {
      return {
        leg,
        bytes,
        missing: opened.missing === 'altered' ? 'altered' : 'erased or expired',
      };
    }
    return { leg, bytes, text: opened.text.toString('utf8'), whole: opened.whole };
  });
}
