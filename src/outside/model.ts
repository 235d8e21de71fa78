/** The contract of a model from outside: one text in, scores under its own labels out, and a rejection for everything else. */
import type { Severity } from '../governance/finding.ts';
import type { PartKind, Stage } from '../governance/interaction.ts';

/** What a model is told of a text. */
export type About = { readonly kind: PartKind; readonly stage: Stage };

/** Offsets are UTF-16 code units into the text. */
export type Scored = {
  readonly label: string;
  readonly score: number;
  readonly start: number;
  readonly end: number;
};

export type Model = {
  /** Rejects with CannotJudge for whatever is not exactly an answer; anything else thrown is a bug, and a failure too. */
  readonly judge: (text: string, about: About, signal: AbortSignal) => Promise<readonly Scored[]>;
  readonly close: () => Promise<void>;
};

/** What a label of a model means to the policies. */
export type Label = {
  readonly category: string;
  readonly severity: Severity;
  /** Less than that is nothing seen. */
  readonly threshold: number;
  /** In words, for a model that is asked in words. */
  readonly meaning: string;
};

export type Labels = Readonly<Record<string, Label>>;

/** More than this of one text is no answer. */
export const scoredMax = 100;
