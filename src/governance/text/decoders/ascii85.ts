/** Undoes ASCII85 between `<~` and `~>`, and bare where a long run of signs spells a text. */
import { mayBeText, probeLength, readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

const framed = /<~([!-uz\s]{5,})~>/g;
const frameLength = 2;
/** Letters of as many bytes as are asked for before anything else is done. */
const framedProbe = (probeLength / 4) * 5;
/** Without a frame, of fewer bytes: there are many stretches of signs. */
const probe = 10;
const signs = new Uint8Array(128);
for (const sign of '!"#$%&\'()*+,:;<=>?@[]^`{|}~') signs[sign.charCodeAt(0)] = 1;
const frameBits = signBit('<') | signBit('~');
const signsShare = 0.08;
const strangeShare = 0.1;

export const ascii85: Decoder = {
  name: 'ascii85',
  find: (scan, edits) => {
    if ((scan.signs & frameBits) === frameBits && scan.text.includes('<~')) {
      for (const match of scan.text.matchAll(framed)) {
        const from = match.index + frameLength;
        const end = match.index + match[0].length;
        // The first bytes decide for nearly all that is something else.
        const head = decode(scan.text, from, Math.min(from + framedProbe, end - frameLength));
        if (head.length >= probeLength && !mayBeText(head)) continue;
        const text = readBytes(decode(scan.text, from, end - frameLength));
        if (text !== undefined) edits.replace(match.index, end, text);
      }
    } else readDense(scan, edits);
  },
};

/** Without a frame: a stretch in which letters and signs mix as no word or path mixes them. */
function readDense(scan: Scan, edits: Edits): void {
  for (let at = 0; at < scan.dense.length; at += 2) {
    const from = scan.dense.at(at);
    const to = scan.dense.at(at + 1);
    for (const values of alphabets) {
      if (!mayBeText(decode(scan.text, from, from + probe, values))) continue;
      if (!isMixed(scan.text, from, to)) continue;
      const text = readBytes(decode(scan.text, from, to, values));
      if (text === undefined) continue;
      edits.replace(from, to, text);
      break;
    }
  }
}

/** With as many signs as such a text has, and little that is none of its letters. */
function isMixed(text: string, from: number, to: number): boolean {
  let found = 0;
  let strange = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128) found += signs[unit] ?? 0;
    else strange++;
  }
  return found >= (to - from) * signsShare && strange <= (to - from) * strangeShare;
}

const groupSize = 5;

function valuesOf(alphabet: string): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
}

const adobe = new Int8Array(128).map((_, unit) => (unit >= 33 && unit <= 117 ? unit - 33 : -1));
const numbers = '0123456789';
const small = 'abcdefghijklmnopqrstuvwxyz';
/** Besides, those of RFC 1924 and of ZeroMQ. */
const alphabets = [
  adobe,
  valuesOf(`${numbers}${small.toUpperCase()}${small}!#$%&()*+-;<=>?@^_\`{|}~`),
  valuesOf(`${numbers}${small}${small.toUpperCase()}.-:+=^!/*?&<>()[]{}@%$#`),
] as const;

function decode(text: string, from: number, to: number, values: Int8Array = adobe): Uint8Array {
  const bytes = takeScratch(Math.max(16, (to - from) * 4));
  let length = 0;
  let value = 0;
  let held = 0;
  for (let at = from; at < Math.min(to, text.length); at++) {
    const unit = text.charCodeAt(at);
    const digit = unit < 128 ? (values[unit] ?? -1) : -1;
    if (unit === 122 && held === 0 && values === adobe) {
      bytes.fill(0, length, length + 4);
      length += 4;
    } else if (digit >= 0) {
      value = value * 85 + digit;
      held++;
    }
    if (held < groupSize) continue;
    length = spell(value, bytes, length, 4);
    value = held = 0;
  }
  if (held > 1) {
    for (let more = held; more < groupSize; more++) value = value * 85 + 84;
    length = spell(value, bytes, length, held - 1);
  }
  return bytes.subarray(0, length);
}

/** The first bytes of a group, written behind the others; answers where they end. */
function spell(value: number, bytes: Uint8Array, at: number, count: number): number {
  // More than fits into 32 bits is cut off.
  for (let byte = 0; byte < count; byte++) bytes[at + byte] = value >>> (24 - 8 * byte);
  return at + count;
}
