/** Counts failed authentications per address and minute, in bounded memory, so that keys cannot be guessed at speed. */
import { toHolder } from '../audit/privacy.ts';
import { GatewayError } from '../errors.ts';
import type { Failures } from './authenticate.ts';

const windowMs = 60_000;
const addressesMax = 10_000;

export function createFailures(perMinuteMax: number, now: () => number): Failures {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    check(address) {
      const holder = toHolder(address);
      const window = windows.get(holder);
      if (window === undefined || window.count < perMinuteMax) return;
      const leftMs = window.endsAt - now();
      if (leftMs <= 0) {
        windows.delete(holder);
        return;
      }
      throw new GatewayError(
        'rate_limited',
        'too many calls from this address failed to authenticate; wait, then send a valid key',
        { headers: { 'retry-after': String(Math.ceil(leftMs / 1000)) } },
      );
    },
    count(address) {
      const at = now();
      const holder = toHolder(address);
      const window = windows.get(holder);
      if (window !== undefined && window.endsAt > at) {
        window.count += 1;
        return;
      }
      // A Map keeps insertion order, so the first one is the oldest.
      const oldest = windows.keys().next();
      if (windows.size >= addressesMax && oldest.done !== true) windows.delete(oldest.value);
      windows.delete(holder);
      windows.set(holder, { count: 1, endsAt: at + windowMs });
    },
  };
}
