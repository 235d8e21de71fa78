/** Runs a filter over a block: which of its entries pass. */
import type { Block, Dictionaries } from './block.ts';
import { hashName } from './column.ts';
import type { Column } from './column.ts';
import { matchesAny } from './filter.ts';
import type { Filter, Term } from './filter.ts';

/** A filter with its words looked up, ready for many blocks. */
export type Scan = {
  readonly fromUs: number;
  readonly toUs: number;
  readonly checks: readonly Check[];
};

type Check = (block: Block, mask: Uint8Array) => void;

export function compileScan(filter: Filter, dictionaries: Dictionaries): Scan {
  return {
    fromUs: filter.fromUs ?? 0,
    toUs: filter.toUs ?? Number.POSITIVE_INFINITY,
    checks: filter.terms.flatMap((term) => toCheck(term, dictionaries)),
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

/** Free text is not in the columns; it is looked up elsewhere. */
function toCheck(term: Term, dictionaries: Dictionaries): Check[] {
  switch (term.kind) {
    case 'text':
      return [];
    case 'words': {
      const wanted = dictionaries[term.field].select((value) => matchesAny(term.patterns, value));
      return [(block, mask) => keepCodes(mask, block.column(term.field), wanted, term.negated)];
    }
    case 'word-range': {
      const { low, high } = term.range;
      const wanted = dictionaries[term.field].select(
        (value) => value !== '' && Number(value) >= low && Number(value) <= high,
      );
      return [(block, mask) => keepCodes(mask, block.column(term.field), wanted, term.negated)];
    }
    case 'number': {
      const { low, high } = term.range;
      const inside = (value: number): boolean => value >= low && value <= high;
      return [
        (block, mask) =>
          keep(mask, block.column(term.field), (value) => inside(value) !== term.negated),
      ];
    }
    case 'name': {
      const hashes = new Set(term.values.map(hashName));
      return [
        (block, mask) =>
          keep(mask, block.column(term.field), (hash) => hashes.has(hash) !== term.negated),
      ];
    }
  }
}

function keep(mask: Uint8Array, column: Column, passes: (value: number) => boolean): void {
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 1 && !passes(column[row] ?? 0)) mask[row] = 0;
  }
}

function keepCodes(mask: Uint8Array, column: Column, wanted: Uint8Array, negated: boolean): void {
  const pass = negated ? 0 : 1;
  for (let row = 0; row < mask.length; row += 1) {
    if ((wanted[column[row] ?? 0] ?? 0) !== pass) mask[row] = 0;
  }
}
