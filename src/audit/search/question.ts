/** What the index's thread can be asked, and the answers. */
import { readContents } from './contents.ts';
import type { ReadContent } from './contents.ts';
import { expireFile } from './expire.ts';
import type { Expired, ExpireRequest } from './expire.ts';
import type { Filter } from './filter.ts';
import { type Forgotten, forgetSubject } from './forget.ts';
import type { Horizon } from './horizon.ts';
import type { Indexer } from './indexer.ts';
import type { FacetRequest, HistogramRequest, ListRequest } from './query.ts';
import { countFacets, drawHistogram } from './counts.ts';
import type { Facets, Histogram } from './counts.ts';
import { findEntry, findReview, type FoundEntry } from './find-entry.ts';
import { findExchange, listEntries } from './reader.ts';
import type { Page } from './reader.ts';
import type { ReviewState } from './reviews.ts';
import type { Form } from '../content/capture.ts';

export type ContentRequest = { readonly id: string; readonly form: Form };

export type Questions = {
  readonly list: { readonly request: ListRequest; readonly answer: Page };
  readonly entry: { readonly request: string; readonly answer: FoundEntry };
  /** All entries of an exchange, oldest first. */
  readonly exchange: {
    readonly request: string;
    readonly answer: Pick<Page, 'entries' | 'unreadable'>;
  };
  readonly facets: { readonly request: FacetRequest; readonly answer: Facets };
  readonly histogram: { readonly request: HistogramRequest; readonly answer: Histogram };
  readonly content: { readonly request: ContentRequest; readonly answer: readonly ReadContent[] };
  /** What reviewers said last of an entry. */
  readonly review: { readonly request: string; readonly answer: ReviewState };
  /** Takes a subject's words out of the index; answers how many entries there were. */
  readonly forget: { readonly request: Forgotten; readonly answer: number };
  /** Whether no word that was taken out lies in the index's files any more: somebody who reads them keeps it there. */
  readonly wipe: { readonly request: undefined; readonly answer: boolean };
  /** Takes what expired of a content file out of the index; answers where it lies. */
  readonly expire: { readonly request: ExpireRequest; readonly answer: Expired };
};
export type QuestionName = keyof Questions;

export type Question = {
  [Name in QuestionName]: { readonly name: Name; readonly request: Questions[Name]['request'] };
}[QuestionName];

/** `behind` counts the entries that are durable but not yet in the index. */
export type Answered<Answer> = {
  readonly answer: Answer;
  readonly behind: number;
  /** Why entries may be missing in an answer that should cover all replicas; absent where none is. */
  readonly partial?: string;
};

export type ToThread =
  | {
      readonly kind: 'follow';
      readonly horizon: Horizon;
      readonly next: number;
      /** Whether one core has to do for the index and for calls. */
      readonly sharesCore: boolean;
    }
  | {
      readonly kind: 'ask';
      readonly ticket: number;
      readonly horizon: Horizon;
      readonly next: number;
      readonly question: Question;
    }
  /** Waits until all that is durable stands in the shared index, where there is one. */
  | {
      readonly kind: 'settle';
      readonly ticket: number;
      readonly horizon: Horizon;
      readonly next: number;
    }
  | { readonly kind: 'restart' }
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly ticket: number; readonly answered: Answered<unknown> }
  /** `damaged`: because the journal is. */
  | { readonly ticket: number; readonly failed: string; readonly damaged: boolean }
  /** It is at work on what it was told to follow, or done with it. */
  | { readonly followed: true }
  /** How many entries the shared index holds of this log. */
  | { readonly indexed: number }
  | { readonly alarm: string; readonly fields: Readonly<Record<string, unknown>> };

export function answerQuestion(indexer: Indexer, question: Question): unknown {
  const source = indexer.source();
  switch (question.name) {
    case 'list':
      return listEntries(source, question.request);
    case 'entry':
      return findEntry(source, question.request);
    case 'exchange':
      return findExchange(source, question.request);
    case 'review':
      return findReview(source, question.request);
    case 'facets':
      return countFacets(source, question.request);
    case 'histogram':
      return drawHistogram(source, question.request);
    case 'content':
      return readContents(indexer, question.request.id, question.request.form);
    case 'forget':
      return forgetSubject(indexer, question.request);
    case 'wipe':
      return indexer.texts.wipe();
    case 'expire':
      return expireFile(indexer, question.request);
  }
}

/** Whether a question is about free text, so that the full text has to be complete. */
export function needsText(question: Question): boolean {
  switch (question.name) {
    case 'list':
    case 'facets':
    case 'histogram':
      return hasText(question.request.filter);
    case 'expire':
      return true;
    case 'entry':
    case 'exchange':
    case 'review':
    case 'content':
    case 'forget':
    case 'wipe':
      return false;
  }
}

function hasText(filter: Filter): boolean {
  return filter.terms.some(({ kind }) => kind === 'text');
}
