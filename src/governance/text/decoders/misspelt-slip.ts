/** The known word of which two letters stand in each other's place, or one is missing. */
import {
  addLetter,
  hashFactor,
  hashSeed,
  isKnownHash,
  longestStartLength,
  longStartLength,
  mayBegin,
  mayBeginLong,
  mayBeginLongest,
  startLength,
} from '../known-words.ts';

export const slipMin = 5;
const slipMax = 14;

/** What so many letters behind a hash multiply it by. */
const powers = new Int32Array(slipMax + 1);
powers[0] = 1;
for (let size = 1; size <= slipMax; size++)
  powers[size] = Math.imul(powers[size - 1] ?? 0, hashFactor);

/** The hash of the letters before each place, and what those from there on add to the hash before them. */
const before = new Int32Array(slipMax + 1);
const behind = new Int32Array(slipMax + 1);

/** No word is made for what is tried: its hash is that of what stands before the slip, moved on by all that stands behind it. */
export function slip(letters: string): string | undefined {
  const { length } = letters;
  if (length < slipMin || length > slipMax) return undefined;
  before[0] = hashSeed;
  behind[length] = 0;
  for (let at = 0; at < length; at++)
    before[at + 1] = addLetter(before[at] ?? 0, letters.charCodeAt(at));
  for (let at = length - 1; at >= 0; at--) {
    const own = Math.imul(letters.charCodeAt(at) | 32, powers[length - at - 1] ?? 0);
    behind[at] = (behind[at + 1] ?? 0) + own;
  }
  const last = lastPlace(length);
  return turned(letters, last) ?? missing(letters, last);
}

/** Further on no slip is looked for: no known word begins with what stands before it. */
function lastPlace(length: number): number {
  if (!mayBegin(before[startLength] ?? 0)) return startLength - 1;
  if (!mayBeginLong(before[longStartLength] ?? 0)) return longStartLength - 1;
  if (length < longestStartLength || mayBeginLongest(before[longestStartLength] ?? 0))
    return length;
  return longestStartLength - 1;
}

function isKnownWith(hash: number, length: number, at: number): boolean {
  return isKnownHash((Math.imul(hash, powers[length - at] ?? 0) + (behind[at] ?? 0)) | 0);
}

function turned(letters: string, last: number): string | undefined {
  const { length } = letters;
  for (let at = 0; at + 1 < length && at <= last; at++) {
    const one = letters.charCodeAt(at);
    const other = letters.charCodeAt(at + 1);
    const hash = addLetter(addLetter(before[at] ?? 0, other), one);
    if (isKnownWith(hash, length, at + 2))
      return letters.slice(0, at) + String.fromCharCode(other, one) + letters.slice(at + 2);
  }
  return undefined;
}

function missing(letters: string, last: number): string | undefined {
  for (let at = 0; at <= last; at++) {
    for (let unit = 97; unit <= 122; unit++) {
      if (isKnownWith(addLetter(before[at] ?? 0, unit), letters.length, at))
        return letters.slice(0, at) + String.fromCharCode(unit) + letters.slice(at);
    }
  }
  return undefined;
}
