/** What the index's thread can be asked, and the answers. */
import type { StoredEntry } from '../stored-entry.ts';
import type { Horizon } from './indexer.ts';
import type { FacetRequest, HistogramRequest, ListRequest } from './query.ts';
import { countFacets, drawHistogram, findEntry, listEntries } from './reader.ts';
import type { Facets, Histogram, Page, Source } from './reader.ts';

export type Questions = {
  readonly list: { readonly request: ListRequest; readonly answer: Page };
  readonly entry: { readonly request: string; readonly answer: StoredEntry | undefined };
  readonly facets: { readonly request: FacetRequest; readonly answer: Facets };
  readonly histogram: { readonly request: HistogramRequest; readonly answer: Histogram };
};
export type QuestionName = keyof Questions;

export type Question = {
  [Name in QuestionName]: { readonly name: Name; readonly request: Questions[Name]['request'] };
}[QuestionName];

/** `behind` counts the entries that are durable but not yet in the index. */
export type Answered<Answer> = { readonly answer: Answer; readonly behind: number };

export type ToThread =
  | { readonly kind: 'follow'; readonly horizon: Horizon; readonly next: number }
  | {
      readonly kind: 'ask';
      readonly ticket: number;
      readonly horizon: Horizon;
      readonly next: number;
      readonly question: Question;
    }
  | { readonly kind: 'restart' }
  | { readonly kind: 'close' };

export type FromThread =
  | { readonly ticket: number; readonly answered: Answered<unknown> }
  | { readonly ticket: number; readonly failed: string };

export function answerQuestion(source: Source, question: Question): unknown {
  switch (question.name) {
    case 'list':
      return listEntries(source, question.request);
    case 'entry':
      return findEntry(source, question.request);
    case 'facets':
      return countFacets(source, question.request);
    case 'histogram':
      return drawHistogram(source, question.request);
  }
}
