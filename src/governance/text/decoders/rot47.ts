/** Undoes ROT47, which shifts signs and digits along with letters: words of it are hardly ever words. */
import { addLetter, hashSeed, isKnownHash, prepareKnown } from '../known-words.ts';
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';
import { signBit } from '../signs.ts';
import { Units } from '../units.ts';
import type { Respelling } from './decoder.ts';

/** What an `o` becomes; ordinary texts have few, and hardly ever signs and digits around them. */
const sign = '@';
const triedMax = 8;
const beside = 40;
const lettersMin = 12;
const share = 0.8;
const wordsMin = 2;
/** Characters on either side of what gave a stretch away. */
const reach = 600;
const block = 4096;
const first = 33;
const count = 94;

const letters = Uint16Array.from({ length: 128 }, (_, unit) =>
  unit >= first && unit < first + count ? first + ((unit - first + count / 2) % count) : unit,
);

export const rot47: Respelling = {
  name: 'rot47',
  read: ({ text, signs }: Scan, rewrite) => {
    if ((signs & signBit(sign)) === 0) return;
    const start = findPlace(text, text.indexOf(sign), (at) => text.indexOf(sign, at + 1));
    if (start < 0) return;
    const last = findPlace(text, text.lastIndexOf(sign), (at) => text.lastIndexOf(sign, at - 1));
    const from = Math.max(0, start - reach);
    respell(text, from, Math.min(text.length, Math.max(start, last) + reach), rewrite);
  },
};

/** The first of a few places that stands among words of ROT47, or -1. */
function findPlace(text: string, first: number, next: (at: number) => number): number {
  let at = first;
  for (let tried = 0; tried < triedMax && at >= 0; tried++) {
    if (isAmong(text, at)) return at;
    if (at === 0 && tried > 0) return -1;
    const following = next(at);
    if (following === at) return -1;
    at = following;
  }
  return -1;
}

function unitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 128 ? (letters[unit] ?? unit) : unit;
}

function isAmong(text: string, place: number): boolean {
  const to = Math.min(text.length, place + beside);
  let [shown, small, known] = [0, 0, 0];
  let size = 0;
  let hash = hashSeed;
  prepareKnown();
  for (let at = Math.max(0, place - beside); at <= to; at++) {
    const unit = at < to ? unitAt(text, at) : 32;
    if (unit > 32) shown++;
    const letter = (unit | 32) >= 97 && (unit | 32) <= 122;
    if (letter) {
      if (unit >= 97) small++;
      size++;
      hash = addLetter(hash, unit);
      continue;
    }
    if (size > 2 && isKnownHash(hash)) known++;
    size = 0;
    hash = hashSeed;
  }
  return small >= lettersMin && small >= shown * share && known >= wordsMin;
}

function respell(text: string, from: number, to: number, rewrite: Rewrite): void {
  const units = Units.take();
  for (let at = from; at < to; at++) units.push(unitAt(text, at));
  for (let at = 0; at < units.length; at += block) {
    const end = Math.min(at + block, units.length);
    rewrite.putUnits(units, at, end, from + at, from + end, 1, 1);
  }
  units.giveBack();
}
