/** What a character beyond ASCII is to a scan where that depends on those beside it. */
import { foldBit, keepKind, kindOf, letterBit } from './fold.ts';

/** What a selector or a joiner is not where it belongs to an emoji: no letter of the word beside it. */
const ordinaryBits = foldBit | letterBit;

/** The kind of a unit, with the fold bit only where what stands beside it leaves that. */
export function foreignBits(text: string, unit: number, at: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return pairBits(text, unit, at);
  // A dash between digits is a hyphen to whoever reads the number.
  if (unit >= 0x2010 && unit <= 0x2015)
    return kindOf(unit) | (isDigit(text.charCodeAt(at - 1)) ? foldBit : 0);
  if (unit === 0xfe0f || unit === 0x200d)
    return isOrdinary(text, unit, at) ? kindOf(unit) & ~ordinaryBits : kindOf(unit);
  keepKind(unit);
  return kindOf(unit);
}

/** A selector or a joiner inside an emoji is how emoji are written. */
function isOrdinary(text: string, unit: number, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at + 1);
  if (unit === 0x200d)
    return after >= 0x2190 && after <= 0xdbff && (after >= 0xd800 || after < 0x2c00);
  return before >= 0x2000 && before !== 0x200d && !(after >= 0xfe00 && after <= 0xfe0f);
}

function pairBits(text: string, unit: number, at: number): number {
  if (unit === 0xd835 || unit === 0xdb40) return foldBit;
  if (unit !== 0xd83c && unit !== 0xd83e && unit !== 0xd834 && unit !== 0xd82f) return 0;
  const low = text.charCodeAt(at + 1);
  // Beams and slurs of music and overlaps of shorthand, which show nothing.
  if (unit === 0xd834) return low >= 0xdd73 && low <= 0xdd7a ? foldBit : 0;
  if (unit === 0xd82f) return low >= 0xdca0 && low <= 0xdca3 ? foldBit : 0;
  if (unit === 0xd83c) return low >= 0xdd00 && low <= 0xddff ? foldBit : 0;
  return low >= 0xdff0 && low <= 0xdff9 ? foldBit : 0;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
