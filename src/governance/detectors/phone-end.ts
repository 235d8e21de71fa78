/** Where a telephone number ends: behind the last group that its plan allows, and not with the sentence's next number. */
import { isInternational, isTrunk } from './phone-plan.ts';

const digitsMin = 7;
/** As many as an international number has before another one may follow. */
const wholeMin = 9;
const digitsMax = 15;
const spacesMax = 7;
const american = /^(?:1[ .-]?)?(?:\(\d{3}\)\s?\d{3}[ .-]\d{4}|\d{3}([ .-])\d{3}\1\d{4})$/;
/** What may follow a number without a plus: how many, or how much. */
const few = /^ \d{1,3}(?:\/\d{1,3})?$/;

export function isWrittenAmerican(written: string): boolean {
  return american.test(written);
}

/**
 * Behind the last digit of up to eight groups with a space between them; 0 where there are too few digits or too many
 * for a number.
 */
export function endOfNumber(text: string, start: number): number {
  const bracketed = text.startsWith('(+', start);
  const plus = bracketed || text.charCodeAt(start) === 43;
  let at = start + (bracketed ? 2 : plus ? 1 : 0);
  if (!isDigit(text.charCodeAt(at)) && text.charCodeAt(at) !== 40) return 0;
  const groups: number[] = [];
  let open = bracketed ? 1 : 0;
  let digits = 0;
  let end = 0;
  // Where an international number may end, if what follows is another one.
  let whole = 0;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit)) {
      digits++;
      end = at + 1;
      if (digits > digitsMax) return whole;
    } else if (unit === 32) {
      if (plus && digits >= wholeMin) whole = end;
      const next = text.charCodeAt(at + 1);
      if (groups.length === spacesMax || next === 46 || !isGrouped(next)) break;
      groups.push(end);
    } else if (unit === 40) open++;
    // A bracket that was not opened in it belongs to the sentence.
    else if ((unit === 41 && open-- === 0) || !isGrouped(unit)) break;
  }
  if (digits < digitsMin) return 0;
  return groups.length === 0 ? end : endByPlan(text, start, groups, end, plus);
}

/** Of the ends that groups offer, the last one that makes a number of a plan; where none does, that of all of them. */
function endByPlan(
  text: string,
  start: number,
  groups: readonly number[],
  end: number,
  plus: boolean,
): number {
  const isNumber = (to: number): boolean => {
    const digits = digitsOf(text.slice(start, to));
    return plus ? isInternational(digits) : digits.startsWith('0') && isTrunk(digits);
  };
  if (isNumber(end)) return end;
  for (let at = groups.length - 1; at >= 0; at--) {
    const to = groups[at] ?? 0;
    if (to - start < digitsMin) break;
    if (!plus && !few.test(text.slice(to, end))) break;
    if (isNumber(to) || (!plus && isTelling(text.slice(start, to)))) return to;
  }
  return end;
}

/** By its brackets or hyphens. */
function isTelling(written: string): boolean {
  return /[(-]/.test(written) && american.test(written);
}

/** Digits and `()./-`. */
function isGrouped(unit: number): boolean {
  return unit >= 40 && unit <= 57 && unit !== 42 && unit !== 43 && unit !== 44;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function digitsOf(written: string): string {
  let digits = '';
  let from = 0;
  for (let at = 0; at <= written.length; at++) {
    if (isDigit(written.charCodeAt(at))) continue;
    if (at > from) digits += written.slice(from, at);
    from = at + 1;
  }
  return digits;
}
