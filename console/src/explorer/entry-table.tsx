/** The list itself: only the rows in sight exist, and the next page is asked for before its end is reached. */
import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { FlexRender, type Header, type Row, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Entry } from '../entry/entry.ts';
import { columns, features, widths } from './columns.tsx';
import type { Pages } from './pages.ts';

const rowPixels = 34;
const aheadRows = 60;
const gapPixels = 10;
const boxPixels = 32;
const sidePixels = 20;

type Props = {
  readonly pages: Pages;
  readonly shown: readonly string[];
  readonly current: string;
  readonly selected: ReadonlySet<string>;
  readonly open: (id: string) => void;
  readonly select: (id: string) => void;
};

/** Rows are grids of their own, so each is told how wide the widest has to be. */
function toGrid(ids: readonly string[]): CSSProperties {
  const tracks = ids.map((id) => widths[id] ?? '1fr');
  const least = tracks.map((track) => Number(/\d+/.exec(track)?.[0] ?? 0) + gapPixels);
  return {
    gridTemplateColumns: [`${boxPixels}px`, ...tracks].join(' '),
    minWidth: least.reduce((sum, one) => sum + one, boxPixels + sidePixels),
  };
}

function useEntryTable(entries: readonly Entry[], shown: readonly string[]) {
  const columnVisibility = useMemo(
    () => Object.fromEntries(Object.keys(widths).map((id) => [id, shown.includes(id)])),
    [shown],
  );
  return useTable({
    features,
    columns,
    data: entries,
    getRowId: ({ id }) => id,
    state: { columnVisibility },
  });
}

export function EntryTable(props: Props): ReactNode {
  const { pages, shown, current, selected, open, select } = props;
  const { more } = pages;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useEntryTable(pages.entries, shown);
  const { rows } = table.getRowModel();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last + aheadRows >= rows.length) more();
  }, [last, rows.length, more]);
  const show = useEffectEvent((wanted: string) => {
    const place = rows.findIndex(({ id }) => id === wanted);
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' });
  });
  useEffect(() => show(current), [current]);
  const grid = toGrid(table.getVisibleLeafColumns().map(({ id }) => id));
  const count = pages.ended ? rows.length + 1 : -1;
  return (
    <div
      ref={scroller}
      className="entries"
      role="grid"
      aria-label="Entries"
      aria-rowcount={count}
      tabIndex={0}
    >
      <Head headers={table.getLeafHeaders()} style={grid} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const style = { ...grid, transform: `translateY(${start}px)` };
          const { id } = row;
          const marks = { current: id === current, selected: selected.has(id), open, select };
          return <EntryRow key={id} row={row} index={index} style={style} {...marks} />;
        })}
      </div>
    </div>
  );
}

type HeadProps = {
  readonly headers: readonly Header<typeof features, Entry>[];
  readonly style: CSSProperties;
};

function Head({ headers, style }: HeadProps): ReactNode {
  return (
    <div className="head" role="row" style={style}>
      <span role="columnheader">
        <span className="hidden">Selected</span>
      </span>
      {headers.map((header) => (
        <span role="columnheader" key={header.id}>
          <FlexRender header={header} />
        </span>
      ))}
    </div>
  );
}

type EntryRowProps = {
  readonly row: Row<typeof features, Entry>;
  readonly index: number;
  readonly style: CSSProperties;
  readonly current: boolean;
  readonly selected: boolean;
  readonly open: (id: string) => void;
  readonly select: (id: string) => void;
};

function EntryRow({
  row,
  index,
  style,
  current,
  selected,
  open,
  select,
}: EntryRowProps): ReactNode {
  return (
    <div
      role="row"
      className="entry-row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-current={current}
      data-id={row.id}
      style={style}
      onClick={() => open(row.id)}
    >
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
    </div>
  );
}
