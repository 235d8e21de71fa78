/** Undoes shifted alphabets (ROT13 and its kin) and the mirrored alphabet, where words give them away. */
import { atbashBit, findHints, type Hint, reversedBit, transposedBit } from '../hints.ts';
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';
import { Units } from '../units.ts';
import type { Respelling } from './decoder.ts';

export const rot13: Respelling = {
  name: 'rot13',
  read: (scan, rewrite) => {
    const hint = findHints(scan).find(({ bit }) => bit === 1 << 13);
    if (hint !== undefined) respell(scan, rewrite, hint, (place) => (place + 13) % 26);
  },
};

const others = new Set([reversedBit, transposedBit]);

export const caesar: Respelling = {
  name: 'caesar',
  read: (scan, rewrite) => {
    const hint = findHints(scan).find(({ bit }) => bit !== 1 << 13 && !others.has(bit));
    if (hint === undefined) return;
    if (hint.bit === atbashBit) respell(scan, rewrite, hint, (place) => 25 - place);
    else respell(scan, rewrite, hint, (place) => (place + 26 - Math.log2(hint.bit)) % 26);
  },
};

/** So much is read where there is no room for all. */
const block = 4096;

function respell(scan: Scan, rewrite: Rewrite, hint: Hint, to: (place: number) => number): void {
  const letters = new Uint16Array(128);
  for (let unit = 0; unit < 128; unit++) {
    const place = (unit | 32) - 97;
    const letter = unit >= 65 && place >= 0 && place < 26;
    letters[unit] = letter ? 97 - (unit & 32 ? 0 : 32) + to(place) : unit;
  }
  const units = Units.take();
  for (let at = hint.from; at < hint.to; at++) {
    const unit = scan.text.charCodeAt(at);
    units.push(unit < 128 ? (letters[unit] ?? unit) : unit);
  }
  const { from } = hint;
  for (let at = 0; at < units.length; at += block) {
    const end = Math.min(at + block, units.length);
    rewrite.putUnits(units, at, end, from + at, from + end, 1, 1);
  }
  units.giveBack();
}
