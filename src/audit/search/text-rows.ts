/** Which entries of a block have what free text asks for, looked up for many blocks at once. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { blockRows } from './block.ts';
import type { Block } from './block.ts';
import type { Term } from './filter.ts';
import { toLoneWords } from './lone-words.ts';

export type TextTerm = Term & { readonly kind: 'text' };

/** How blocks are asked for: a list goes one way and may stop soon, a count goes through all. */
export type Travel = 'older' | 'newer' | 'all';

/** A list looks into so many blocks first, and into so many times more each time it goes on. */
const spanGrowth = 4;
const rowsRow = z.object({ rows: z.string().nullable() });
const comma = 0x2c;
const zero = 0x30;

export class TextRows {
  readonly #database: DatabaseSync;
  readonly #terms: readonly TextTerm[];
  readonly #travel: Travel;
  /** Rows of the entries found, block by block, for the range that was looked into. */
  #found = new Map<number, number[]>();
  #from = 0;
  #to = -1;
  #span = 1;

  constructor(database: DatabaseSync, terms: readonly TextTerm[], travel: Travel) {
    this.#database = database;
    this.#terms = terms;
    this.#travel = travel;
    if (travel === 'all') this.#span = Number.POSITIVE_INFINITY;
  }

  /** One flag per entry of the block. */
  mask(block: Block): Uint8Array {
    if (block.first < this.#from || block.first > this.#to) this.#look(block);
    const ruledOut = this.#terms.every(({ negated }) => negated);
    const mask = new Uint8Array(block.rows).fill(ruledOut ? 1 : 0);
    for (const row of this.#found.get(block.first) ?? []) mask[row] = ruledOut ? 0 : 1;
    return mask;
  }

  #look({ first, rows }: Block): void {
    const span = this.#span * blockRows;
    const older = this.#travel === 'older';
    this.#from = this.#travel === 'all' ? 0 : older ? Math.max(0, first + blockRows - span) : first;
    this.#to = older ? first + rows - 1 : Math.min(Number.MAX_SAFE_INTEGER, first + span - 1);
    this.#span *= spanGrowth;
    this.#found = toBlocks(this.#find());
  }

  /** One text with all numbers takes a tenth of the time of a row for each. */
  #find(): string {
    const row = this.#database
      .prepare(
        'SELECT group_concat(rowid) AS rows FROM texts WHERE texts MATCH ? AND rowid BETWEEN ? AND ?',
      )
      .get(toExpression(this.#terms), this.#from, this.#to);
    return rowsRow.parse(row).rows ?? '';
  }
}

function toBlocks(numbers: string): Map<number, number[]> {
  const blocks = new Map<number, number[]>();
  let seq = 0;
  let first = -1;
  let rows: number[] = [];
  for (let at = 0; at <= numbers.length && numbers !== ''; at += 1) {
    const code = at === numbers.length ? comma : numbers.charCodeAt(at);
    if (code !== comma) {
      seq = seq * 10 + code - zero;
      continue;
    }
    const begin = seq - (seq % blockRows);
    if (begin !== first) {
      first = begin;
      rows = blocks.get(begin) ?? [];
      blocks.set(begin, rows);
    }
    rows.push(seq - begin);
    seq = 0;
  }
  return blocks;
}

/** Quoted phrases, so that nothing of the caller's is read as FTS5's own language. What is only ruled out is found here. */
function toExpression(terms: readonly TextTerm[]): string {
  const write = ({ phrase, prefix }: TextTerm): string =>
    `"${toLoneWords(phrase).replaceAll('"', '""')}"${prefix ? ' *' : ''}`;
  const wanted = terms.filter(({ negated }) => !negated).map(write);
  const unwanted = terms.filter(({ negated }) => negated).map(write);
  if (wanted.length === 0) return unwanted.join(' OR ');
  const all = wanted.join(' AND ');
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.join(' OR ')})`;
}
