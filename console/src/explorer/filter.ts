/** The one filter that list, counts, histogram, neighbours and export share: a span of time and a query, as the URL has them. */
import { useMemo } from 'react';
import { useAddress } from '../address.ts';

export type Filter = { readonly from: string; readonly to: string; readonly q: string };

/** What was ruled on, once for each exchange: not the first entry of a pair, no keys, no heartbeats. */
export const exchangesQuery = 'type:answered,blocked,failed,aborted,recovered,decision,denied';
export const spanDefault = '7d';

export function readFilter(query: URLSearchParams): Filter {
  return {
    from: query.get('from') ?? spanDefault,
    to: query.get('to') ?? '',
    q: query.get('q') ?? exchangesQuery,
  };
}

export function useFilter(): Filter {
  const { query } = useAddress();
  const { from, to, q } = readFilter(query);
  return useMemo(() => ({ from, to, q }), [from, to, q]);
}

/** As parameters of every reading route; `all` stands for no lower end. */
export function toParameters({ from, to, q }: Filter): {
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
} {
  return {
    ...(from === 'all' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(q.trim() === '' ? {} : { q }),
  };
}

export function nameOf(filter: Filter): string {
  return JSON.stringify(toParameters(filter));
}

/** The same for the address; what is the default is left out, but an empty query is said. */
export function writeFilter(into: URLSearchParams, change: Partial<Filter>): URLSearchParams {
  const next = new URLSearchParams(into);
  const { from, to, q } = { ...readFilter(into), ...change };
  next.delete('from');
  next.delete('to');
  next.delete('q');
  if (from !== spanDefault) next.set('from', from);
  if (to !== '') next.set('to', to);
  if (q !== exchangesQuery) next.set('q', q);
  return next;
}
