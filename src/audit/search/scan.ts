/** Runs a filter over a block: which of its entries pass. */
import type { Block, Dictionaries } from './block.ts';
import { hashName } from './column.ts';
import type { Column } from './column.ts';
import { otherCode, otherWord } from './dictionary.ts';
import type { Row } from './fields.ts';
import { matchesAny, matchesWord } from './filter.ts';
import type { Filter, Term, WordTerm } from './filter.ts';
import { noReview, valuesOf } from './reviews.ts';
import type { ReviewState } from './reviews.ts';
import type { TextTerm, Travel } from './text-rows.ts';

/** A filter with its words looked up, ready for many blocks. */
export type Scan = {
  readonly fromUs: number;
  readonly toUs: number;
  readonly checks: readonly Check[];
};

type Check = (block: Block, mask: Uint8Array) => void;
type NameTerm = Term & { readonly kind: 'name' };
type ReviewTerm = Term & { readonly kind: 'review' };

/** What a filter is looked up in, besides the blocks themselves. */
export type Lookup = {
  readonly dictionaries: Dictionaries;
  /** Erased subjects with the number of the entry that says so: what came before is not found under their name. */
  readonly erased: ReadonlyMap<string, number>;
  /** The reviewed rows of the block that begins there. */
  readonly reviewsOf: (first: number) => ReadonlyMap<number, ReviewState>;
  /** The words of a row as its entry has them. */
  readonly wordsAt: (block: Block, row: number) => Row['words'];
  /** For the free text of one search: one flag per entry of a block. */
  readonly searchText: (
    terms: readonly TextTerm[],
    travel: Travel,
  ) => { readonly mask: (block: Block) => Uint8Array };
};

export function compileScan(filter: Filter, lookup: Lookup, travel: Travel): Scan {
  const texts = filter.terms.filter((term) => term.kind === 'text');
  const checks = filter.terms.flatMap((term) => toCheck(term, lookup));
  const doubts = filter.terms.flatMap((term) => toDoubt(term, lookup));
  if (texts.length > 0) {
    const rows = lookup.searchText(texts, travel);
    checks.push((block, mask) => keepText(mask, block, (each) => rows.mask(each)));
  }
  // Each row in doubt is an entry to read, so all else is looked at before.
  checks.push(...doubts);
  return {
    fromUs: filter.fromUs ?? 0,
    toUs: filter.toUs ?? Number.POSITIVE_INFINITY,
    checks,
  };
}

/** One flag per entry of the block, or undefined where the block lies outside the time asked for. */
export function scanBlock(block: Block, scan: Scan): Uint8Array | undefined {
  if (block.rows === 0 || block.atMax < scan.fromUs || block.atMin > scan.toUs) return undefined;
  const mask = new Uint8Array(block.rows).fill(1);
  if (block.atMin < scan.fromUs || block.atMax > scan.toUs) {
    keep(mask, block.column('at'), (at) => at >= scan.fromUs && at <= scan.toUs);
  }
  for (const check of scan.checks) check(block, mask);
  return mask;
}

/** Free text is not in the columns and is looked up last, where anything is left to look for. */
function keepText(mask: Uint8Array, block: Block, find: (block: Block) => Uint8Array): void {
  if (!mask.includes(1)) return;
  const found = find(block);
  for (let row = 0; row < mask.length; row += 1) mask[row] = (mask[row] ?? 0) & (found[row] ?? 0);
}

function toCheck(term: Term, lookup: Lookup): Check[] {
  const { dictionaries } = lookup;
  switch (term.kind) {
    case 'text':
      return [];
    case 'words':
    case 'word-range': {
      const wanted = dictionaries[term.field].select((value) => matchesWord(term, value));
      const open = isDoubtful(term, lookup) ? otherCode : undefined;
      return [
        (block, mask) => keepCodes(mask, block.column(term.field), { wanted, open }, term.negated),
      ];
    }
    case 'number': {
      const { low, high } = term.range;
      const inside = (value: number): boolean => value >= low && value <= high;
      return [
        (block, mask) =>
          keep(mask, block.column(term.field), (value) => inside(value) !== term.negated),
      ];
    }
    case 'name':
      return [toNameCheck(term, lookup)];
    case 'review':
      return [toReviewCheck(term, lookup)];
  }
}

/** A word that came after the dictionary was full has no code of its own: the entry itself has to be asked. */
function toDoubt(term: Term, lookup: Lookup): Check[] {
  if (term.kind !== 'words' && term.kind !== 'word-range') return [];
  if (!isDoubtful(term, lookup)) return [];
  return [
    (block, mask) => {
      const column = block.column(term.field);
      for (let row = 0; row < mask.length; row += 1) {
        if (mask[row] !== 1 || column[row] !== otherCode) continue;
        const words = lookup.wordsAt(block, row)[term.field];
        if (words.some((word) => matchesWord(term, word)) === term.negated) mask[row] = 0;
      }
    },
  ];
}

/** Whoever asks for all words, or by the name that facets give to the rest, asks for those without a code too. */
function isDoubtful(term: WordTerm, { dictionaries }: Lookup): boolean {
  return dictionaries[term.field].isFull && !matchesWord(term, otherWord);
}

function toNameCheck(term: NameTerm, lookup: Lookup): Check {
  const erased = new Map<number, number>();
  for (const value of term.values) {
    const since = term.field === 'subject' ? lookup.erased.get(value) : undefined;
    erased.set(hashName(value), since ?? -1);
  }
  return (block, mask) => {
    const column = block.column(term.field);
    for (let row = 0; row < mask.length; row += 1) {
      const since = erased.get(column[row] ?? 0);
      const found = since !== undefined && block.first + row > since;
      if (found === term.negated) mask[row] = 0;
    }
  };
}

/** All entries but the reviewed ones pass alike. */
function toReviewCheck(term: ReviewTerm, lookup: Lookup): Check {
  const { field, negated } = term;
  const passes = (state: ReviewState): boolean =>
    valuesOf(state, field).some((value) => matchesAny(term, value)) !== negated;
  const others = passes(noReview);
  return (block, mask) => {
    const reviewed = lookup.reviewsOf(block.first);
    if (others && reviewed.size === 0) return;
    for (let row = 0; row < mask.length; row += 1) {
      const state = reviewed.get(row);
      if (!(state === undefined ? others : passes(state))) mask[row] = 0;
    }
  };
}

function keep(mask: Uint8Array, column: Column, passes: (value: number) => boolean): void {
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 1 && !passes(column[row] ?? 0)) mask[row] = 0;
  }
}

type Wanted = {
  /** One flag per code. */
  readonly wanted: Uint8Array;
  /** A code that says nothing yet. */
  readonly open: number | undefined;
};

function keepCodes(
  mask: Uint8Array,
  column: Column,
  { wanted, open }: Wanted,
  negated: boolean,
): void {
  const pass = negated ? 0 : 1;
  for (let row = 0; row < mask.length; row += 1) {
    const code = column[row] ?? 0;
    if (code !== open && (wanted[code] ?? 0) !== pass) mask[row] = 0;
  }
}
