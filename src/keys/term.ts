/** Spans of time and rates as people write them: `90d`, `60/m`. */

/** A limit of `count` calls per window. */
export type Rate = { readonly count: number; readonly windowMs: number };

const unitMs = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

export const spanForm = /^([1-9]\d{0,4})([smhd])$/;
export const rateForm = /^([1-9]\d{0,8})\/([smhd])$/;

/** `30s`, `15m`, `12h`, `90d`; undefined for anything else. */
export function readSpanMs(text: string): number | undefined {
  const [, count, unit] = spanForm.exec(text) ?? [];
  const each = unitMs.get(unit ?? '');
  return each === undefined ? undefined : Number(count) * each;
}

/** How long an old key works on: a span, or none at all, which may be written without a unit or with any. */
export const overlapForm = /^(?:0[smhd]?|[1-9]\d{0,4}[smhd])$/;

/** Undefined for what is no overlap. */
export function readOverlapMs(text: string): number | undefined {
  return overlapForm.test(text) ? (readSpanMs(text) ?? 0) : undefined;
}

/** `10/s`, `60/m`, `1000/h`, `5000/d`; undefined for anything else. */
export function readRate(text: string): Rate | undefined {
  const [, count, unit] = rateForm.exec(text) ?? [];
  const windowMs = unitMs.get(unit ?? '');
  return windowMs === undefined ? undefined : { count: Number(count), windowMs };
}

export function writeRate({ count, windowMs }: Rate): string {
  for (const [unit, each] of unitMs) if (each === windowMs) return `${count}/${unit}`;
  return `${count}/${windowMs}ms`;
}
