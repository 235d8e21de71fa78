/** HMAC-SHA256 (RFC 2104) of many short texts under one key, at the price of two hashes each. */
import { createHmac, hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;
const innerPad = 0x36;
const outerPad = 0x5c;
/** Longer texts are not copied behind the padded key: there what a call costs is lost in what the hash costs. */
const copiedBytesMax = 65_536;
const input = Buffer.alloc(blockBytes + copiedBytesMax);

/** `key` is at most as long as a block of the hash. Answers in lower-case hex. */
export function createMac(key: Uint8Array): (text: Uint8Array) => string {
  const inner = pad(key, innerPad);
  const outer = Buffer.concat([pad(key, outerPad), Buffer.alloc(digestBytes)]);
  return (text) => {
    if (text.length > copiedBytesMax) return createHmac('sha256', key).update(text).digest('hex');
    input.set(inner);
    input.set(text, blockBytes);
    outer.write(
      hash('sha256', input.subarray(0, blockBytes + text.length), 'hex'),
      blockBytes,
      'hex',
    );
    return hash('sha256', outer, 'hex');
  };
}

function pad(key: Uint8Array, byte: number): Buffer {
  const padded = Buffer.alloc(blockBytes, byte);
  key.forEach((each, index) => {
    padded[index] = each ^ byte;
  });
  return padded;
}
