/** The name that ends at one of several places before a value. */
import { type Before, bitsOf, isOf } from './backwards.ts';

const nameMax = 64;
export const letterBits = bitsOf('letter');
export const spaceBits = bitsOf('space');
export const nameBits = bitsOf('word', 'dot', 'hyphen');
export const indexedBits = nameBits | bitsOf('openBracket', 'closeBracket');

/** Where a name begins and ends, and where what belongs to it begins. */
export type Name = { readonly at: number; readonly start: number; readonly end: number };

/** From its first letter to its last: of several names the one that begins first, and goes on for longest. */
export function nameAt(
  { text, start, from }: Before,
  ends: number,
  bits: number,
): Name | undefined {
  let best = start;
  let bestEnd = -1;
  for (let rest = ends; rest !== 0; rest &= rest - 1) {
    const end = start - (31 - Math.clz32(rest & -rest));
    const least = Math.max(from, end - nameMax);
    for (let at = end - 1; at >= least && isOf(text, at, bits); at--) {
      if (!isOf(text, at, letterBits)) continue;
      if (at > from && isOf(text, at - 1, letterBits)) continue;
      if (at >= best) continue;
      best = at;
      bestEnd = end;
    }
  }
  return bestEnd < 0 ? undefined : { at: best, start: best, end: bestEnd };
}

type FromRun = (text: string, from: number, start: number) => Omit<Name, 'end'> | undefined;

/** A name with nothing but space, or what `read` passes, before it. */
export function runAt(
  { text, start, from }: Before,
  ends: number,
  read: FromRun,
): Name | undefined {
  let best: Name | undefined;
  for (let rest = ends; rest !== 0; rest &= rest - 1) {
    const end = start - (31 - Math.clz32(rest & -rest));
    let at = end;
    while (at > from && end - at <= nameMax + 2 && isOf(text, at - 1, nameBits)) at--;
    if (at > from && !isOf(text, at - 1, spaceBits)) continue;
    const name = read(text, from, at);
    if (name === undefined || end - name.start > nameMax) continue;
    if (!isOf(text, name.start, letterBits)) continue;
    if (best === undefined || name.at < best.at) best = { ...name, end };
  }
  return best;
}
