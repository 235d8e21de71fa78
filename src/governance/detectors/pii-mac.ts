/** Finds MAC addresses: six pairs of hexadecimal digits with one sign between them all. */
import { scanOf } from '../text/text-view.ts';
import type { Detector, Sighting } from './detector.ts';

/** Groups of so many digits, so many of them, with a sign between. */
type Shape = {
  readonly size: number;
  readonly groups: number;
  readonly isJoint: (unit: number) => boolean;
  readonly isDigit: (unit: number) => boolean;
};

/** `01:23:45:67:89:ab` and `01-23-45-67-89-AB` */
const pairs: Shape = {
  size: 2,
  groups: 6,
  isJoint: (unit) => unit === 58 || unit === 45,
  isDigit: (unit) => isSmallHex(unit) || (unit >= 65 && unit <= 70),
};
/** `0123.4567.89ab` */
const dotted: Shape = {
  size: 4,
  groups: 3,
  isJoint: (unit) => unit === 46,
  isDigit: isSmallHex,
};
/** No card has these: nobody's, and everybody's. */
const reserved = /^(?:(?:00[:-]){5}00|(?:ff[:-]){5}ff)$/i;

export const piiMac: Detector = {
  name: 'pii-mac',
  categories: ['pii/mac'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    let covered = 0;
    for (let at = 0; at < scan.numerals.length; at += 2) {
      const token = scan.numerals.at(at);
      const size = scan.numerals.at(at + 1) - token;
      if (token < covered || (size !== 2 && size !== 4)) continue;
      const shape = size === 2 ? pairs : dotted;
      const start = startOfRow(scan.text, token, shape);
      const end = endOfRow(scan.text, start, shape);
      if (end === 0 || reserved.test(scan.text.slice(start, end))) continue;
      covered = end;
      found.push({ category: 'pii/mac', severity: 'low', confidence: 0.9, start, end });
    }
    return found;
  },
};

/** The first digit may stand in the last group: back over groups with a sign behind them, as many as an address has. */
function startOfRow(text: string, token: number, shape: Shape): number {
  const step = shape.size + 1;
  let start = token;
  for (let count = 1; count < shape.groups && shape.isJoint(text.charCodeAt(start - 1)); count++) {
    if (!isGroup(text, start - step, shape)) break;
    start -= step;
  }
  return start;
}

/** Where the address that begins here ends; 0 where none does, or something goes on before it or behind it. */
function endOfRow(text: string, start: number, shape: Shape): number {
  const { size, groups } = shape;
  const joint = text.charCodeAt(start + size);
  if (!shape.isJoint(joint) || goesOn(text.charCodeAt(start - 1), shape)) return 0;
  let end = start + size;
  if (!isGroup(text, start, shape)) return 0;
  for (let count = 1; count < groups; count++) {
    if (text.charCodeAt(end) !== joint || !isGroup(text, end + 1, shape)) return 0;
    end += size + 1;
  }
  return goesOn(text.charCodeAt(end), shape) ? 0 : end;
}

function isGroup(text: string, start: number, { size, isDigit }: Shape): boolean {
  for (let at = start; at < start + size; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/** Letters, digits, `_`, and the signs that stand between groups. */
function goesOn(unit: number, { isJoint }: Shape): boolean {
  const letter = (unit | 32) - 97;
  return (unit >= 48 && unit <= 57) || (letter >= 0 && letter < 26) || unit === 95 || isJoint(unit);
}

function isSmallHex(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 102);
}
