/** Undoes shifted alphabets (ROT13 and its kin) and the mirrored alphabet, where words give them away. */
import { atbashBit, findHints, type Hint, reversedBit } from '../hints.ts';
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';
import type { Respelling } from './decoder.ts';

export const rot13: Respelling = {
  name: 'rot13',
  read: (scan, rewrite) => {
    const hint = findHints(scan).find(({ bit }) => bit === 1 << 13);
    if (hint !== undefined) respell(scan, rewrite, hint, (place) => (place + 13) % 26);
  },
};

export const caesar: Respelling = {
  name: 'caesar',
  read: (scan, rewrite) => {
    const hint = findHints(scan).find(({ bit }) => bit !== 1 << 13 && bit !== reversedBit);
    if (hint === undefined) return;
    if (hint.bit === atbashBit) respell(scan, rewrite, hint, (place) => 25 - place);
    else respell(scan, rewrite, hint, (place) => (place + 26 - Math.log2(hint.bit)) % 26);
  },
};

const block = 4096;

function respell(scan: Scan, rewrite: Rewrite, hint: Hint, to: (place: number) => number): void {
  const letters = new Uint16Array(128);
  for (let unit = 0; unit < 128; unit++) {
    const place = (unit | 32) - 97;
    const letter = unit >= 65 && place >= 0 && place < 26;
    letters[unit] = letter ? 97 - (unit & 32 ? 0 : 32) + to(place) : unit;
  }
  for (let from = hint.from; from < hint.to; from += block) {
    const end = Math.min(from + block, hint.to);
    const units: number[] = [];
    for (let at = from; at < end; at++) {
      const unit = scan.text.charCodeAt(at);
      units.push(unit < 128 ? (letters[unit] ?? unit) : unit);
    }
    rewrite.put(String.fromCharCode(...units), from, end, 1, 1);
  }
}
