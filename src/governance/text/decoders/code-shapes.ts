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

/** Bits of the bases in which this token is a printable character's code, as people write them. */
export function shapesOf(text: string, start: number, end: number): number {
  if (end - start > tokenMax) return 0;
  const sign = text.charCodeAt(start) === zero ? text.charCodeAt(start + 1) : 0;
  let shapes = 0;
  if (isBits(text, sign === 98 ? start + 2 : start, end)) shapes |= binary;
  if (isHex(text, sign === 120 ? start + 2 : start, end)) shapes |= hexadecimal;
  if (isDecimal(text, start, end)) shapes |= decimal;
  if (isOctal(text, sign === 111 ? start + 2 : start, end, sign === 111 ? 1 : 2)) shapes |= octal;
  return shapes;
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
  for (let at = start; at < end; at++) if (digitAt(text, at) > 1) return false;
  return true;
}

function isHex(text: string, start: number, end: number): boolean {
  if (end - start !== 2) return false;
  const first = digitAt(text, start);
  return first >= 2 && first <= 7 && hexValue(text.charCodeAt(start + 1)) >= 0;
}

function isDecimal(text: string, start: number, end: number): boolean {
  const size = end - start;
  if ((size !== 2 && size !== 3) || text.charCodeAt(start) === zero) return false;
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + digitAt(text, at);
  return value >= 32 && value <= 126;
}

/** `zerosMax` zeros may stand before two digits, one fewer before three. */
function isOctal(text: string, start: number, end: number, zerosMax: number): boolean {
  let at = start;
  while (at < end && at - start < zerosMax && text.charCodeAt(at) === zero) at++;
  const first = digitAt(text, at);
  const second = digitAt(text, at + 1);
  if (end - at === 2) return first >= 4 && first <= 7 && second <= 7;
  if (end - at !== 3 || at - start >= zerosMax) return false;
  return first === 1 && second <= 7 && digitAt(text, at + 2) <= 7;
}

/** Far above every digit where something else stands there. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - zero;
  return digit >= 0 && digit <= 9 ? digit : 1000;
}
