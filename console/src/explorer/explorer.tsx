/** Finding entries: one filter, its list, its counts, its histogram, and the entry that is open beside them. */
import { useState, type ReactNode } from 'react';
import { go, readAddress, toHref, useParameter } from '../address.ts';
import { Icon, type IconName } from '../design/icon.tsx';
import { Empty, PartialNotice, ProblemNotice } from '../design/notice.tsx';
import { EntryPanel } from '../entry/entry-panel.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnPicker, useShownColumns } from './column-picker.tsx';
import { EntryTable } from './entry-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Facets } from './facets.tsx';
import { type Filter, nameOf, useFilter, writeFilter } from './filter.ts';
import { Histogram } from './histogram.tsx';
import { useMarks } from './marks.ts';
import { type Pages, usePages } from './pages.ts';
import { QueryBar } from './query-bar.tsx';
import { SavedViews } from './saved-views.tsx';
import './explorer.css';

export function changeFilter(change: Partial<Filter>): void {
  const query = writeFilter(readAddress().query, change);
  query.delete('entry');
  go(toHref(['entries'], query));
}

export function Explorer(): ReactNode {
  const filter = useFilter();
  const [live, setLive] = useState(false);
  const [facetsOpen, setFacetsOpen] = useState(false);
  const pages = usePages(filter, live);
  const [round, search] = useSearch(filter, pages);
  const [shown, show] = useShownColumns();
  const [opened, setOpened] = useParameter('entry');
  const marks = useMarks(filter, pages, opened, setOpened);
  const { current, setCurrent, step, selected, select } = marks;
  const revision = `${round} ${live ? (pages.entries[0]?.id ?? '') : ''}`;
  const open = (id: string): void => {
    setCurrent(id);
    setOpened(id, opened !== '');
  };
  return (
    <div className="explorer" data-open={opened !== ''} data-facets={facetsOpen}>
      <h1 className="hidden">Entries</h1>
      <QueryBar key={nameOf(filter)} filter={filter} change={search} />
      <div className="tools row">
        <Toggle name="Filters" className="facets-toggle" on={facetsOpen} set={setFacetsOpen} />
        <SavedViews />
        <ColumnPicker shown={shown} show={show} />
        <Toggle name="Live" icon="live" on={live} set={setLive} />
        <ExportMenu filter={filter} />
        {selected.size > 0 && <BulkBar marks={marks} />}
      </div>
      <aside className="side" aria-label="Facets">
        <Facets filter={filter} revision={revision} change={(q) => changeFilter({ q })} />
      </aside>
      <section className="found" aria-label="Found entries" aria-busy={pages.late}>
        <PartialNotice partial={pages.partial} />
        <Histogram
          filter={filter}
          revision={revision}
          narrow={(from, to) => changeFilter({ from, to })}
        />
        <Found pages={pages} filter={filter}>
          <EntryTable {...{ pages, shown, current, selected, open, select, step }} />
        </Found>
      </section>
      {opened !== '' && <EntryPanel id={opened} close={() => setOpened('')} />}
    </div>
  );
}

/** How often the same was asked again, and asking: who does so wants what came meanwhile. */
function useSearch(
  filter: Filter,
  { reload }: Pages,
): readonly [number, (change: Partial<Filter>) => void] {
  const [round, setRound] = useState(0);
  const search = (change: Partial<Filter>): void => {
    changeFilter(change);
    if (nameOf({ ...filter, ...change }) !== nameOf(filter)) return;
    setRound(round + 1);
    reload();
  };
  return [round, search];
}

type ToggleProps = {
  readonly name: string;
  readonly icon?: IconName;
  readonly className?: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
};

function Toggle({ name, icon, className = '', on, set }: ToggleProps): ReactNode {
  return (
    <button
      type="button"
      className={`button ${className}`}
      aria-pressed={on}
      onClick={() => set(!on)}
    >
      {icon !== undefined && <Icon name={icon} />}
      {name}
    </button>
  );
}

type FoundProps = {
  readonly pages: Pages;
  readonly filter: Filter;
  readonly children: ReactNode;
};

function Found({ pages, filter, children }: FoundProps): ReactNode {
  if (pages.problem !== undefined) {
    return <ProblemNotice problem={pages.problem} retry={pages.reload} />;
  }
  if (pages.entries.length > 0 || pages.loading)
    return (
      <>
        {pages.stopped !== '' && (
          <p className="partial" role="status">
            <strong>Newer entries are not shown at the moment:</strong> {pages.stopped}
          </p>
        )}
        {pages.cut !== '' && (
          <p className="partial" role="status">
            <strong>Older entries are not shown at the moment:</strong> {pages.cut}{' '}
            <button type="button" className="button small" onClick={pages.more}>
              Try again
            </button>
          </p>
        )}
        {children}
      </>
    );
  return (
    <Empty title="No entries match">
      <p>Nothing was recorded in this span of time that fits the query.</p>
      <div className="row">
        {filter.from !== 'all' && (
          <button
            type="button"
            className="button"
            onClick={() => changeFilter({ from: 'all', to: '' })}
          >
            Search all time
          </button>
        )}
        <button type="button" className="button" onClick={() => changeFilter({ q: '' })}>
          Drop the query
        </button>
      </div>
    </Empty>
  );
}
