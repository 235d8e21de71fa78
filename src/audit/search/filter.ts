/** What is asked for: one filter for lists, facets, histograms, neighbours and exports alike. */
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

/** True where a value is one of the patterns. Patterns are split at their stars, so matching is linear. */
export function matchesAny({ patterns, literal }: Patterns, value: string): boolean {
  const folded = fold(value);
  return patterns.some((pattern) =>
    literal ? fold(pattern) === folded : matches(fold(pattern), folded),
  );
}

/** Case tells nothing apart, nor does whether a letter and its accent were written as one, or a sigma ends a word. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

function matches(pattern: string, value: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return value === first;
  const last = pieces.at(-1) ?? '';
  if (!value.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = value.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return value.length - last.length >= at && value.endsWith(last);
}
