/** The URL is the state: which view, which entry, which filter; so that every view can be sent to somebody. */
import { useCallback, useSyncExternalStore } from 'react';

export const base = '/console';

export type Address = {
  /** Segments behind `/console/`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
};

const moved = 'governance:moved';
let read = '';
let address: Address = { path: [], query: new URLSearchParams() };

export function readAddress(): Address {
  const { pathname, search } = window.location;
  if (read !== pathname + search) {
    read = pathname + search;
    const path = pathname.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent);
    address = { path, query: new URLSearchParams(search) };
  }
  return address;
}

export function toHref(path: readonly string[], query?: URLSearchParams): string {
  const tail = query === undefined || query.size === 0 ? '' : `?${query.toString()}`;
  return [base, ...path.map(encodeURIComponent)].join('/') + tail;
}

/** To where one is already is no step that one could go back. */
export function go(href: string, replace = false): void {
  const here = window.location.pathname + window.location.search;
  if (replace || href === here) window.history.replaceState(null, '', href);
  else window.history.pushState(null, '', href);
  window.dispatchEvent(new Event(moved));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(moved, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(moved, listener);
  };
}

export function useAddress(): Address {
  return useSyncExternalStore(subscribe, readAddress);
}

/** One parameter of the URL, and how to change it; an empty value takes it out. */
export function useParameter(
  name: string,
): readonly [string, (value: string, replace?: boolean) => void] {
  const { query } = useAddress();
  const set = useCallback(
    (value: string, replace = false) => {
      const now = readAddress();
      const next = new URLSearchParams(now.query);
      if (value === '') next.delete(name);
      else next.set(name, value);
      go(toHref(now.path, next), replace);
    },
    [name],
  );
  return [query.get(name) ?? '', set];
}
