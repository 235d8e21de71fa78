/** A moment as people write it, RFC 3339 to any digit, a day or an age: microseconds, as fine as entries tell time. */

const dayMs = 86_400_000;
const ageMs = { s: 1000, m: 60_000, h: 3_600_000, d: dayMs };
const expected =
  'expected an age such as `24h`, a day such as `2026-01-31`, or a moment such as `2026-01-31T12:00Z`';

/** Seconds may be left out, and all of the time of day; `t` and `z` may be small. */
const form = /^(\d{4}-\d\d-\d\d)(?:[Tt](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?([Zz]|[+-]\d\d:\d\d))?$/;
const age = /^(\d{1,6})([smhd])$/;
/** What a text has to look like to be one of them, as far as a pattern can say it. */
export const momentPattern = `${age.source}|${form.source}`;
const fractionDigits = 6;

/** Both ends of a span are included, so a `to` is the last moment that belongs to what was said. */
export type End = 'from' | 'to';

/** Microseconds since the epoch, or a sentence that says what was expected. */
export function readMoment(given: string, end: End, nowMs: number): number | string {
  const us = readAge(given, nowMs) ?? readTime(given, end);
  if (us === undefined)
    // In an address a plus is a space.
    return / \d\d:\d\d$/.test(given) ? `${expected}; its \`+\` is written \`%2B\`` : expected;
  // Beyond these microseconds are no whole numbers any more, and there is no entry.
  return Math.min(Math.max(us, 0), Number.MAX_SAFE_INTEGER);
}

function readAge(given: string, nowMs: number): number | undefined {
  const [, count, unit] = age.exec(given) ?? [];
  if (unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd') return undefined;
  return (nowMs - Number(count) * ageMs[unit]) * 1000;
}

function readTime(given: string, end: End): number | undefined {
  const [, day = '', clock, second = '00', fraction = '', zone = ''] = form.exec(given) ?? [];
  if (!isDay(day)) return undefined;
  if (clock === undefined) return Date.parse(day) * 1000 + (end === 'to' ? dayMs * 1000 - 1 : 0);
  const us = Date.parse(`${day}T${clock}:${second}${zone.toUpperCase()}`) * 1000;
  if (Number.isNaN(us)) return undefined;
  const whole = Number(fraction.slice(0, fractionDigits).padEnd(fractionDigits, '0'));
  const goesOn = /[1-9]/.test(fraction.slice(fractionDigits));
  return us + whole + (goesOn && end === 'from' ? 1 : 0);
}

/** The 30th of February is read as the 2nd of March, which nobody asked for. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
