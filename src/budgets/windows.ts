/** The windows that budgets are counted in: minutes, hours, days and months of the calendar, in UTC. */
import type { WindowName } from './budget.ts';

/** Milliseconds since the epoch; `startsAt` belongs to it, `endsAt` does not. */
export type Window = { readonly startsAt: number; readonly endsAt: number };

const lengthsMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** A cap knows no time: what is counted is under way. */
export const always: Window = { startsAt: 0, endsAt: Number.MAX_SAFE_INTEGER };

export function windowAt(name: WindowName, atMs: number): Window {
  if (name === 'month') {
    const at = new Date(atMs);
    const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
    return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const lengthMs = lengthsMs[name];
  const startsAt = Math.floor(atMs / lengthMs) * lengthMs;
  return { startsAt, endsAt: startsAt + lengthMs };
}
