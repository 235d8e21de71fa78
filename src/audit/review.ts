/** An act of a reviewer: what it changes of what was said last, and what it refuses to be written over. */
import { GatewayError } from '../errors.ts';
import type { Recorded } from '../governance/event.ts';
import type { ReviewStatus } from './search/fields.ts';
import { noReview, type ReviewState } from './search/reviews.ts';

/** What is left out stays as it is. */
export type Review = {
  readonly status?: ReviewStatus;
  /** '' for nobody. */
  readonly assignee?: string;
  readonly tags?: readonly string[];
  /** Kept like content, under the key of the person whose call it is about. */
  readonly note?: string;
  /** The one that the reviewer knows: where there is a newer one, nothing is changed. */
  readonly revision?: number;
};

/** What lists, terminals and exports show beside an entry: on one line, and nothing that a terminal obeys. */
export const reviewWord = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

/** The act's entry, and what is said of the reviewed one from now on. */
export type Reviewed = Recorded & { readonly state: ReviewState };

/** What an entry is said to be that was only given to somebody, or tagged. */
const firstStatus: ReviewStatus = 'open';

/** What is said after an act on what was `said` before; throws where the reviewer did not know that. */
export function nextReview(said: ReviewState, review: Review): ReviewState {
  const { revision = said.revision } = review;
  if (revision !== said.revision) throw changedMeanwhile(revision, said);
  return {
    status: review.status ?? (said.status === noReview.status ? firstStatus : said.status),
    assignee: review.assignee ?? said.assignee,
    tags: review.tags === undefined ? said.tags : [...new Set(review.tags)],
    revision: said.revision + 1,
  };
}

function changedMeanwhile(known: number, said: ReviewState): GatewayError {
  const detail = `somebody else reviewed this entry: it is at revision ${said.revision}, not ${known}; read it again, and say what still holds`;
  return new GatewayError('conflict', detail, {
    faults: [{ pointer: '/revision', detail: `the present one is ${said.revision}` }],
  });
}
