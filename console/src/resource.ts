/** A thing that is fetched: loading, there, or a problem; a new question drops the answer to the old one. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Problem } from './api.ts';

export type Resource<T> = {
  readonly value: T | undefined;
  readonly problem: Problem | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
};

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(0, 'broken', error instanceof Error ? error.message : 'Something is broken.');
}

type State<T> = Pick<Resource<T>, 'value' | 'problem' | 'loading'> & { readonly name: string };

function emptyOf<T>(name: string): State<T> {
  return { name, value: undefined, problem: undefined, loading: true };
}

/** `name` says what is fetched: while it stays the same, the last value is shown until a newer one is there. */
export function useResource<T>(
  name: string,
  fetch: (signal: AbortSignal) => Promise<T>,
): Resource<T> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<T>>(() => emptyOf(name));
  // The name stands for all that `fetch` depends on.
  const ask = useEffectEvent(fetch);
  useEffect(() => {
    const leaving = new AbortController();
    setState((last) => (last.name === name ? { ...last, loading: true } : emptyOf(name)));
    ask(leaving.signal).then(
      (value) => {
        if (!leaving.signal.aborted) setState({ name, value, problem: undefined, loading: false });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setState((last) => ({
          name,
          value: last.name === name ? last.value : undefined,
          problem: toProblem(error),
          loading: false,
        }));
      },
    );
    return () => leaving.abort();
  }, [name, round]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  // What belongs to another name is never shown under this one.
  return { ...(state.name === name ? state : emptyOf<T>(name)), reload };
}
