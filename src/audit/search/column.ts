/** A column of whole numbers, stored in as few bytes each as its largest value needs. */

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const headBytes = 8;

/** The first byte says how wide a number is; eight bytes in front keep the numbers aligned. */
export function packColumn(values: readonly number[]): Uint8Array {
  const highest = values.reduce((high, value) => Math.max(high, value), 0);
  const width = highest < 0x100 ? 1 : highest < 0x1_0000 ? 2 : highest < 0x1_0000_0000 ? 4 : 8;
  const packed = new Uint8Array(headBytes + values.length * width);
  packed[0] = width;
  viewColumn(packed).set(values);
  return packed;
}

export function viewColumn(packed: Uint8Array): Column {
  const aligned = packed.byteOffset % headBytes === 0 ? packed : new Uint8Array(packed);
  const { buffer } = aligned;
  const from = aligned.byteOffset + headBytes;
  const bytes = aligned.byteLength - headBytes;
  switch (aligned[0] ?? 0) {
    case 1:
      return new Uint8Array(buffer, from, bytes);
    case 2:
      return new Uint16Array(buffer, from, bytes / 2);
    case 4:
      return new Uint32Array(buffer, from, bytes / 4);
    default:
      return new Float64Array(buffer, from, bytes / 8);
  }
}

/** 53 bits that tell names apart; what has the same bits is told apart by reading the entry. */
export function hashName(name: string): number {
  if (name === '') return 0;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
