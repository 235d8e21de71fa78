/** Which entry the keys are on, and which are selected; both within what the filter found, so another filter begins with none. */
import { useCallback, useState } from 'react';
import { useShortcuts } from '../shell/shortcuts.ts';
import type { Selection } from './bulk-bar.tsx';
import type { Filter } from './filter.ts';
import type { Pages } from './pages.ts';

export type Marks = Selection & {
  /** The id of the entry that the keys are on; '' for none. */
  readonly current: string;
  readonly setCurrent: (id: string) => void;
  /** To the entry so many rows below. */
  readonly step: (by: number) => void;
  readonly select: (id: string) => void;
};

type Held = Pick<Marks, 'current' | 'selected'> & { readonly filter: Filter };

export function useMarks(
  filter: Filter,
  pages: Pages,
  opened: string,
  setOpened: (id: string, replace?: boolean) => void,
): Marks {
  const entries = pages.late ? [] : pages.entries;
  const none: Held = { filter, current: opened, selected: new Set() };
  const [held, setHeld] = useState(none);
  if (held.filter !== filter) setHeld(none);
  const { current, selected } = held;
  const setCurrent = (id: string): void => setHeld((last) => ({ ...last, current: id }));
  const select = useCallback((id: string) => {
    setHeld((last) => {
      const next = new Set(last.selected);
      if (!next.delete(id)) next.add(id);
      return { ...last, selected: next };
    });
  }, []);
  const unselect = useCallback((ids: readonly string[]) => {
    const done = new Set(ids);
    setHeld((last) => {
      const left = [...last.selected].filter((id) => !done.has(id));
      return { ...last, selected: new Set(left) };
    });
  }, []);
  const step = (by: number): void => {
    const place = entries.findIndex(({ id }) => id === current);
    const next = entries[Math.min(entries.length - 1, Math.max(0, place + by))];
    if (next === undefined) return;
    setCurrent(next.id);
    if (opened !== '') setOpened(next.id, true);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => current !== '' && setOpened(current),
    x: () => current !== '' && select(current),
    '/': () => document.getElementById('query')?.focus(),
    Escape: () => setOpened(''),
  });
  const clear = (): void => setHeld((last) => ({ ...last, selected: new Set() }));
  return { current, setCurrent, step, selected, select, unselect, clear };
}
