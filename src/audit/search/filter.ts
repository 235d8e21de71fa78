/** What is asked for: one filter for lists, facets, histograms, neighbours and exports alike. */
import { matchesStars } from '../../governance/stars.ts';
import type { NameField, NumberField, ReviewField, WordField } from './fields.ts';

export type Range = { readonly low: number; readonly high: number };

export type Term =
  | {
      readonly kind: 'words';
      readonly field: WordField;
      readonly negated: boolean;
      /** Alternatives; `*` stands for anything. */
      readonly patterns: readonly string[];
      /** A quoted `*` stands for itself. */
      readonly literal: boolean;
    }
  | {
      readonly kind: 'word-range';
      readonly field: WordField;
      readonly negated: boolean;
      readonly range: Range;
    }
  | {
      readonly kind: 'number';
      readonly field: NumberField;
      readonly negated: boolean;
      readonly range: Range;
    }
  | {
      readonly kind: 'name';
      readonly field: NameField;
      readonly negated: boolean;
      readonly values: readonly string[];
    }
  | {
      readonly kind: 'review';
      readonly field: ReviewField;
      readonly negated: boolean;
      readonly patterns: readonly string[];
      readonly literal: boolean;
    }
  | {
      readonly kind: 'text';
      readonly negated: boolean;
      readonly phrase: string;
      /** The phrase's last word may go on. */
      readonly prefix: boolean;
    };

export type Filter = {
  /** Microseconds since the epoch, both ends included. */
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly terms: readonly Term[];
};

export type WordTerm = Term & { readonly kind: 'words' | 'word-range' };

/** Whether a word is one that the term asks for, or rules out where it is negated. */
export function matchesWord(term: WordTerm, value: string): boolean {
  if (term.kind === 'words') return matchesAny(term, value);
  return value !== '' && Number(value) >= term.range.low && Number(value) <= term.range.high;
}

export type Patterns = { readonly patterns: readonly string[]; readonly literal: boolean };

/** True where a value is one of the patterns. */
export function matchesAny({ patterns, literal }: Patterns, value: string): boolean {
  const folded = fold(value);
  return patterns.some((pattern) =>
    literal ? fold(pattern) === folded : matchesStars(fold(pattern), folded),
  );
}

/** Case tells nothing apart, nor does whether a letter and its accent were written as one, or a sigma ends a word. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}
