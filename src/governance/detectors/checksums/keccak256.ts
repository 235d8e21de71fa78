/** Keccak-256 over a few bytes: the capitals of an Ethereum address are its checksum. */

/**
 * A lane of 64 bits is two numbers, the lower half first: a text full of addresses is hashed often, and large integers
 * cost fifty times as much.
 */
const lanesCount = 25;
const halves = new Int32Array(2 * lanesCount);
/** The parity of each column, and what each column is changed by. */
const columns = new Int32Array(10);
const changes = new Int32Array(10);

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

/**
 * Where the lower half of each lane goes, in the order in which lanes are moved; from 32 places on the halves change sides.
 * None is turned by no place, or by as many as a half has.
 */
const places = new Uint8Array(lanesCount - 1);
const turns = new Uint8Array(lanesCount - 1);
/** The column of the lane at each of the places. */
const columnsOf = new Uint8Array(lanesCount - 1);
let [x, y] = [1, 0];
for (let step = 0; step < places.length; step++) {
  [x, y] = [y, (2 * x + 3 * y) % 5];
  const by = (((step + 1) * (step + 2)) / 2) % 64;
  places[step] = 2 * (x + 5 * y) + (by < 32 ? 0 : 1);
  turns[step] = by & 31;
  columnsOf[step] = 2 * x;
}

/** The first half of two that were turned left by fewer places than a half has; the other comes of the halves in turn. */
function turn(own: number, other: number, by: number): number {
  return (own << by) | (other >>> (32 - by));
}

function permute(): void {
  for (let round = 0; round < roundsCount; round++) {
    theta();
    rhoAndPi();
    for (let row = 0; row < halves.length; row += 10) {
      chi(row);
      chi(row + 1);
    }
    halves[0] = (halves[0] ?? 0) ^ (constantsLow[round] ?? 0);
    halves[1] = (halves[1] ?? 0) ^ (constantsHigh[round] ?? 0);
  }
}

/** How each column changes is worked out here; the lanes are changed as they are moved. */
function theta(): void {
  for (let half = 0; half < 10; half++) {
    const first = (halves[half] ?? 0) ^ (halves[half + 10] ?? 0) ^ (halves[half + 20] ?? 0);
    columns[half] = first ^ (halves[half + 30] ?? 0) ^ (halves[half + 40] ?? 0);
  }
  for (let column = 0; column < 10; column += 2) {
    const before = column === 0 ? 8 : column - 2;
    const after = column === 8 ? 0 : column + 2;
    const one = columns[after] ?? 0;
    const other = columns[after + 1] ?? 0;
    changes[column] = (columns[before] ?? 0) ^ turn(one, other, 1);
    changes[column + 1] = (columns[before + 1] ?? 0) ^ turn(other, one, 1);
  }
}

function rhoAndPi(): void {
  halves[0] = (halves[0] ?? 0) ^ (changes[0] ?? 0);
  halves[1] = (halves[1] ?? 0) ^ (changes[1] ?? 0);
  let low = (halves[2] ?? 0) ^ (changes[2] ?? 0);
  let high = (halves[3] ?? 0) ^ (changes[3] ?? 0);
  for (let step = 0; step < places.length; step++) {
    const place = places[step] ?? 0;
    const by = turns[step] ?? 0;
    const first = place & ~1;
    const column = columnsOf[step] ?? 0;
    const nextLow = (halves[first] ?? 0) ^ (changes[column] ?? 0);
    const nextHigh = (halves[first + 1] ?? 0) ^ (changes[column + 1] ?? 0);
    halves[place] = turn(low, high, by);
    halves[place ^ 1] = turn(high, low, by);
    low = nextLow;
    high = nextHigh;
  }
}

/** The lower or the higher halves of one row. */
function chi(start: number): void {
  const a = halves[start] ?? 0;
  const b = halves[start + 2] ?? 0;
  const c = halves[start + 4] ?? 0;
  const d = halves[start + 6] ?? 0;
  const e = halves[start + 8] ?? 0;
  halves[start] = a ^ (~b & c);
  halves[start + 2] = b ^ (~c & d);
  halves[start + 4] = c ^ (~d & e);
  halves[start + 6] = d ^ (~e & a);
  halves[start + 8] = e ^ (~a & b);
}

const rate = 136;
const digestLength = 32;

/** Of a message of up to 135 bytes. */
export function keccak256(message: string): Uint8Array {
  halves.fill(0);
  for (let at = 0; at < message.length; at++) put(at, message.charCodeAt(at));
  put(message.length, 1);
  put(rate - 1, 0x80);
  permute();
  const digest = new Uint8Array(digestLength);
  for (let at = 0; at < digestLength; at++) digest[at] = (halves[at >> 2] ?? 0) >>> ((at & 3) * 8);
  return digest;
}

/** Adds bits to a byte of the message. */
function put(at: number, byte: number): void {
  halves[at >> 2] = (halves[at >> 2] ?? 0) ^ ((byte & 0xff) << ((at & 3) * 8));
}
