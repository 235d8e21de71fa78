/** What reviewers said of entries: the last act on each counts, and can be searched by and counted. */
import { z } from 'zod';
import type { StoredEntry } from '../stored-entry.ts';
import { blockRows } from './block.ts';
import type { ReviewField } from './fields.ts';

export type ReviewState = {
  readonly status: string;
  readonly assignee: string;
  readonly tags: readonly string[];
  /** Rises with each act: which of several is the last one does not depend on clocks. */
  readonly revision: number;
};

/** Of an entry that nobody has reviewed. */
export const noReview: ReviewState = { status: 'none', assignee: '', tags: [], revision: 0 };

/** Of acts from before they were counted. */
const firstRevision = 1;
/** As far as the shared index counts. */
const revisionMax = 2 ** 31 - 1;

const reviewAct = z.object({
  act: z.literal('review'),
  detail: z.object({
    entry: z.string(),
    status: z.string(),
    assignee: z.string(),
    tags: z.string(),
    revision: z.int().min(firstRevision).max(revisionMax).default(firstRevision),
  }),
});

/** The entry that a review is about, and what it says; undefined for any other entry. */
export function readReview(
  entry: StoredEntry,
): { readonly id: string; readonly state: ReviewState } | undefined {
  if (entry.type !== 'admin') return undefined;
  const { data } = reviewAct.safeParse(entry);
  if (data === undefined) return undefined;
  const { entry: id, tags, ...said } = data.detail;
  // One that is named twice would be counted twice.
  const all = new Set(tags.split(',').filter((tag) => tag !== ''));
  return { id, state: { ...said, tags: [...all] } };
}

/** Whether that is said after this; of two that were said as one, the one that was written last. */
export function isLater(state: ReviewState, before: ReviewState | undefined): boolean {
  return state.revision >= (before ?? noReview).revision;
}

export function valuesOf(state: ReviewState, field: ReviewField): readonly string[] {
  switch (field) {
    case 'review':
      return [state.status];
    case 'assignee':
      return state.assignee === '' ? [] : [state.assignee];
    case 'review_tag':
      return state.tags;
  }
}

/** Reviewed entries are few, so all of them are kept at hand, block by block. */
export class Reviews {
  readonly #blocks = new Map<number, Map<number, ReviewState>>();
  /** Said since the last full block. */
  readonly #fresh = new Map<number, ReviewState>();

  set(seq: number, state: ReviewState): void {
    const first = seq - (seq % blockRows);
    const rows = this.#blocks.get(first) ?? new Map<number, ReviewState>();
    if (!isLater(state, rows.get(seq - first))) return;
    rows.set(seq - first, state);
    this.#blocks.set(first, rows);
    this.#fresh.set(seq, state);
  }

  /** The reviewed rows of the block that begins there. */
  ofBlock(first: number): ReadonlyMap<number, ReviewState> {
    return this.#blocks.get(first) ?? new Map<number, ReviewState>();
  }

  /** Hands over what has to be stored with the next full block. */
  takeFresh(): readonly (readonly [number, ReviewState])[] {
    const fresh = [...this.#fresh];
    this.#fresh.clear();
    return fresh;
  }
}
