/** Undoes letters that are told by their place in the alphabet: `9-7-14-15-18-5 1-12-12`. */
import type { Scan } from '../scan.ts';
import { cut, pieceMax, segment } from '../segment.ts';
import type { Edits } from '../edits.ts';
import type { Decoder } from './decoder.ts';

const lettersMin = 12;
/** A nought stands for a space. */
const place = '(?:2[0-6]|1\\d|\\d)';
const row = new RegExp(
  `(?<![\\w.,-])${place}(?:[-.,:;|/+_ \\n]{1,3}${place}(?!\\d)){${lettersMin - 1},}`,
  'g',
);
/** Of the letters of a row, so many stand in words. */
const wordsMin = 0.7;
const differentMin = 5;

export const places: Decoder = {
  name: 'places',
  find: (scan, edits) => {
    if (!mayHold(scan)) return;
    for (const match of scan.text.matchAll(row)) putRow(match[0], match.index, edits);
  },
};

/** Start and end of each token with a digit in it; rows may stand in one. */
function mayHold({ numerals }: Scan): boolean {
  if (numerals.length >= 2 * lettersMin) return true;
  for (let at = 0; at < numerals.length; at += 2)
    if (numerals.at(at + 1) - numerals.at(at) >= 2 * lettersMin) return true;
  return false;
}

function putRow(text: string, from: number, edits: Edits): void {
  const words = wordsOf(text);
  const letters = words.join('');
  if (new Set(letters).size < differentMin) return;
  const to = from + text.length;
  if (words.length > 1) {
    if (shareOfWords(words) >= wordsMin) edits.replace(from, to, words.join(' '));
    return;
  }
  const count = segment(letters, 0, Math.min(pieceMax, letters.length));
  if (count === 0) return;
  // A long row without spaces is cut into words elsewhere.
  if (letters.length > pieceMax) edits.replace(from, to, letters);
  else edits.replaceBy(from, to, cut, count);
}

/** What stands between most numbers stands between letters, and anything else between words. */
function wordsOf(text: string): readonly string[] {
  const seams = text.match(/\D+/g) ?? [];
  const within = mostOf(seams);
  let letters = '';
  text.match(/\d+/g)?.forEach((number, at) => {
    if (at > 0 && (number === '0' || seams[at - 1] !== within)) letters += ' ';
    if (number !== '0') letters += String.fromCharCode(96 + Number(number));
  });
  return letters.split(' ').filter((word) => word !== '');
}

function mostOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [most, count] = ['', 0];
  for (const [value, times] of counts) if (times > count) [most, count] = [value, times];
  return most;
}

function shareOfWords(words: readonly string[]): number {
  let [known, all] = [0, 0];
  for (const word of words) {
    all += word.length;
    if (word.length <= pieceMax && segment(word, 0, word.length) > 0) known += word.length;
  }
  return known / all;
}
