/** SHA-256 over a few bytes: the checksum of Bitcoin addresses. The core imports nothing that could do more. */

const rounds = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** What is being hashed, and the row of words that a block becomes: one for all, none begins before another has ended. */
const state = new Int32Array(8);
const words = new Int32Array(64);
const blockBytes = 64;

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * blockBytes);
  padded.set(message);
  padded[message.length] = 0x80;
  const bits = message.length * 8;
  for (let back = 1; back <= 4; back++) padded[padded.length - back] = bits >>> ((back - 1) * 8);
  state.set(initial);
  for (let block = 0; block < padded.length; block += blockBytes) compress(padded, block);
  const digest = new Uint8Array(32);
  for (let at = 0; at < 32; at++) digest[at] = (state[at >> 2] ?? 0) >>> (24 - (at & 3) * 8);
  return digest;
}

function compress(bytes: Uint8Array, block: number): void {
  for (let at = 0; at < 16; at++) {
    const from = block + at * 4;
    const upper = ((bytes[from] ?? 0) << 24) | ((bytes[from + 1] ?? 0) << 16);
    words[at] = upper | ((bytes[from + 2] ?? 0) << 8) | (bytes[from + 3] ?? 0);
  }
  for (let at = 16; at < 64; at++) words[at] = expand(words, at);
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let at = 0; at < 64; at++) {
    const sumE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sumE + ((e & f) ^ (~e & g)) + (rounds[at] ?? 0) + (words[at] ?? 0)) | 0;
    const sumA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  add(0, a, b, c, d);
  add(4, e, f, g, h);
}

function add(from: number, one: number, two: number, three: number, four: number): void {
  state[from] = (state[from] ?? 0) + one;
  state[from + 1] = (state[from + 1] ?? 0) + two;
  state[from + 2] = (state[from + 2] ?? 0) + three;
  state[from + 3] = (state[from + 3] ?? 0) + four;
}

function expand(words: Int32Array, at: number): number {
  const early = words[at - 15] ?? 0;
  const late = words[at - 2] ?? 0;
  const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
  const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
  return ((words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large) | 0;
}
