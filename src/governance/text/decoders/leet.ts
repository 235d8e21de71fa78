/** Undoes letters written as digits and signs, in texts where doing so gives known words. */
import { isKnown } from '../hints.ts';
import { Patch } from '../patch.ts';
import type { Scan } from '../scan.ts';
import type { Decoder } from './decoder.ts';

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'gb',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'il',
  '|': 'li',
  '+': 't',
  '€': 'e',
};

const token = /[A-Za-z0-9@$!|+€]{2,24}/g;
/** Two known words, or one long enough to be no chance. */
const lettersMin = 6;
const surely = 12;
const variantsMax = 16;

export const leet: Decoder = {
  name: 'leet',
  read: (scan, rewrite) => {
    if (!hasMixed(scan) && !hasSigns(scan.text)) return;
    const found: { from: number; to: number; text: string; number: boolean }[] = [];
    let certain = 0;
    for (const match of scan.text.matchAll(token)) {
      const word = trim(match[0]);
      if (!/[^A-Za-z]/.test(word)) continue;
      const text = unfold(word);
      const known = text.length > 2 && isKnown(text.toLowerCase());
      const number = !/[A-Za-z]/.test(word);
      if (number && !known) continue;
      if (known && !number && !unlikely.test(word)) certain += text.length;
      found.push({ from: match.index, to: match.index + word.length, text, number });
    }
    if (certain < lettersMin) return;
    const patch = new Patch(rewrite, scan.text.length);
    for (const { from, to, text, number } of found) {
      // A number that spells a word is a number, unless the text around it is written so.
      if (!number || certain >= surely) patch.replace(from, to, text, 1, 1);
    }
    patch.close();
  },
};

/** `1st` and `4k` are how numbers are written; a digit after a letter, or four letters, are how words are. */
const unlikely = /^\d+[A-Za-z]{0,3}$/;
const signsTriedMax = 200;

/** A sign that stands where a letter would. */
function hasSigns(text: string): boolean {
  for (const sign of ['@', '$', '!', '|']) {
    let tried = 0;
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if (isLetter(text.charCodeAt(at + 1)) && (sign !== '|' || isLetter(text.charCodeAt(at - 1))))
        return true;
      if (++tried === signsTriedMax) break;
    }
  }
  return false;
}

function isLetter(unit: number): boolean {
  const place = (unit | 32) - 97;
  return place >= 0 && place < 26;
}

/** A token of letters and digits that spells a known word. */
function hasMixed(scan: Scan): boolean {
  for (let at = 0; at < scan.numerals.length; at += 2) {
    const start = scan.numerals.at(at);
    const end = scan.numerals.at(at + 1);
    if (end - start < 3 || end - start > 24) continue;
    const word = scan.text.slice(start, end);
    if (!unlikely.test(word) && isKnown(unfold(word).toLowerCase())) return true;
  }
  return false;
}

/** An exclamation mark at the end ends the sentence. */
function trim(word: string): string {
  return word.replace(/[!|+]+$/, '');
}

/** The first spelling that is a known word; else the likeliest. */
function unfold(word: string): string {
  let spellings = [''];
  for (const character of word) {
    const choices = letters[character] ?? character;
    const next = spellings.flatMap((start) => Array.from(choices, (letter) => start + letter));
    spellings =
      next.length <= variantsMax ? next : spellings.map((start) => start + choices.charAt(0));
  }
  return spellings.find((spelling) => isKnown(spelling.toLowerCase())) ?? spellings[0] ?? word;
}
