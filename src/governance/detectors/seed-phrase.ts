/** Finds seed phrases of wallets: twelve and more words of BIP-39 in a row, the last of which holds a checksum of the others. */
import { sha256 } from './checksums/sha256.ts';
import { walletWords } from './wallet-words.ts';

const sizes = [24, 21, 18, 15, 12];
const sizeMin = 12;
const lettersMin = 3;
const lettersMax = 8;
/** The shortest phrase is longer, so that one of its words stands at or right behind some step. */
const step = 40;
/** As many stand behind the first one that a step meets; in prose, so many words of the list are seldom neighbours. */
const behindMin = 3;
const gapMax = 40;
const signsMax = 2;
const aheadMax = 12;
/** In a longer row of such words, phrases are looked for line by line only: it is a list, or prose. */
const rowMax = 48;

const places = new Map(walletWords.map((word, place) => [word, place]));
/** 1 where a word of the list has this number: most others have none of these, and are looked up no further. */
const numbers = new Uint8Array(1 << 16);
for (const word of walletWords) numbers[numberOf(word, 0, word.length)] = 1;

/** What may stand between two of them: spaces, signs, numbers of a list, tags; no other word but that for a number. */
const gap =
  /(?:[^\p{L}\p{N}<]|<\/?[a-z][^<>]{0,30}>|<|(?:word[^\S\r\n]?)?#?\d{1,2}(?![\p{L}\p{N}])){1,40}/iuy;

type Word = { readonly place: number; readonly start: number; readonly end: number };
export type Phrase = { readonly start: number; readonly end: number };

export function findSeedPhrases(text: string): readonly Phrase[] {
  const found: Phrase[] = [];
  for (let at = 0, done = 0; at < text.length; at += step) {
    const start = at < done ? -1 : wordNear(text, at);
    if (start < 0 || !mayGoOn(text, start)) continue;
    const word = wordAt(text, start);
    if (word === undefined) continue;
    const row = rowAround(text, word, done);
    done = row.at(-1)?.end ?? done;
    if (row.length >= sizeMin) addPhrases(text, row, found);
  }
  return found;
}

/** Where the word begins that stands here, or right behind signs, numbers and names of tags; -1 where none does. */
function wordNear(text: string, at: number): number {
  let from = at;
  for (const least = at - lettersMax; from > 0; from--) {
    const unit = text.charCodeAt(from - 1) | 32;
    if (unit < 97 || unit > 122) break;
    if (from === least) return -1;
  }
  for (const stop = at + aheadMax; from < stop; from++) {
    if (letterAt(text, from) < 0) continue;
    if (letterAt(text, from + 2) >= 0 && letterAt(text, from + 1) >= 0)
      return isNumberWord(text, from) ? endOfGap(text, from) : from;
    from++;
  }
  return -1;
}

/** Whether a word of the list may stand here, and where nothing but a sign or two follows, others behind it. */
function mayGoOn(text: string, start: number): boolean {
  let from = start;
  for (let word = 0; word <= behindMin; word++) {
    let end = from;
    let number = 0;
    for (let unit = text.charCodeAt(end) | 32; unit >= 97 && unit <= 122;) {
      number = (Math.imul(number, 31) + unit) | 0;
      unit = text.charCodeAt(++end) | 32;
    }
    if (numbers[shorten(number)] !== 1) return word > 0 && isNumberWord(text, from);
    from = end;
    while (from - end < signsMax && isPlainGap(text.charCodeAt(from))) from++;
    if (from === end || letterAt(text, from) < 0) return true;
  }
  return true;
}

/** The word of the list that begins here and ends before anything but a letter. */
function wordAt(text: string, start: number): Word | undefined {
  let end = start;
  while (end - start <= lettersMax && letterAt(text, end) >= 0) end++;
  if (end - start < lettersMin || end - start > lettersMax) return undefined;
  if (numbers[numberOf(text, start, end)] !== 1) return undefined;
  const written = text.slice(start, end);
  // A capital among them stands at their beginning, or all of them are.
  const small = text.charCodeAt(start) >= 97 && text.charCodeAt(end - 1) >= 97;
  const place = places.get(small ? written : written.toLowerCase());
  return place === undefined || isNumberWord(text, start) ? undefined : { place, start, end };
}

/** All words of the list behind one and before it, each with no more than a gap to the next. */
function rowAround(text: string, word: Word, least: number): readonly Word[] {
  const behind: Word[] = [];
  for (let last = wordBehind(text, word.end); last !== undefined;) {
    behind.push(last);
    last = wordBehind(text, last.end);
  }
  if (behind.length < behindMin) return [];
  const row = [word];
  for (let first = wordBefore(text, word.start, least); first !== undefined;) {
    row.push(first);
    first = wordBefore(text, first.start, least);
  }
  return row.reverse().concat(behind);
}

function wordBehind(text: string, end: number): Word | undefined {
  const next = endOfGap(text, end);
  return next === end || next - end > gapMax ? undefined : wordAt(text, next);
}

/** Where the gap that begins here ends; most are spaces and signs of ASCII. */
function endOfGap(text: string, from: number): number {
  let at = from;
  while (isPlainGap(text.charCodeAt(at)) && at - from < gapMax) at++;
  if (at > from && letterAt(text, at) >= 0 && !isNumberWord(text, at)) return at;
  gap.lastIndex = from;
  return gap.test(text) ? gap.lastIndex : from;
}

/** What begins no tag, and is no letter and no digit. */
function isPlainGap(unit: number): boolean {
  if (unit < 65) return unit !== 60 && !(unit >= 48 && unit <= 57);
  return (unit > 90 && unit < 97) || (unit > 122 && unit < 128);
}

/** `Word 7` before a word that is one of the list itself; with the number of the next line behind it, it is one too. */
function isNumberWord(text: string, at: number): boolean {
  const letter = text.charCodeAt(at) | 32;
  if (letter !== 119 || (text.charCodeAt(at + 3) | 32) !== 100) return false;
  return /^word[^\S\r\n]?#?\d/i.test(text.slice(at, at + 8));
}

/** Backwards the words one after the other, until one is of the list and what stands between is a gap. */
function wordBefore(text: string, start: number, least: number): Word | undefined {
  for (let at = start - 1; at >= least && start - at <= gapMax; at--) {
    if (letterAt(text, at) < 0) continue;
    let from = at;
    while (from > least && at - from < lettersMax && letterAt(text, from - 1) >= 0) from--;
    const word = wordAt(text, from);
    if (word !== undefined && word.end === at + 1 && endOfGap(text, word.end) === start)
      return word;
    at = from;
  }
  return undefined;
}

function addPhrases(text: string, row: readonly Word[], found: Phrase[]): void {
  if (row.length <= rowMax) {
    addFrom(text, row, found);
    return;
  }
  let line: Word[] = [];
  for (const word of row) {
    const before = line.at(-1);
    if (before !== undefined && text.slice(before.end, word.start).includes('\n')) {
      if (sizes.includes(line.length)) addFrom(text, line, found);
      line = [];
    }
    line.push(word);
  }
  if (sizes.includes(line.length)) addFrom(text, line, found);
}

/**
 * Of what has a checksum, some has it by chance: the phrase has the same sign between all of its words, and what is shorter
 * than it is a part of it.
 */
function addFrom(text: string, row: readonly Word[], found: Phrase[]): void {
  const signs = signsIn(text, row);
  let best: Window | undefined;
  for (const size of sizes)
    for (let first = 0; first + size <= row.length; first++) {
      if (!isPhrase(row.slice(first, first + size))) continue;
      const kinds = new Set(signs.slice(first + 1, first + size)).size;
      if (best === undefined || kinds < best.kinds)
        best = { first, behind: first + size, size, kinds };
      // Nothing tells which of two that overlap is meant.
      else if (kinds === best.kinds && size === best.size && first < best.behind)
        best.behind = first + size;
    }
  if (best === undefined) return;
  found.push({ start: row[best.first]?.start ?? 0, end: row[best.behind - 1]?.end ?? 0 });
  addFrom(text, row.slice(0, best.first), found);
  addFrom(text, row.slice(best.behind), found);
}

type Window = { first: number; behind: number; size: number; kinds: number };

/** What stands before each word of a row, but for white space; one number is as good as another. */
function signsIn(text: string, row: readonly Word[]): readonly string[] {
  return row.map(({ start }, at) =>
    text
      .slice(row[at - 1]?.end ?? start, start)
      .replaceAll(/\s+/g, '')
      .replace(/\d+/, '0'),
  );
}

function isPhrase(words: readonly Word[]): boolean {
  return sizes.includes(words.length) && !isInOrder(words) && !isRecited(words) && isChecked(words);
}

/** Words drawn by lot hardly repeat themselves, but the grammar of a command does. Bytes all alike are one word but for its end. */
function isRecited(words: readonly Word[]): boolean {
  const filled = words.findIndex(({ place }) => place !== words[0]?.place) === words.length - 1;
  return !filled && new Set(words.map(({ place }) => place)).size < words.length * 0.75;
}

/** A dictionary, or a part of the very list. */
function isInOrder(words: readonly Word[]): boolean {
  return words.every(({ place }, at) => at === 0 || place > (words[at - 1]?.place ?? 0));
}

/** Eleven bits for each word: the last of all, one for each three words, are the first of the hash of those before them. */
function isChecked(words: readonly Word[]): boolean {
  const bits = words.length / 3;
  const bytes = new Uint8Array((words.length * 4) / 3);
  let last = 0;
  words.forEach(({ place }, at) => {
    for (let bit = 0; bit < 11; bit++) {
      const value = (place >> (10 - bit)) & 1;
      const to = at * 11 + bit;
      if (to >= bytes.length * 8) last = (last << 1) | value;
      else bytes[to >> 3] = (bytes[to >> 3] ?? 0) | (value << (7 - (to & 7)));
    }
  });
  return (sha256(bytes)[0] ?? 0) >> (8 - bits) === last;
}

/** 0 to 25, or -1. */
function letterAt(text: string, at: number): number {
  const letter = (text.charCodeAt(at) | 32) - 97;
  return letter >= 0 && letter < 26 ? letter : -1;
}

/** The same for all cases of a word. */
function numberOf(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++)
    number = (Math.imul(number, 31) + (text.charCodeAt(at) | 32)) | 0;
  return shorten(number);
}

function shorten(number: number): number {
  return (number ^ (number >>> 16)) & 0xffff;
}
