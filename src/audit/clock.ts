/** Wall time in microseconds: as fine as the monotonic clock, as true as the system's, and printed as RFC 3339. */
import { performance } from 'node:perf_hooks';

export type Clock = () => number;

const driftMsMax = 1.5;

/** Follows the wall clock when that is stepped, and counts microseconds in between. */
export function createClock(): Clock {
  let offsetMs = performance.timeOrigin;
  return () => {
    const fine = performance.now() + offsetMs;
    const wall = Date.now();
    if (Math.abs(fine - wall - 0.5) <= driftMsMax) return Math.floor(fine * 1000);
    offsetMs = wall - performance.now();
    return wall * 1000;
  };
}

let second = -1;
let secondText = '';

/** `2026-01-31T12:00:00.123456Z` */
export function toTimestamp(atUs: number): string {
  const seconds = Math.floor(atUs / 1_000_000);
  if (seconds !== second) {
    second = seconds;
    secondText = new Date(seconds * 1000).toISOString().slice(0, 20);
  }
  return `${secondText}${String(atUs - seconds * 1_000_000).padStart(6, '0')}Z`;
}

/** Microseconds since the epoch; NaN where the text is no timestamp of this form. */
export function toMicroseconds(timestamp: string): number {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(timestamp)) return Number.NaN;
  return Date.parse(`${timestamp.slice(0, 19)}Z`) * 1000 + Number(timestamp.slice(20, 26));
}
