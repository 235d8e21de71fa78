/** Takes what expired of a content file out of the full text, and says where its blobs lie. */
import { z } from 'zod';
import { readAddress } from '../content/address.ts';
import { blobsOf, readKeptContent } from '../content/kept-content.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Indexer } from './indexer.ts';
import { toFieldTerm } from './language.ts';
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
const ruling = z.looseObject({ action: z.string() });
const ruled = z.looseObject({
  ruling: ruling.optional(),
  on_request: z.looseObject({ ruling }).optional(),
});
/** Longer than any call takes, so that both its entries are seen. */
const callUs = 86_400_000_000;

export function expireFile(indexer: Indexer, request: ExpireRequest): Expired {
  const { file, fromUs, toUs, classes, held } = request;
  const exchanges = findClasses(indexer, request);
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
        held.includes(content.key.replace(/\.\d+$/, '')) ||
        !classes.includes(stronger(classOf(entry), exchanges.get(entry.exchange ?? '')));
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

/** Of exchanges that were not simply let through: a prompt is kept as long as its answer. */
function findClasses(
  indexer: Indexer,
  { fromUs, toUs }: ExpireRequest,
): ReadonlyMap<string, ContentClass> {
  const found = new Map<string, ContentClass>();
  const filter = { terms: ofMore, fromUs: Math.max(0, fromUs - callUs), toUs: toUs + callUs };
  let cursor: string | null = '';
  while (cursor !== null) {
    const { entries, next } = listEntries(indexer.source(), {
      filter,
      limit: pageEntries,
      direction: 'newer',
      ...(cursor === '' ? {} : { cursor }),
    });
    for (const entry of entries) {
      const { exchange = '' } = entry;
      found.set(exchange, stronger(classOf(entry), found.get(exchange)));
    }
    cursor = next;
  }
  return found;
}

const ofMore = [
  toFieldTerm('type', 'request,answered,blocked,failed,aborted'),
  toFieldTerm('decision', 'flag,redact,block'),
].filter((term) => typeof term !== 'string');

function stronger(one: ContentClass, other: ContentClass = 'allowed'): ContentClass {
  return contentClasses.indexOf(one) >= contentClasses.indexOf(other) ? one : other;
}

function classOf(entry: StoredEntry): ContentClass {
  const { data } = ruled.safeParse(entry);
  const [first, second] = [data?.ruling?.action, data?.on_request?.ruling.action].map(
    classOfAction,
  );
  return stronger(first ?? 'allowed', second);
}

function classOfAction(action: string | undefined): ContentClass {
  if (action === 'block') return 'blocked';
  return action === 'flag' || action === 'redact' ? 'flagged' : 'allowed';
}
