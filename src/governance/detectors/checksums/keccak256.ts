/** Keccak-256 over a few bytes: the capitals of an Ethereum address are its checksum. */

const mask = (1n << 64n) - 1n;

function rotate(lane: bigint, by: number): bigint {
  const shift = BigInt(by % 64);
  return ((lane << shift) | (lane >> (64n - shift))) & mask;
}

/** Round constants and rotations come from the same small generators as in the standard. */
function makeConstants(): bigint[] {
  const constants: bigint[] = [];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit++) {
      if ((register & 1) === 1) constant |= 1n << ((1n << BigInt(bit)) - 1n);
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
    constants.push(constant);
  }
  return constants;
}

const constants = makeConstants();

function permute(lanes: bigint[]): void {
  for (const constant of constants) {
    theta(lanes);
    rhoAndPi(lanes);
    chi(lanes);
    lanes[0] = (lanes[0] ?? 0n) ^ constant;
  }
}

function theta(lanes: bigint[]): void {
  const columns = [0, 1, 2, 3, 4].map((x) =>
    [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ (lanes[x + y] ?? 0n), 0n),
  );
  for (let at = 0; at < 25; at++) {
    const x = at % 5;
    lanes[at] =
      (lanes[at] ?? 0n) ^ (columns[(x + 4) % 5] ?? 0n) ^ rotate(columns[(x + 1) % 5] ?? 0n, 1);
  }
}

function rhoAndPi(lanes: bigint[]): void {
  let [x, y] = [1, 0];
  let current = lanes[1] ?? 0n;
  for (let step = 0; step < 24; step++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    const place = x + 5 * y;
    const next = lanes[place] ?? 0n;
    lanes[place] = rotate(current, ((step + 1) * (step + 2)) / 2);
    current = next;
  }
}

function chi(lanes: bigint[]): void {
  for (let y = 0; y < 25; y += 5) {
    const row = lanes.slice(y, y + 5);
    for (let x = 0; x < 5; x++) {
      lanes[y + x] = (row[x] ?? 0n) ^ (~(row[(x + 1) % 5] ?? 0n) & mask & (row[(x + 2) % 5] ?? 0n));
    }
  }
}

const rate = 136;

/** In hexadecimal; messages of up to 135 bytes. */
export function keccak256(message: string): string {
  const block = new Uint8Array(rate);
  for (let at = 0; at < message.length; at++) block[at] = message.charCodeAt(at);
  block[message.length] = 1;
  block[rate - 1] = (block[rate - 1] ?? 0) | 0x80;
  const lanes = new Array<bigint>(25).fill(0n);
  for (let at = 0; at < rate; at++) {
    const lane = at >> 3;
    lanes[lane] = (lanes[lane] ?? 0n) | (BigInt(block[at] ?? 0) << BigInt((at % 8) * 8));
  }
  permute(lanes);
  let digest = '';
  for (let at = 0; at < 32; at++) {
    const byte = ((lanes[at >> 3] ?? 0n) >> BigInt((at % 8) * 8)) & 0xffn;
    digest += byte.toString(16).padStart(2, '0');
  }
  return digest;
}
