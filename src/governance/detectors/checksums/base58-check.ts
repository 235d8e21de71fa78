/** The bytes of a row in base58 whose last four are the beginning of the double hash of those before. */
import { sha256 } from './sha256.ts';

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const checkBytes = 4;
/** The value of each letter; -1 where it is none. */
const values = Int8Array.from({ length: 128 }, (_, unit) =>
  letters.indexOf(String.fromCharCode(unit)),
);

/** Of the length given, without the last four; undefined where it is not so long, or where they are not right. */
export function bytesOfChecked(text: string, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length + checkBytes);
  for (let at = 0; at < text.length; at++) {
    let carry = values[text.charCodeAt(at)] ?? -1;
    if (carry < 0) return undefined;
    for (let back = bytes.length - 1; back >= 0; back--) {
      carry += (bytes[back] ?? 0) * letters.length;
      bytes[back] = carry & 255;
      carry >>= 8;
    }
    if (carry > 0) return undefined;
  }
  const body = bytes.subarray(0, length);
  const check = sha256(sha256(body));
  for (let at = 0; at < checkBytes; at++) if (check[at] !== bytes[length + at]) return undefined;
  return body;
}
