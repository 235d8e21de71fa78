/** What somebody has begun to say of an entry: it outlives a login that ends meanwhile, in memory alone and for them alone. */
import { readSession } from '../session.ts';

/** What was not touched is absent, and follows what others say. */
export type Draft = {
  readonly status?: string;
  readonly assignee?: string;
  readonly tags?: string;
  readonly note?: string;
};

const draftsMax = 50;
const drafts = new Map<string, Draft>();

const placeOf = (id: string): string => `${readSession()?.owner ?? ''} ${id}`;

export function readDraft(id: string): Draft {
  return drafts.get(placeOf(id)) ?? {};
}

export function keepDraft(id: string, draft: Draft): void {
  const place = placeOf(id);
  drafts.delete(place);
  if (Object.keys(draft).length > 0) drafts.set(place, draft);
  for (const [oldest] of drafts) {
    if (drafts.size <= draftsMax) break;
    drafts.delete(oldest);
  }
}

/** With the page they would be gone: the browser asks first. */
window.addEventListener('beforeunload', (event) => {
  if (drafts.size > 0) event.preventDefault();
});
