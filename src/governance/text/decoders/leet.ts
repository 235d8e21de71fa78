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
const tokenAt = /[A-Za-z0-9@$!|+€]{2,24}/y;
/** Two known words near each other, or one long enough to be no chance. */
const lettersMin = 6;
/** So many letters in known words, and numbers are read as words too. */
const surely = 12;
/** More signs with two meanings than this are not tried out. */
const choicesMax = 4;
/** Characters around a known word that are read with it. */
const reach = 300;
/** `1st` and `4k` are how numbers are written; a digit after a letter, or four letters, are how words are. */
const unlikely = /^\d+[A-Za-z]{0,3}$/;
const signsTriedMax = 200;

type Area = { from: number; to: number; letters: number };

export const leet: Decoder = {
  name: 'leet',
  read: (scan, rewrite) => {
    const areas = findAreas(scan);
    if (areas.length === 0) return;
    const patch = new Patch(rewrite, scan.text.length);
    for (const { from, to, letters: certain } of areas) {
      for (const match of scan.text.slice(from, to).matchAll(token)) {
        if (rewrite.overflowed) return;
        const word = trim(match[0]);
        if (!/[^A-Za-z]/.test(word)) continue;
        const text = unfold(word);
        // A number that spells a word is a number, unless the text around it is written so.
        if (!/[A-Za-z]/.test(word) && (certain < surely || !isKnown(text))) continue;
        const start = from + match.index;
        patch.replace(start, start + word.length, text, 1, 1);
      }
    }
    patch.close();
  },
};

/** Stretches in which tokens spell known words once their digits and signs are read as letters. */
function findAreas(scan: Scan): Area[] {
  const areas: Area[] = [];
  let covered = 0;
  for (const start of candidates(scan)) {
    if (start < covered) continue;
    tokenAt.lastIndex = start;
    const word = trim(tokenAt.exec(scan.text)?.[0] ?? '');
    if (word.length < 3 || unlikely.test(word) || !/[A-Za-z]/.test(word)) continue;
    covered = start + word.length;
    const text = unfold(word);
    if (text === word || !isKnown(text)) continue;
    const last = areas.at(-1);
    if (last !== undefined && start < last.to) {
      last.to = Math.min(scan.text.length, start + word.length + reach);
      last.letters += text.length;
    } else {
      const from = Math.max(last?.to ?? 0, start - reach);
      areas.push({
        from,
        to: Math.min(scan.text.length, start + word.length + reach),
        letters: text.length,
      });
    }
  }
  return areas.filter(({ letters: certain }) => certain >= lettersMin);
}

/** Where tokens of letters with digits, or with signs, begin. */
function candidates(scan: Scan): number[] {
  const found: number[] = [];
  for (let at = 0; at < scan.numerals.length; at += 2) {
    const start = scan.numerals.at(at);
    const end = scan.numerals.at(at + 1);
    if (end - start >= 3 && end - start <= 24 && hasLetter(scan.text, start, end))
      found.push(start);
  }
  for (const sign of ['@', '$', '!', '|']) {
    let tried = 0;
    for (let at = scan.text.indexOf(sign); at !== -1; at = scan.text.indexOf(sign, at + 1)) {
      if (!isLetter(scan.text.charCodeAt(at + 1))) continue;
      found.push(startOfToken(scan.text, at));
      if (++tried === signsTriedMax) break;
    }
  }
  return found.sort((left, right) => left - right);
}

function startOfToken(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 16 && /[A-Za-z0-9@$!|+€]/.test(text.charAt(start - 1))) start--;
  return start;
}

function hasLetter(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isLetter(text.charCodeAt(at))) return true;
  return false;
}

function isLetter(unit: number): boolean {
  const place = (unit | 32) - 97;
  return place >= 0 && place < 26;
}

/** An exclamation mark at the end ends the sentence. */
function trim(word: string): string {
  return word.replace(/[!|+]+$/, '');
}

/** The likeliest spelling where it is a known word, else the first of the others that is. */
function unfold(word: string): string {
  let plain = '';
  let open = 0;
  for (const character of word) {
    const choices = letters[character] ?? character;
    plain += choices.charAt(0);
    if (choices.length > 1) open++;
  }
  if (open === 0 || open > choicesMax || isKnown(plain)) return plain;
  let spellings = [''];
  for (const character of word) {
    const choices = letters[character] ?? character;
    spellings = spellings.flatMap((start) => Array.from(choices, (letter) => start + letter));
  }
  return spellings.find((spelling) => isKnown(spelling)) ?? plain;
}
