/** The list itself: only the rows in sight exist, and the next page is asked for before its end is reached. */
import {
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { FlexRender, type Header, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Entry } from '../entry/entry.ts';
import { columns, features, widths } from './columns.tsx';
import { EntryRow, rowNameOf } from './entry-row.tsx';
import type { Pages } from './pages.ts';
import { useFling } from './use-fling.ts';

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
  readonly step: (by: number) => void;
};

/** Rows are grids of their own, so all are told how wide the widest has to be; once for all, and not in each row. */
function toGrid(ids: readonly string[]): CSSProperties {
  const tracks = ids.map((id) => widths[id] ?? '1fr');
  const least = tracks.map((track) => Number(/\d+/.exec(track)?.[0] ?? 0) + gapPixels);
  const own = {
    '--tracks': [`${boxPixels}px`, ...tracks].join(' '),
    '--least': `${least.reduce((sum, one) => sum + one, boxPixels + sidePixels)}px`,
  };
  return own as CSSProperties;
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

/** While the list has the focus, arrows go from entry to entry; within a row they are the row's own. */
function walk(event: KeyboardEvent<HTMLElement>, step: Props['step']): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0 || event.target !== event.currentTarget) return;
  event.preventDefault();
  step(by);
}

/** The next page is asked for while there are rows left to scroll. */
function useRowsInSight(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  more: () => void,
) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last + aheadRows >= count) more();
  }, [last, count, more]);
  return { virtual, items };
}

export function EntryTable(props: Props): ReactNode {
  const { pages, shown, current, selected, open, select, step } = props;
  const { more } = pages;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useEntryTable(pages.entries, shown);
  const { rows } = table.getRowModel();
  const { virtual, items } = useRowsInSight(scroller, rows.length, more);
  const flying = useFling(scroller);
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
      data-flying={flying}
      style={grid}
      role="grid"
      aria-label="Entries"
      aria-rowcount={count}
      aria-multiselectable="true"
      tabIndex={0}
      aria-activedescendant={current === '' ? undefined : rowNameOf(current)}
      onKeyDown={(event) => walk(event, step)}
    >
      <Head headers={table.getLeafHeaders()} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { id } = row;
          const marks = { current: id === current, selected: selected.has(id), shown, flying };
          return <EntryRow key={id} {...{ row, index, start, ...marks, open, select }} />;
        })}
      </div>
    </div>
  );
}

type HeadProps = {
  readonly headers: readonly Header<typeof features, Entry>[];
};

function Head({ headers }: HeadProps): ReactNode {
  return (
    <div className="head" role="row">
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
