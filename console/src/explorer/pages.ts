/** The list, page by page as it is scrolled, newest first; a live tail puts newer entries in front. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { getListed, type Listed, type Problem } from '../api.ts';
import type { Entry } from '../entry/entry.ts';
import { toProblem } from '../resource.ts';
import { learnAll, type Said } from '../review/said.ts';
import { type Filter, toParameters } from './filter.ts';

type Page = {
  readonly entries: readonly Entry[];
  readonly next: string | null;
  readonly reviews: Readonly<Record<string, Said>>;
};

export type Pages = {
  readonly entries: readonly Entry[];
  readonly loading: boolean;
  readonly ended: boolean;
  /** What the last answer lacks; '' where nothing. */
  readonly partial: string;
  readonly problem: Problem | undefined;
  /** Why newer entries are not put in front at the moment; '' where they are, or nobody asks for them. */
  readonly stopped: string;
  readonly more: () => void;
  readonly reload: () => void;
};

type State = Omit<Pages, 'more' | 'reload'> & { readonly next: string | null };

const firstPageEntries = 200;
/** Each page makes the table of all rows anew, so those that follow are as long as the gateway allows. */
const pageEntries = 500;
const tailEveryMs = 2000;
const start: State = {
  ...{ entries: [], loading: true, ended: false, partial: '' },
  ...{ problem: undefined, next: null, stopped: '' },
};

export function usePages(filter: Filter, live: boolean): Pages {
  const [state, setState] = useState(start);
  const [round, setRound] = useState(0);
  const asked = useRef<{ filter?: Filter; busy: boolean }>({ busy: false });
  useEffect(() => {
    const leaving = new AbortController();
    asked.current = { filter, busy: true };
    setState((last) => ({ ...last, loading: true, problem: undefined }));
    fetchPage(filter, undefined, leaving.signal).then(
      ({ answer: { entries, next }, partial }) => {
        asked.current.busy = false;
        const ended = next === null;
        setState({ ...start, entries, next, loading: false, ended, partial });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        asked.current.busy = false;
        setState({ ...start, loading: false, problem: toProblem(error) });
      },
    );
    return () => leaving.abort();
  }, [filter, round]);
  useTail(live, filter, setState);
  const more = useCallback(() => {
    if (asked.current.busy || state.next === null) return;
    asked.current.busy = true;
    setState((last) => ({ ...last, loading: true }));
    fetchPage(filter, state.next).then(
      ({ answer: { entries, next }, partial }) => {
        if (asked.current.filter !== filter) return;
        asked.current.busy = false;
        setState((last) => ({
          ...last,
          entries: [...last.entries, ...entries],
          next,
          loading: false,
          ended: next === null,
          partial,
        }));
      },
      (error: unknown) => {
        asked.current.busy = false;
        setState((last) => ({ ...last, loading: false, problem: toProblem(error) }));
      },
    );
  }, [filter, state.next]);
  return { ...state, more, reload: useCallback(() => setRound((last) => last + 1), []) };
}

async function fetchPage(
  filter: Filter,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Listed<Page>> {
  const limit = cursor === undefined ? firstPageEntries : pageEntries;
  const asked = { ...toParameters(filter), limit, cursor };
  const listed = await getListed<Page>('/v1/audit/entries', asked, signal);
  learnAll(listed.answer.entries, listed.answer.reviews);
  return listed;
}

/** Asks for what is newer than the first entry; more than a page of it starts the list anew. */
function useTail(
  live: boolean,
  filter: Filter,
  setState: (change: (last: State) => State) => void,
): void {
  useEffect(() => {
    if (!live) return;
    const leaving = new AbortController();
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      fetchPage(filter, undefined, leaving.signal)
        .then(
          ({ answer: { entries, next }, partial }) =>
            setState((before) => {
              const isSame = before.partial === partial && before.stopped === '';
              const last = isSame ? before : { ...before, partial, stopped: '' };
              const known = new Set(last.entries.map(({ id }) => id));
              const fresh = entries.filter(({ id }) => !known.has(id));
              if (fresh.length === 0) return last;
              if (fresh.length === entries.length)
                return { ...last, entries, next, ended: next === null };
              return { ...last, entries: [...fresh, ...last.entries] };
            }),
          (error: unknown) => {
            if (leaving.signal.aborted) return;
            setState((last) => ({ ...last, stopped: toProblem(error).message }));
          },
        )
        .finally(() => {
          busy = false;
        });
    }, tailEveryMs);
    return () => {
      clearInterval(timer);
      leaving.abort();
      setState((last) => (last.stopped === '' ? last : { ...last, stopped: '' }));
    };
  }, [live, filter, setState]);
}
