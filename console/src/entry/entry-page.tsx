/** One entry on a page of its own: what a permalink leads to. */
import type { ReactNode } from 'react';
import { toHref } from '../address.ts';
import { toShort } from '../design/inert.ts';
import { Loading, ProblemNotice } from '../design/notice.tsx';
import { Link } from '../link.tsx';
import { useResource } from '../resource.ts';
import { EntryView } from './entry-view.tsx';
import { readExchange } from './exchange.ts';
import './entry.css';

export function EntryPage({ id }: { readonly id: string }): ReactNode {
  const asked = useResource(`exchange ${id}`, (signal) => readExchange(id, signal));
  return (
    <div className="view">
      <h1 className="hidden">Entry</h1>
      <div className="row">
        <Link href={toHref(['entries'])}>Entries</Link>
        <span className="faint mono">{toShort(id, 60)}</span>
      </div>
      {asked.problem !== undefined && (
        <ProblemNotice problem={asked.problem} retry={asked.reload} />
      )}
      {asked.value === undefined && asked.loading && <Loading lines={8} />}
      {asked.value !== undefined && <EntryView exchange={asked.value} reload={asked.reload} />}
    </div>
  );
}
