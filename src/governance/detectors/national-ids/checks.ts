/** Checks that several countries share. */
import { digitsOf, isDate, weigh } from '../checksums/digits.ts';

/** NaN where something else than digits stands there. */
export function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to && at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Year, month and day as two digits each, in the order the country writes them. */
export function hasDate(text: string, order: 'ymd' | 'dmy', from = 0): boolean {
  const first = number(text, from, from + 2);
  const second = number(text, from + 2, from + 4);
  const third = number(text, from + 4, from + 6);
  return order === 'ymd' ? isDate(first, second, third) : isDate(third, second, first);
}

/** The weighted sum of the digits leaves nothing when divided. */
export function sumsTo(text: string, weights: readonly number[], modulus: number): boolean {
  return weigh(digitsOf(text), weights) % modulus === 0;
}

/** The last digit is what the weighted sum of those before it leaves; `10` stands for what the country writes then. */
export function endsWith(
  text: string,
  weights: readonly number[],
  rule: (sum: number) => number,
): boolean {
  const digits = digitsOf(text);
  return rule(weigh(digits, weights)) === digits.at(-1);
}

/** All one digit: made up. */
export function isRepeated(text: string): boolean {
  return /^(.)\1*$/.test(text);
}
