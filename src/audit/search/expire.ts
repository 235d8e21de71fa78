/** Takes what expired of a content file out of the full text, and says where its blobs lie. */
import { z } from 'zod';
import { readAddress } from '../content/address.ts';
import { blobsOf, readKeptContent } from '../content/kept-content.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Indexer } from './indexer.ts';
import { listEntries } from './reader.ts';

/** How strongly a call was ruled on decides how long its texts are kept. */
export const contentClasses = ['allowed', 'flagged', 'blocked'] as const;
export type ContentClass = (typeof contentClasses)[number];

export type ExpireRequest = {
  readonly file: string;
  /** When the file was written, with a margin: microseconds since the epoch. */
  readonly fromUs: number;
  readonly toUs: number;
  readonly classes: readonly ContentClass[];
  /** Subjects under legal hold. */
  readonly held: readonly string[];
};

export type Expired = {
  /** Offset and length of each blob, one pair after the other. */
  readonly blobs: readonly number[];
  /** Texts in the file that stay, and entries of its time that cannot be read. */
  readonly kept: number;
};

const pageEntries = 200;
const rulingOf = z.looseObject({ ruling: z.looseObject({ action: z.string() }) });

export function expireFile(indexer: Indexer, request: ExpireRequest): Expired {
  const { file, fromUs, toUs, classes, held } = request;
  const blobs: number[] = [];
  let kept = 0;
  let whole = true;
  let cursor: string | null = '';
  while (cursor !== null) {
    const { entries, next, unreadable } = listEntries(indexer.source(), {
      filter: { terms: [], fromUs, toUs },
      limit: pageEntries,
      direction: 'newer',
      ...(cursor === '' ? {} : { cursor }),
    });
    const expired: StoredEntry[] = [];
    for (const entry of entries) {
      const content = readKeptContent(entry);
      const addresses = (content?.legs ?? [])
        .flatMap(blobsOf)
        .flatMap(({ blob }) => readAddress(blob) ?? [])
        .filter((address) => address.file === file);
      if (content === undefined || addresses.length === 0) continue;
      const stays =
        held.includes(content.key.replace(/\.\d+$/, '')) || !classes.includes(classOf(entry));
      if (stays) kept += addresses.length;
      else {
        expired.push(entry);
        blobs.push(...addresses.flatMap(({ offset, bytes }) => [offset, bytes]));
      }
    }
    // Nobody can tell whose texts those are, which may be held: the file stays for them.
    kept += unreadable?.entries ?? 0;
    whole = indexer.texts.forget(expired) && whole;
    cursor = next;
  }
  if (!whole) indexer.clearTexts();
  return { blobs, kept };
}

function classOf(entry: StoredEntry): ContentClass {
  const action = rulingOf.safeParse(entry).data?.ruling.action;
  if (action === 'block') return 'blocked';
  return action === 'flag' || action === 'redact' ? 'flagged' : 'allowed';
}
