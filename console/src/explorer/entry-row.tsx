/** One row of the list: whole while it can be read, in outline while the list flies past. */
import { memo, type ReactNode } from 'react';
import { FlexRender, type Row } from '@tanstack/react-table';
import { decisionOf, type Entry } from '../entry/entry.ts';
import type { features } from './columns.tsx';

type EntryRowProps = {
  readonly row: Row<typeof features, Entry>;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
  /** The columns; a row looks them up by itself, and has to know when they change. */
  readonly shown: readonly string[];
  readonly flying: boolean;
  readonly current: boolean;
  readonly selected: boolean;
  readonly open: (id: string) => void;
  readonly select: (id: string) => void;
};

/** By what the list says which row the keys are on. */
export const rowNameOf = (id: string): string => `row-${id}`;

/** While the list scrolls, only rows that come into sight are drawn. */
export const EntryRow = memo(function EntryRow({
  row,
  index,
  start,
  flying,
  current,
  selected,
  open,
  select,
}: EntryRowProps): ReactNode {
  return (
    <div
      role="row"
      id={rowNameOf(row.id)}
      className="entry-row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-current={current}
      data-id={row.id}
      style={{ transform: `translateY(${start}px)` }}
      onClick={() => open(row.id)}
    >
      {flying ? (
        <Outline entry={row.original} />
      ) : (
        <Cells row={row} selected={selected} select={select} />
      )}
    </div>
  );
});

type CellsProps = Pick<EntryRowProps, 'row' | 'selected' | 'select'>;

function Cells({ row, selected, select }: CellsProps): ReactNode {
  return (
    <>
      <span role="gridcell">
        <input
          type="checkbox"
          aria-label={`Select entry ${row.original.seq}`}
          checked={selected}
          onClick={(event) => event.stopPropagation()}
          onChange={() => select(row.id)}
        />
      </span>
      {row.getVisibleCells().map((cell) => (
        <span role="gridcell" key={cell.id}>
          <FlexRender cell={cell} />
        </span>
      ))}
    </>
  );
}

function Outline({ entry }: { readonly entry: Entry }): ReactNode {
  return (
    <span role="gridcell" className="outline">
      {entry.at.slice(0, 19).replace('T', ' ')} {decisionOf(entry)}
    </span>
  );
}
