/** Undoes base64 and hexadecimal that were themselves disguised: written backwards, shifted by thirteen, in the other case. */
import { hexValue, isPlain, mayBeText, probeLength, readBytes, takeScratch } from '../bytes.ts';
import type { Edits } from '../edits.ts';
import type { Scan } from '../scan.ts';
import { decodeLetters, lettersOf, maySpell, pad } from './base64-letters.ts';
import type { Decoder } from './decoder.ts';

const lengthMin = 24;
const probeLetters = 16;
const letters = 26;
const values = 64;
const digits = 52;

/** What the value of a letter was before. */
const shifted = Int8Array.from({ length: values }, (_, value) => {
  if (value >= digits) return value;
  const first = value < letters ? 0 : letters;
  return first + ((value - first + 13) % letters);
});
const swapped = Int8Array.from({ length: values }, (_, value) =>
  value < digits ? (value + letters) % digits : value,
);

export const turned: Decoder = {
  name: 'turned',
  find: ({ text, runs }: Scan, edits) => {
    for (let run = 0; run < runs.length; run += 2) {
      let from = runs.at(run);
      let to = runs.at(run + 1);
      if (to - from < lengthMin) continue;
      while (to > from && isStop(text.charCodeAt(to - 1))) to--;
      while (from < to && isStop(text.charCodeAt(from))) from++;
      if (to - from < lengthMin || readBackHex(text, from, to, edits)) continue;
      readLetters(text, from, to, edits);
    }
  },
};

/** What ends a sentence, or stands around a word. */
function isStop(unit: number): boolean {
  return unit === 46 || unit === 126 || unit === 45 || unit === 95;
}

function readLetters(text: string, from: number, to: number, edits: Edits): void {
  if (!mayTurn(text, from, to)) return;
  const length = to - from;
  const given = lettersOf(text, from, to).slice(0, length);
  let start = 0;
  while (start < 2 && given[start] === pad) start++;
  const backwards = given.slice(start).reverse();
  if (tryLetters(backwards, from, to, edits) || start > 0) return;
  for (const table of [shifted, swapped]) {
    const made = given.map((value) => (value >= 0 ? (table[value] ?? value) : value));
    if (tryLetters(made, from, to, edits)) return;
  }
}

/** Letters in another order; one for all runs, since none is read before another has been. */
const probe = new Int8Array(probeLetters);

/** Whether the first letters spell a text in any of the three orders; hardly any run does. */
function mayTurn(text: string, from: number, to: number): boolean {
  const tail = lettersOf(text, to - probeLetters, to);
  for (let at = 0; at < probeLetters; at++) probe[at] = tail[probeLetters - 1 - at] ?? 0;
  if (maySpell(probe, 0, probeLetters)) return true;
  const head = lettersOf(text, from, from + probeLetters);
  return [shifted, swapped].some((table) => {
    for (let at = 0; at < probeLetters; at++) probe[at] = table[head[at] ?? 0] ?? head[at] ?? 0;
    return maySpell(probe, 0, probeLetters);
  });
}

function tryLetters(made: Int8Array, from: number, to: number, edits: Edits): boolean {
  if (!maySpell(made, 0, probeLetters)) return false;
  const end = made.indexOf(pad);
  const length = end < 0 ? made.length : end;
  // Signs of equality between words are no padding.
  if (length < lengthMin - 2 || made.length - length > 2) return false;
  for (let at = 0; at < length; at++) if ((made[at] ?? -1) < 0) return false;
  const text = readBytes(decodeLetters(made, 0, length), false);
  if (text === undefined) return false;
  edits.replace(from, to, text);
  return true;
}

function readBackHex(text: string, from: number, to: number, edits: Edits): boolean {
  if ((to - from) % 2 !== 0 || hexValue(text.charCodeAt(to - 1)) < 0) return false;
  if (!mayBeText(backHex(text, to - 2 * probeLength, to))) return false;
  for (let at = from; at < to; at++) if (hexValue(text.charCodeAt(at)) < 0) return false;
  const bytes = backHex(text, from, to);
  const spelled = isPlain(bytes) ? readBytes(bytes, false) : undefined;
  if (spelled !== undefined) edits.replace(from, to, spelled);
  return spelled !== undefined;
}

/** Its bytes from the end to the beginning, each with its digits turned round. */
function backHex(text: string, from: number, to: number): Uint8Array {
  const length = (to - from) >> 1;
  const bytes = takeScratch(length);
  for (let at = 0; at < length; at++) {
    const place = to - 1 - at * 2;
    bytes[at] = (hexValue(text.charCodeAt(place)) << 4) | hexValue(text.charCodeAt(place - 1));
  }
  return bytes.subarray(0, length);
}
