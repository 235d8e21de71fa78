/** Numbers that are asked for: `5`, `>n`, `>=n`, `<n`, `<=n` and `a..b`, and what is none of them is not taken for one. */
import type { Range } from './filter.ts';

/** As many digits as are told apart, before the point and behind it. */
const number = String.raw`\d{1,15}(?:\.\d{1,15})?`;
const single = new RegExp(`^${number}$`);
const between = new RegExp(`^(${number})\\.\\.(${number})$`);
const comparison = new RegExp(`^(>=|<=|>|<)(${number})$`);

/** Undefined as well where no whole number lies between the ends: to find nothing would look like an answer. */
export function readRange(value: string, unit: number): Range | undefined {
  const exact = inUnits(value, unit);
  const range = single.test(value) ? { low: exact, high: exact } : readEnds(value, unit);
  // All numbers of entries are whole.
  return range && orNothing({ low: Math.ceil(range.low), high: Math.floor(range.high) });
}

/** The same without the single number, for fields of words, which may be numbers of any kind. */
export function readComparison(value: string): Range | undefined {
  const range = readEnds(value, 1);
  return range && orNothing(range);
}

/** Whether it was meant as a comparison, whatever came of it. */
export function looksLikeComparison(value: string): boolean {
  return /^[<>]|^[\d.-]+$/.test(value) && /^[<>]|\.\./.test(value);
}

function orNothing(range: Range): Range | undefined {
  return range.high < range.low ? undefined : range;
}

/** A product such as 1.001 * 1000 misses by less than anything that is measured here, and would find nothing. */
function inUnits(text: string, unit: number): number {
  return Number((Number(text) * unit).toPrecision(15));
}

/** Both ends are included; an open end is the next whole number. */
function readEnds(value: string, unit: number): Range | undefined {
  const [, low, high] = between.exec(value) ?? [];
  if (low !== undefined && high !== undefined)
    return { low: inUnits(low, unit), high: inUnits(high, unit) };
  const [, sign, text] = comparison.exec(value) ?? [];
  if (sign === undefined) return undefined;
  const limit = inUnits(text ?? '', unit);
  if (sign.startsWith('>'))
    return { low: sign === '>' ? Math.floor(limit) + 1 : limit, high: Infinity };
  return { low: 0, high: sign === '<' ? Math.ceil(limit) - 1 : limit };
}
