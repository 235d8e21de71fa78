/** Times as the reader wants them: UTC or local, always with the other at hand. */
import { useSyncExternalStore, type ReactNode } from 'react';
import { keep, readKept } from '../kept.ts';

export type Zone = 'utc' | 'local';

const place = 'governance.zone';
const changed = 'governance:zone';

export function readZone(): Zone {
  return readKept(place) === 'local' ? 'local' : 'utc';
}

export function setZone(zone: Zone): void {
  keep(place, zone);
  window.dispatchEvent(new Event(changed));
}

export function useZone(): Zone {
  return useSyncExternalStore((listener) => {
    window.addEventListener(changed, listener);
    return () => window.removeEventListener(changed, listener);
  }, readZone);
}

const two = (value: number): string => String(value).padStart(2, '0');

export function writeTime(at: Date, zone: Zone, withDay = true): string {
  const [year, month, day, hour, minute, second] =
    zone === 'utc'
      ? [
          at.getUTCFullYear(),
          at.getUTCMonth(),
          at.getUTCDate(),
          at.getUTCHours(),
          at.getUTCMinutes(),
          at.getUTCSeconds(),
        ]
      : [
          at.getFullYear(),
          at.getMonth(),
          at.getDate(),
          at.getHours(),
          at.getMinutes(),
          at.getSeconds(),
        ];
  const clock = `${two(hour)}:${two(minute)}:${two(second)}`;
  return withDay ? `${year}-${two(month + 1)}-${two(day)} ${clock}` : clock;
}

export function Time({ at }: { readonly at: string }): ReactNode {
  const zone = useZone();
  const date = new Date(at);
  const other = zone === 'utc' ? 'local' : 'utc';
  return (
    <time dateTime={at} title={`${at} · ${writeTime(date, other)} ${other}`}>
      {writeTime(date, zone)}
    </time>
  );
}
