/** The list, page by page as it is scrolled, newest first; a live tail puts newer entries in front. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
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
  /** They are what the filter before found; those of this one are still awaited. */
  readonly late: boolean;
  readonly ended: boolean;
  /** What the last answer lacks; '' where nothing. */
  readonly partial: string;
  readonly problem: Problem | undefined;
  /** Why newer entries are not put in front at the moment; '' where they are, or nobody asks for them. */
  readonly stopped: string;
  /** Why the list ends before what the filter found does; '' where it does not. */
  readonly cut: string;
  readonly more: () => void;
  readonly reload: () => void;
};

type State = Omit<Pages, 'more' | 'reload'> & {
  readonly next: string | null;
  /** How many a live tail has put in front. */
  readonly ahead: number;
};

const firstPageEntries = 200;
/** Each page makes the table of all rows anew, so those that follow are as long as the gateway allows. */
const pageEntries = 500;
const tailEveryMs = 2000;
/** Of so many in front, a list that somebody leaves live for days begins anew; it can be scrolled to its end as before. */
const tailEntriesMax = 5000;
const start: State = {
  ...{ entries: [], loading: true, late: false, ended: false, partial: '' },
  ...{ problem: undefined, next: null, stopped: '', cut: '', ahead: 0 },
};

function toListed(last: State, entries: readonly Entry[], next: string | null): State {
  return { ...last, entries, next, ended: next === null, loading: false, late: false };
}

/** For what the newest list is, or is being, filled. */
type Asked = { filter?: Filter; busy: boolean };
type Change = (change: (last: State) => State) => void;

export function usePages(filter: Filter, live: boolean): Pages {
  const [state, setState] = useState(start);
  const [round, setRound] = useState(0);
  const asked = useRef<Asked>({ busy: false });
  useEffect(() => {
    const leaving = new AbortController();
    const isOther = asked.current.filter !== filter;
    asked.current = { filter, busy: true };
    setState((last) => ({
      ...last,
      ...{ loading: true, problem: undefined, cut: '' },
      late: last.late || isOther,
    }));
    fetchPage(filter, undefined, leaving.signal).then(
      ({ answer: { entries, next }, partial }) => {
        if (leaving.signal.aborted) return;
        asked.current.busy = false;
        setState({ ...toListed(start, entries, next), partial });
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
  const more = useMore(filter, state.next, asked, setState);
  return { ...state, more, reload: useCallback(() => setRound((last) => last + 1), []) };
}

/** The page behind the last one, once at a time. */
function useMore(
  filter: Filter,
  cursor: string | null,
  asked: RefObject<Asked>,
  setState: Change,
): () => void {
  return useCallback(() => {
    if (asked.current.busy || cursor === null) return;
    asked.current.busy = true;
    const mine = asked.current;
    setState((last) => ({ ...last, loading: true, cut: '' }));
    fetchPage(filter, cursor).then(
      ({ answer: { entries, next }, partial }) => {
        mine.busy = false;
        // To a list that was begun anew meanwhile it does not fit.
        setState((last) =>
          last.next === cursor
            ? { ...toListed(last, [...last.entries, ...entries], next), partial }
            : last,
        );
      },
      (error: unknown) => {
        if (asked.current !== mine) return;
        mine.busy = false;
        // What is there already stays: whoever scrolled far would have to begin again.
        setState((last) => ({ ...last, loading: false, cut: toProblem(error).message }));
      },
    );
  }, [filter, cursor, asked, setState]);
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
function useTail(live: boolean, filter: Filter, setState: Change): void {
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
              const ahead = last.ahead + fresh.length;
              if (fresh.length === entries.length || ahead > tailEntriesMax)
                return { ...toListed(last, entries, next), ahead: 0 };
              return { ...last, entries: [...fresh, ...last.entries], ahead };
            }),
          (error: unknown) => {
            if (leaving.signal.aborted) return;
            const problem = toProblem(error);
            setState((last) => ({ ...last, stopped: problem.message }));
            // Each refusal is an entry of the trail; asked again, the same query is refused again.
            if (problem.status === 400 || problem.status === 403) clearInterval(timer);
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
