/** SHA-256 over a few bytes: the checksum of Bitcoin addresses. The core imports nothing that could do more. */

const rounds = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const initial = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const state = Uint32Array.from(initial);
  for (let block = 0; block < padded.length; block += 64) compress(state, view, block);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

/** One for all blocks: none begins before another has ended. */
const words = new Int32Array(64);

function compress(state: Uint32Array, view: DataView, block: number): void {
  for (let at = 0; at < 64; at++)
    words[at] = at < 16 ? view.getInt32(block + at * 4) : expand(words, at);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
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
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = ((state[at] ?? 0) + word) | 0;
  });
}

function expand(words: Int32Array, at: number): number {
  const early = words[at - 15] ?? 0;
  const late = words[at - 2] ?? 0;
  const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
  const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
  return ((words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large) | 0;
}
