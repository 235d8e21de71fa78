/** The span of time: an age, all of it, or two instants. */
import type { ReactNode } from 'react';
import { toShort } from '../design/inert.ts';
import { useZone, writeTime, type Zone } from '../design/time.tsx';
import type { Filter } from './filter.ts';

const ages: readonly (readonly [string, string])[] = [
  ['15m', 'Last 15 minutes'],
  ['1h', 'Last hour'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
  ['all', 'All time'],
];

type Props = {
  readonly filter: Filter;
  readonly change: (change: Partial<Filter>) => void;
};

export function SpanPicker({ filter, change }: Props): ReactNode {
  const { from, to } = filter;
  const zone = useZone();
  const custom = to !== '' || !ages.some(([age]) => age === from);
  return (
    <select
      className="input span"
      aria-label="Span of time"
      value={custom ? 'custom' : from}
      onChange={({ target }) => change({ from: target.value, to: '' })}
    >
      {custom && (
        <option value="custom">
          {brief(from, zone)} – {to === '' ? 'now' : brief(to, zone)}
        </option>
      )}
      {ages.map(([age, title]) => (
        <option key={age} value={age}>
          {title}
        </option>
      ))}
    </select>
  );
}

/** An instant as the reader has the times in the list; an age as it is written. */
function brief(at: string, zone: Zone): string {
  const instant = at.includes('T') ? new Date(at) : undefined;
  if (instant === undefined || Number.isNaN(instant.getTime())) return toShort(at, 20);
  return writeTime(instant, zone).slice('2026-'.length, -':00'.length);
}
