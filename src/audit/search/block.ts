/** 4,096 entries in a row as columns: what the index keeps of them, whether stored or still being filled. */
import { hashName, packColumn } from './column.ts';
import type { Column } from './column.ts';
import type { Dictionary } from './dictionary.ts';
import { nameFields, numberFields, wordFields } from './fields.ts';
import type { Row, WordField } from './fields.ts';

export const blockRows = 4096;

/** Where the entry's line lies in the journal. */
const placeColumns = ['segment', 'offset', 'bytes'] as const;

export const columnNames = [
  'at',
  ...placeColumns,
  ...wordFields,
  ...numberFields,
  ...nameFields,
] as const;
export type ColumnName = (typeof columnNames)[number];

export type Place = { readonly segment: number; readonly offset: number; readonly bytes: number };

/** What a search reads: entries `first` to `first + rows`, column by column. */
export type Block = {
  readonly first: number;
  readonly rows: number;
  readonly atMin: number;
  readonly atMax: number;
  readonly column: (name: ColumnName) => Column;
};

export type Dictionaries = Readonly<Record<WordField, Dictionary>>;

/** The newest block, in memory until it is full. */
export class OpenBlock implements Block {
  readonly first: number;
  readonly firstId: string;
  readonly #columns: Record<ColumnName, number[]>;
  readonly #packed = new Map<ColumnName, Column>();
  atMin = Number.POSITIVE_INFINITY;
  atMax = 0;
  rows = 0;

  constructor(first: number, firstId: string) {
    this.first = first;
    this.firstId = firstId;
    this.#columns = emptyColumns();
  }

  add(row: Row, place: Place, dictionaries: Dictionaries): void {
    const columns = this.#columns;
    columns.at.push(row.atUs);
    columns.segment.push(place.segment);
    columns.offset.push(place.offset);
    columns.bytes.push(place.bytes);
    for (const field of wordFields)
      columns[field].push(dictionaries[field].encode(row.words[field]));
    for (const field of numberFields) columns[field].push(row.numbers[field]);
    for (const field of nameFields) columns[field].push(hashName(row.names[field]));
    this.atMin = Math.min(this.atMin, row.atUs);
    this.atMax = Math.max(this.atMax, row.atUs);
    this.rows += 1;
    this.#packed.clear();
  }

  column(name: ColumnName): Column {
    const known = this.#packed.get(name);
    if (known !== undefined) return known;
    const column = Float64Array.from(this.#columns[name]);
    this.#packed.set(name, column);
    return column;
  }

  pack(name: ColumnName): Uint8Array {
    return packColumn(this.#columns[name]);
  }
}

function emptyColumns(): Record<ColumnName, number[]> {
  const columns: Partial<Record<ColumnName, number[]>> = {};
  for (const name of columnNames) columns[name] = [];
  return columns as Record<ColumnName, number[]>;
}
