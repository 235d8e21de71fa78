/** Undoes base32 in the alphabet of RFC 4648 that begins as hexadecimal does: `0-9` and `A-V`. */
import { mayBeText, readBytes, takeScratch } from '../bytes.ts';
import type { Decoder } from './decoder.ts';

const lettersMin = 24;
const padsMax = 6;

export const base32Hex: Decoder = {
  name: 'base32',
  find: ({ text, runs }, edits) => {
    for (let run = 0; run < runs.length; run += 2) {
      const end = runs.at(run + 1);
      for (let at = runs.at(run); end - at >= lettersMin;) {
        const from = at;
        const small = isSmall(text, from, Math.min(end, from + lettersMin));
        // Read from its end, a stretch that is too short shows that at once.
        let back = from + lettersMin - 1;
        while (back >= from && valueAt(text, back, small) >= 0) back--;
        at = back + 1;
        if (back >= from) continue;
        at = from + lettersMin;
        while (at < end && valueAt(text, at, small) >= 0) at++;
        // The first bytes tell: what else is made of these letters, hexadecimal above all, is long as well.
        const isText = mayBeText(decode(text, from, from + lettersMin, small));
        const decoded = isText ? readBytes(decode(text, from, at, small)) : undefined;
        for (let pad = 0; pad < padsMax && at < end && text.charCodeAt(at) === 61; pad++) at++;
        if (decoded !== undefined) edits.replace(from, at, decoded, 5, 8);
      }
    }
  },
};

function decode(text: string, from: number, to: number, small: boolean): Uint8Array {
  const bytes = takeScratch(Math.floor(((to - from) * 5) / 8));
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let at = from; at < to; at++) {
    held = ((held << 5) | valueAt(text, at, small)) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (held >> bits) & 0xff;
  }
  return bytes.subarray(0, length);
}

/** Whether the first letter among them is a small one. */
function isSmall(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) > 57) return text.charCodeAt(at) >= 97;
  return false;
}

function valueAt(text: string, at: number, small: boolean): number {
  const unit = text.charCodeAt(at);
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit - (small ? 97 : 65);
  return letter >= 0 && letter < 22 ? letter + 10 : -1;
}
