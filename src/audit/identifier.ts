/** UUIDv7 that never run backwards, so that the order of ids is the order of entries even when the clock is stepped. */
import { randomFillSync } from 'node:crypto';
import { inOnePiece } from './canonical.ts';

export type IdSource = (atMs: number) => string;

const poolBytes = 4096;
/** RFC 9562 leaves 62 bits behind the variant: two of the first digit, and all of the others. */
const randomDigits = 16;
const variants = '89ab';
const countMax = 0xfff;

/** `after` is the last id already given out: the first new one is greater. */
export function createIdSource(after?: string): IdSource {
  const pool = Buffer.alloc(poolBytes);
  let digits = '';
  let used = 0;
  let lastMs = after === undefined ? 0 : readMilliseconds(after);
  let count = countMax;
  /** The part that all ids of a millisecond have in common. */
  let time = '';
  let timeMs = -1;
  return (atMs) => {
    if (used + randomDigits > digits.length) {
      digits = randomFillSync(pool).toString('hex');
      used = 0;
    }
    if (atMs > lastMs) {
      lastMs = atMs;
      count = 0;
    } else if (count >= countMax) {
      lastMs += 1;
      count = 0;
    } else count += 1;
    if (lastMs !== timeMs) {
      timeMs = lastMs;
      time = writeTime(lastMs);
    }
    const from = used;
    used += randomDigits;
    return time + writeCount(count) + writeRandom(digits, from);
  };
}

export function readMilliseconds(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const identifier = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** As entries have it, where it was given in capital letters: to RFC 9562 it is the same one. All else stays as it is. */
export function readIdentifier(given: string): string {
  return identifier.test(given) ? given.toLowerCase() : given;
}

/** `019b4fd2-c3a1-7` */
function writeTime(atMs: number): string {
  const time = atMs.toString(16).padStart(12, '0');
  return inOnePiece(`${time.slice(0, 8)}-${time.slice(8)}-7`);
}

function writeCount(count: number): string {
  return (count | 0x1000).toString(16).slice(1);
}

/** `-a3f-0123456789ab`: the first digit of the group tells the variant of RFC 9562. */
function writeRandom(digits: string, from: number): string {
  const variant = variants[digits.charCodeAt(from) & 3] ?? '8';
  return `-${variant}${digits.slice(from + 1, from + 4)}-${digits.slice(from + 4, from + randomDigits)}`;
}
