/** UUIDv7 that never run backwards, so that the order of ids is the order of entries even when the clock is stepped. */
import { randomFillSync } from 'node:crypto';

export type IdSource = (atMs: number) => string;

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const poolBytes = 4096;
const randomBytesPerId = 8;
const countMax = 0xfff;

/** `after` is the last id already given out: the first new one is greater. */
export function createIdSource(after?: string): IdSource {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  let lastMs = after === undefined ? 0 : readMilliseconds(after);
  let count = countMax;
  return (atMs) => {
    if (used + randomBytesPerId > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    if (atMs > lastMs) {
      lastMs = atMs;
      count = 0;
    } else if (count >= countMax) {
      lastMs += 1;
      count = 0;
    } else count += 1;
    const id = writeId(lastMs, count, pool, used);
    used += randomBytesPerId;
    return id;
  };
}

export function readMilliseconds(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function writeId(atMs: number, count: number, random: Uint8Array, from: number): string {
  const time = atMs.toString(16).padStart(12, '0');
  const byte = (index: number): string => hex[random[from + index] ?? 0] ?? '00';
  const variant = hex[((random[from] ?? 0) & 0x3f) | 0x80] ?? '80';
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-` +
    `${variant}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`
  );
}
