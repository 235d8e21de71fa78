/** Undoes texts written backwards: the whole text, each line's words kept in place, or letters turned upside down. */
import { kindOf, letterBit } from '../fold.ts';
import { findHints, reversedBit } from '../hints.ts';
import type { Rewrite } from '../rewrite.ts';
import type { Scan } from '../scan.ts';
import { classes, digitBit, lowerBit, upperBit } from '../signs.ts';
import { isTurnedRound } from '../turned-round.ts';
import { Units } from '../units.ts';
import type { Decoder, Respelling } from './decoder.ts';

const wordBits = lowerBit | upperBit | digitBit;

type Stretch = { readonly from: number; readonly to: number };

const hinted = (scan: Scan): Stretch | undefined =>
  findHints(scan).find(({ bit }) => bit === reversedBit);

/** In the canonical form, letters of other scripts have no capitals left that would tell. */
const told = ({ text }: Scan): Stretch | undefined =>
  isTurnedRound(text) ? { from: 0, to: text.length } : undefined;

export const reversed = turnWhole(hinted);
export const reversedWords = turnWords(hinted);
export const reversedAsWritten = turnWhole(told);
export const reversedWordsAsWritten = turnWords(told);

function turnWhole(find: (scan: Scan) => Stretch | undefined): Respelling {
  return {
    name: 'reversed',
    read: (scan, rewrite) => {
      const stretch = find(scan);
      if (stretch === undefined) return;
      const text = backwards(scan.text.slice(stretch.from, stretch.to));
      rewrite.put(text, stretch.to, stretch.to, 1, -1);
    },
  };
}

function turnWords(find: (scan: Scan) => Stretch | undefined): Respelling {
  return {
    name: 'reversed_words',
    read: (scan, rewrite) => {
      const stretch = find(scan);
      if (stretch !== undefined) turnEach(scan.text, stretch, rewrite);
    },
  };
}

function turnEach(text: string, { from, to }: Stretch, rewrite: Rewrite): void {
  const turned = Units.take();
  for (let at = from; at < to && !rewrite.overflowed;) {
    const between = at;
    while (at < to && !isLetter(text, at)) at++;
    rewrite.keep(between, at);
    const start = at;
    while (at < to && isLetter(text, at)) at++;
    turned.length = 0;
    addBackwards(turned, text, start, at);
    rewrite.putUnits(turned, 0, turned.length, at, at, 1, -1);
  }
  turned.giveBack();
}

/** From the mark that has letters shown from right to left to what ends that, or the end of the line. */
const overridden = /\u202e([^\u202a-\u202e\u2066-\u2069\n]{2,4000})/g;

/** What such a mark shows is what a reader reads. */
export const shownBackwards: Decoder = {
  name: 'reversed',
  find: ({ text, foreign }, edits) => {
    if (!foreign || !text.includes('\u202e')) return;
    for (const match of text.matchAll(overridden)) {
      const from = match.index + 1;
      edits.replace(from, from + (match[1]?.length ?? 0), backwards(match[1] ?? ''), 1, -1);
    }
  },
};

const turned = new Map<string, string>();
const upright = 'abcdefghijklmnopqrstuvwyzabcefghijklmnrtuvwy';
const upsideDown = 'ɐqɔpǝɟƃɥᴉɾʞןɯuodbɹsʇnʌʍʎzɐqɔǝɟƃɥıɾʞlɯuɹʇnʌʍʎ';
Array.from(upsideDown).forEach((letter, at) => turned.set(letter, upright[at] ?? letter));
for (const [from, to] of ["'‚", ',‘', '.˙', '!¡', '?¿', '()', ')('])
  turned.set(to ?? '', from ?? '');

const unmistakable = /[ɐɔǝɟƃɥɯɹʇʌʍʎ]/g;
const turnedLettersMin = 3;

export const upsideDownText: Respelling = {
  name: 'upside_down',
  read: (scan, rewrite) => {
    if (scan.text.match(unmistakable)?.[turnedLettersMin - 1] === undefined) return;
    const length = scan.text.length;
    const text = backwards(scan.text).replaceAll(/./gsu, (letter) => turned.get(letter) ?? letter);
    rewrite.put(text, length, length, 1, -1);
  },
};

function backwards(text: string): string {
  const made = Units.take();
  addBackwards(made, text, 0, text.length);
  const turnedText = made.toText();
  made.giveBack();
  return turnedText;
}

function addBackwards(made: Units, text: string, from: number, to: number): void {
  for (let at = to - 1; at >= from; at--) {
    const unit = text.charCodeAt(at);
    const before = at > from ? text.charCodeAt(at - 1) : 0;
    if (unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff) {
      made.push(before);
      at--;
    }
    made.push(unit);
  }
}

/** A letter or a digit, or half of one. */
function isLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128) return ((classes[unit] ?? 0) & wordBits) !== 0;
  if (unit < 0xd800 || unit > 0xdfff) return (kindOf(unit) & letterBit) !== 0;
  const first = unit >= 0xdc00 ? at - 1 : at;
  return /\p{L}/u.test(text.slice(first, first + 2));
}
