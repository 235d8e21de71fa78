/** Recorded calls as they can be judged again: of each, what was kept of the request, in its own format. */
import type { ReadContent } from '../../audit/search/contents.ts';
import { readListQuery } from '../../audit/search/query.ts';
import type { Trail } from '../../audit/trail.ts';
import { type CallEntry, readKeptRequest } from '../reading/kept-call.ts';
import type { RecordedCall } from './trial.ts';

export type RecordedCalls = { readonly calls: readonly RecordedCall[]; readonly left: number };

const callsMax = 2000;
const pageEntries = 500;

type Listed = CallEntry & { readonly id: string };

/** The newest calls since an age or a time; those whose text was not kept are counted. */
export async function readRecordedCalls(
  trail: Pick<Trail, 'listEntries' | 'readContent'>,
  since: string,
  now: number,
): Promise<RecordedCalls> {
  const calls: RecordedCall[] = [];
  let left = 0;
  let cursor = '';
  while (calls.length + left < callsMax) {
    const query = new URLSearchParams({ from: since, q: 'type:request,decision' });
    query.set('limit', String(pageEntries));
    if (cursor !== '') query.set('cursor', cursor);
    const { answer } = await trail.listEntries(readListQuery(query, now));
    for (const entry of answer.entries as readonly unknown[]) {
      const listed = entry as Listed;
      const text = await readKept(trail, listed.id);
      const interaction = text === undefined ? undefined : readKeptRequest(listed, text, now);
      if (interaction === undefined) left += 1;
      else calls.push({ entry: listed.id, interaction });
    }
    if (answer.next === null) break;
    cursor = answer.next;
  }
  return { calls, left };
}

async function readKept(
  trail: Pick<Trail, 'readContent'>,
  id: string,
): Promise<string | undefined> {
  const legs: readonly ReadContent[] = await trail.readContent(id);
  return legs.find(({ leg }) => leg === 'received')?.text;
}
