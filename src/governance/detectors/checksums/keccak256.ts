/** Keccak-256 over a few bytes: the capitals of an Ethereum address are its checksum. */

/** A lane of 64 bits is two numbers: a text full of addresses is hashed often, and large integers cost fifty times as much. */
const lanesCount = 25;
const low = new Int32Array(lanesCount);
const high = new Int32Array(lanesCount);
const columnsLow = new Int32Array(5);
const columnsHigh = new Int32Array(5);

const roundsCount = 24;

/** Round constants and rotations come from the same small generators as in the standard. */
function makeConstants(): readonly [low: Int32Array, high: Int32Array] {
  const lows = new Int32Array(roundsCount);
  const highs = new Int32Array(roundsCount);
  let register = 1;
  for (let round = 0; round < roundsCount; round++) {
    for (let bit = 0; bit < 7; bit++) {
      const place = 2 ** bit - 1;
      const half = place < 32 ? lows : highs;
      if ((register & 1) === 1) half[round] = (half[round] ?? 0) | (1 << (place & 31));
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
  }
  return [lows, highs];
}

const [constantsLow, constantsHigh] = makeConstants();

/** Where each lane goes, in the order in which they are moved, and by how much it is turned on the way. */
const places = new Uint8Array(lanesCount - 1);
const turns = new Uint8Array(lanesCount - 1);
let [x, y] = [1, 0];
for (let step = 0; step < places.length; step++) {
  [x, y] = [y, (2 * x + 3 * y) % 5];
  places[step] = x + 5 * y;
  turns[step] = (((step + 1) * (step + 2)) / 2) % 64;
}

/** The first half of two that were turned left by fewer places than a half has; the other comes of the halves in turn. */
function turn(own: number, other: number, by: number): number {
  return by === 0 ? own : (own << by) | (other >>> (32 - by));
}

function permute(): void {
  for (let round = 0; round < roundsCount; round++) {
    theta();
    rhoAndPi();
    chi(low);
    chi(high);
    low[0] = (low[0] ?? 0) ^ (constantsLow[round] ?? 0);
    high[0] = (high[0] ?? 0) ^ (constantsHigh[round] ?? 0);
  }
}

function theta(): void {
  for (let column = 0; column < 5; column++) {
    columnsLow[column] = sum(low, column);
    columnsHigh[column] = sum(high, column);
  }
  for (let column = 0; column < 5; column++) {
    const before = column === 0 ? 4 : column - 1;
    const after = column === 4 ? 0 : column + 1;
    const one = columnsLow[after] ?? 0;
    const other = columnsHigh[after] ?? 0;
    const addLow = (columnsLow[before] ?? 0) ^ turn(one, other, 1);
    const addHigh = (columnsHigh[before] ?? 0) ^ turn(other, one, 1);
    for (let at = column; at < lanesCount; at += 5) {
      low[at] = (low[at] ?? 0) ^ addLow;
      high[at] = (high[at] ?? 0) ^ addHigh;
    }
  }
}

function sum(half: Int32Array, column: number): number {
  const first = (half[column] ?? 0) ^ (half[column + 5] ?? 0) ^ (half[column + 10] ?? 0);
  return first ^ (half[column + 15] ?? 0) ^ (half[column + 20] ?? 0);
}

function rhoAndPi(): void {
  let currentLow = low[1] ?? 0;
  let currentHigh = high[1] ?? 0;
  for (let step = 0; step < places.length; step++) {
    const place = places[step] ?? 0;
    const by = turns[step] ?? 0;
    const nextLow = low[place] ?? 0;
    const nextHigh = high[place] ?? 0;
    const one = by < 32 ? currentLow : currentHigh;
    const other = by < 32 ? currentHigh : currentLow;
    low[place] = turn(one, other, by & 31);
    high[place] = turn(other, one, by & 31);
    currentLow = nextLow;
    currentHigh = nextHigh;
  }
}

function chi(half: Int32Array): void {
  for (let start = 0; start < lanesCount; start += 5) {
    const a = half[start] ?? 0;
    const b = half[start + 1] ?? 0;
    const c = half[start + 2] ?? 0;
    const d = half[start + 3] ?? 0;
    const e = half[start + 4] ?? 0;
    half[start] = a ^ (~b & c);
    half[start + 1] = b ^ (~c & d);
    half[start + 2] = c ^ (~d & e);
    half[start + 3] = d ^ (~e & a);
    half[start + 4] = e ^ (~a & b);
  }
}

const rate = 136;
const digestLength = 32;

/** Of a message of up to 135 bytes. */
export function keccak256(message: string): Uint8Array {
  low.fill(0);
  high.fill(0);
  for (let at = 0; at < message.length; at++) put(at, message.charCodeAt(at));
  put(message.length, 1);
  put(rate - 1, 0x80);
  permute();
  const digest = new Uint8Array(digestLength);
  for (let at = 0; at < digestLength; at++) {
    const half = (at & 4) === 0 ? low : high;
    digest[at] = (half[at >> 3] ?? 0) >>> ((at & 3) * 8);
  }
  return digest;
}

/** Adds bits to a byte of the message. */
function put(at: number, byte: number): void {
  const half = (at & 4) === 0 ? low : high;
  half[at >> 3] = (half[at >> 3] ?? 0) ^ ((byte & 0xff) << ((at & 3) * 8));
}
