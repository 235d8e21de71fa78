/** Numbers with more digits than a parser keeps: one that keeps them all reads another number, so they are judged as written. */
import type { Part, PartKind, Step } from '../governance/interaction.ts';

/** All of them in one text, and where the first stands. */
export type Rounded = { readonly at: readonly Step[]; readonly text: string };

/** Fewer characters always come back as they were written. */
const charactersMin = 16;
/** With fewer digits before the point it is no card, phone or account. */
const leastJudged = 1_000_000;
const zero = 48;

/** The number as it is written, without an exponent; undefined where what a parser makes of it says the same. */
export function findRounded(literal: string): string | undefined {
  if (literal.length < charactersMin) return undefined;
  const value = Number(literal);
  if (!(Math.abs(value) >= leastJudged)) return undefined;
  return digitsOf(literal) === digitsOf(String(value)) ? undefined : unfold(literal);
}

/** The digits that count, wherever the point stands. */
function digitsOf(literal: string): string {
  const digits = literal.replace(/e.*/i, '').replace(/[-.]/g, '');
  let [start, end] = [0, digits.length];
  while (digits.charCodeAt(start) === zero) start++;
  while (end > start && digits.charCodeAt(end - 1) === zero) end--;
  return digits.slice(start, end);
}

/** Exponents reach no further than the largest number that there is. */
function unfold(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(literal) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Nothing of it can be rewritten, so a rule that would redact it blocks. */
export function toRoundedParts(rounded: Rounded | undefined, kind: PartKind): readonly Part[] {
  if (rounded === undefined) return [];
  const { at, text } = rounded;
  return [
    { kind, role: '', at, text, mapped: true, past: false, fixed: true, channel: 0 } as const,
  ];
}
