/** Which bases a number of a few digits may be the code of a character in, and which code it is. */
import { hexValue } from '../bytes.ts';

export const binary = 2;
export const octal = 8;
export const decimal = 16;
export const hexadecimal = 32;

const radixes: Readonly<Record<number, number>> = {
  [binary]: 2,
  [octal]: 8,
  [decimal]: 10,
  [hexadecimal]: 16,
};
const tokenMax = 10;
const zero = 48;

/** The kinds of a digit: of bits, of octal, of decimal and of hexadecimal numbers, and the first ones of two or three. */
const bit = 1;
const octalDigit = 2;
const decimalDigit = 4;
const hexDigit = 8;
const firstOfHex = 16;
const firstOfOctal = 32;
const kinds = new Uint8Array(128);
for (const [characters, kind] of [
  ['01', bit],
  ['01234567', octalDigit],
  ['0123456789', decimalDigit],
  ['0123456789abcdefABCDEF', hexDigit],
  ['234567', firstOfHex],
  ['4567', firstOfOctal],
] as const)
  for (const character of characters) {
    const unit = character.charCodeAt(0);
    kinds[unit] = (kinds[unit] ?? 0) | kind;
  }

function isOf(text: string, at: number, kind: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && ((kinds[unit] ?? 0) & kind) !== 0;
}

/** Bits of the bases in which this token is a printable character's code, as people write them. */
export function shapesOf(text: string, start: number, end: number): number {
  const size = end - start;
  if (size < 2 || size > tokenMax) return 0;
  if (text.charCodeAt(start) !== zero) return plainShapesOf(text, start, end);
  switch (text.charCodeAt(start + 1)) {
    case 98:
      return isBits(text, start + 2, end) ? binary : 0;
    case 111:
      return isOctal(text, start + 2, end, 1) ? octal : 0;
    case 120:
      return isHex(text, start + 2, end) ? hexadecimal : 0;
    default:
      return (isBits(text, start, end) ? binary : 0) | (isOctal(text, start, end, 2) ? octal : 0);
  }
}

/** Of a token that begins with no zero. */
function plainShapesOf(text: string, start: number, end: number): number {
  const size = end - start;
  if (size > 3) return isBits(text, start, end) ? binary : 0;
  const shapes = isHex(text, start, end) ? hexadecimal : 0;
  if (!isOf(text, start, decimalDigit)) return shapes;
  const decimals = isDecimal(text, start, end) ? decimal : 0;
  return shapes | decimals | (isOctal(text, start, end, 2) ? octal : 0);
}

/** The number that a token of this shape stands for. */
export function valueOf(text: string, start: number, end: number, shape: number): number {
  const radix = radixes[shape] ?? 0;
  const prefixed = text.charCodeAt(start) === zero && text.charCodeAt(start + 1) > 97;
  let value = 0;
  for (let at = prefixed ? start + 2 : start; at < end; at++)
    value = value * radix + hexValue(text.charCodeAt(at));
  return value;
}

function isBits(text: string, start: number, end: number): boolean {
  if (end - start !== 7 && end - start !== 8) return false;
  for (let at = start; at < end; at++) if (!isOf(text, at, bit)) return false;
  return true;
}

function isHex(text: string, start: number, end: number): boolean {
  return end - start === 2 && isOf(text, start, firstOfHex) && isOf(text, start + 1, hexDigit);
}

/** Of two or three digits, the first of which is no zero. */
function isDecimal(text: string, start: number, end: number): boolean {
  let value = 0;
  for (let at = start; at < end; at++) {
    if (!isOf(text, at, decimalDigit)) return false;
    value = value * 10 + text.charCodeAt(at) - zero;
  }
  return value >= 32 && value <= 126;
}

/** `zerosMax` zeros may stand before two digits, one fewer before three. */
function isOctal(text: string, start: number, end: number, zerosMax: number): boolean {
  let at = start;
  while (at < end && at - start < zerosMax && text.charCodeAt(at) === zero) at++;
  const size = end - at;
  if (size === 2) return isOf(text, at, firstOfOctal) && isOf(text, at + 1, octalDigit);
  if (size !== 3 || at - start >= zerosMax || text.charCodeAt(at) !== zero + 1) return false;
  return isOf(text, at + 1, octalDigit) && isOf(text, at + 2, octalDigit);
}
