/** The open entry beside the list: the list and its filter stay where they are. */
import { useEffect, useRef, type ReactNode } from 'react';
import { toHref } from '../address.ts';
import { Icon } from '../design/icon.tsx';
import { Loading, ProblemNotice } from '../design/notice.tsx';
import { Link } from '../link.tsx';
import { useResource } from '../resource.ts';
import { EntryView } from './entry-view.tsx';
import { readExchange } from './exchange.ts';
import './entry.css';

type Props = { readonly id: string; readonly close: () => void };

export function EntryPanel({ id, close }: Props): ReactNode {
  const asked = useResource(`exchange ${id}`, (signal) => readExchange(id, signal));
  const panel = useRef<HTMLElement>(null);
  // Whoever opens it by the keyboard goes on in it, not through all the counts and rows before it; and afterwards where they were.
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside ref={panel} tabIndex={-1} className="entry-panel" aria-label="Entry">
      <div className="row spread">
        <Link href={toHref(['entries', id])}>Open on its own</Link>
        <button type="button" className="button quiet small" onClick={close} aria-label="Close">
          <Icon name="close" />
        </button>
      </div>
      {asked.problem !== undefined && (
        <ProblemNotice problem={asked.problem} retry={asked.reload} />
      )}
      {asked.value === undefined && asked.loading && <Loading lines={8} />}
      {asked.value !== undefined && <EntryView exchange={asked.value} reload={asked.reload} />}
    </aside>
  );
}
