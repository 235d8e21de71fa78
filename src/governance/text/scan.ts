/** One pass over a text for all detectors: the words that rules know, the tokens with digits, the long runs. */
import { blockUnits, unitsFrom } from './code-units.ts';
import { flatKinds, foldBit, letterBit, unasked, wideBit } from './fold.ts';
import { foreignBits } from './foreign-bits.ts';
import { Ints } from './ints.ts';
import { Mentions } from './mentions.ts';
import { Numerals } from './numerals.ts';
import {
  addNumeralsAmong,
  addRunsAmong,
  eachScriptOf,
  isMixed,
  runLengthMin,
} from './other-scripts.ts';
import {
  classes,
  controlBit,
  digitBit,
  joinBit,
  lowerBit,
  sentenceBit,
  spaceBit,
  upperBit,
} from './signs.ts';
import {
  findStem,
  findWord,
  hashFactor,
  hashSeed,
  hintOf,
  mayKnow,
  shortHash,
  stemLength,
} from './vocabulary.ts';
import { type Watch, watchTable } from './watch.ts';
import type { WordSet } from './word-set.ts';

/** Beside the kinds of what is beyond ASCII. */
const beyondBit = 1;
const wordBits = lowerBit | upperBit | digitBit | letterBit;
const beyondBits = letterBit | foldBit | wideBit;
const asciiBits = lowerBit | upperBit | digitBit;
const longWordMin = 18;
/** Its number, start, end, and how many words stand before it. */
const numbersPerWord = 4;
/** Room for known words at first. */
const wordsMin = 64;
const wordsMax = 8192;

/** Between two letters of a row stand a space in quotes of its own and those of both sides, at most. */
const singleGapMax = 9;

/** A stretch without white space that is this long and has this many signs may be ASCII85. */
const denseLengthMin = 20;
const denseSignsMin = 3;

const nothing: readonly number[] = [];

export class Scan {
  readonly text: string;
  /** Known words in order: number, start, end, and how many words stand before it. */
  readonly words: Ints;
  /** ASCII tokens with a digit in them: start, end. */
  readonly numerals = new Numerals();
  /** Runs of letters, digits and `_-+/=.~` that are long and not plain words: start, end. */
  readonly runs = new Ints();
  /** Words so long that several may have been written as one: start, end. */
  readonly longWords = new Ints(8);
  /** Stretches without white space in which signs are frequent: start, end. */
  readonly dense = new Ints(8);
  /** Count of all words. */
  wordCount = 0;
  /** Whether some character stands for another, so that the canonical form differs. */
  foreign = false;
  /** Whether some script is written without spaces between words. */
  wide = false;
  /** The longest row of single letters with hardly anything between them. */
  singles = 0;
  /** Which signs stand in it: bits of `signBit`. */
  signs = 0;
  /** Whether it holds anything but ASCII. */
  beyondAscii = false;
  /** All hints that the known words carry (see hints.ts). */
  hints = 0;
  readonly #watching = watchTable();
  readonly #seen: (number[] | undefined)[] = [];
  #mentions: Mentions | undefined;
  /** Kinds of what is beyond ASCII. */
  #others = 0;
  #single = 0;
  #singleEnd = -9;

  constructor(text: string) {
    this.text = text;
    this.words = new Ints(Math.min(wordsMax, Math.max(wordsMin, text.length >> 1)));
    this.#read(text);
    this.beyondAscii = this.#others !== 0;
    // The zero that ends each scan is not told apart from one in the text.
    const controls = (this.signs & controlBit) !== 0 || text.includes('\0');
    this.foreign = controls || (this.#others & foldBit) !== 0;
    this.wide = (this.#others & wideBit) !== 0;
  }

  /** Where the words of a watch stand: indexes into `words`. */
  seen(watch: Watch): readonly number[] {
    return this.#seen[watch.number] ?? nothing;
  }

  /** Whether a word of the set stands anywhere. */
  mentions(set: WordSet): boolean {
    return (this.#mentions ??= new Mentions(this.words, numbersPerWord)).has(set);
  }

  #read(text: string): void {
    let runStart = 0;
    let runBits = 0;
    let wordStart = 0;
    let wordSeen = 0;
    let hash = hashSeed;
    let startHash = hashSeed;
    let ordinal = 0;
    let denseStart = 0;
    let signs = 0;
    let present = 0;
    // The 0 behind its last unit ends whatever a text ends with.
    for (let base = 0; base <= text.length; base += blockUnits) {
      const units = unitsFrom(text, base);
      for (let at = base, stop = Math.min(base + blockUnits, text.length + 1); at < stop; at++) {
        let unit = units[at - base] ?? 0;
        let bits = unit < 128 ? (classes[unit] ?? 0) : this.#otherBits(unit, at);
        while ((bits & wordBits) !== 0) {
          // Nothing is called in here: a call that only some letters need would slow down all of them.
          do {
            hash = (Math.imul(hash, hashFactor) + (unit | 32)) | 0;
            if (at - wordStart === stemLength - 1) startHash = hash;
            wordSeen |= bits;
            unit = units[++at - base] ?? 0;
            bits = (unit < 128 ? classes[unit] : flatKinds[unit]) ?? 0;
          } while ((bits & wordBits) !== 0);
          if (unit >= 128) bits = this.#otherBits(unit, at);
        }
        if (at === stop) break;
        if (wordSeen !== 0) {
          ordinal = this.#endToken(hash, startHash, wordStart, at, wordSeen, ordinal);
          runBits |= wordSeen;
          wordSeen = 0;
          hash = startHash = hashSeed;
        }
        wordStart = at + 1;
        present |= bits;
        if ((bits & spaceBit) !== 0) {
          if (signs >= denseSignsMin) this.#addDense(denseStart, at);
          denseStart = at + 1;
          signs = 0;
        } else signs++;
        if ((bits & sentenceBit) !== 0) ordinal++;
        if ((bits & joinBit) !== 0) continue;
        if (at - runStart >= runLengthMin) this.#addRun(runStart, at, runBits);
        runStart = at + 1;
        runBits = 0;
      }
    }
    this.signs = present;
  }

  /** Answers the number of the last word of it. */
  #endToken(
    hash: number,
    startHash: number,
    start: number,
    end: number,
    seen: number,
    before: number,
  ): number {
    this.#addToken(start, end, seen);
    if ((seen & letterBit) !== 0 && (seen & asciiBits) !== 0 && isMixed(this.text, start, end))
      return this.#endMixed(start, end, before);
    this.#endWord(hash, startHash, start, end, before + 1);
    return before + 1;
  }

  /** Nearly all words are known to be none that a rule asks for without a look at the vocabulary. */
  #endWord(hash: number, startHash: number, start: number, end: number, ordinal: number): void {
    const may = (mayKnow[shortHash(hash)] ?? 0) | ((mayKnow[shortHash(startHash)] ?? 0) & 2);
    if (may !== 0) this.#addWord(hash, startHash, start, end, ordinal);
  }

  /** Answers the number of its last part. */
  #endMixed(start: number, end: number, before: number): number {
    let ordinal = before;
    eachScriptOf(this.text, start, end, (hash, startHash, from, to) => {
      this.#endWord(hash, startHash, from, to, ++ordinal);
    });
    return ordinal;
  }

  #addWord(hash: number, startHash: number, start: number, end: number, ordinal: number): void {
    let id = findWord(hash);
    if (id === 0 && end - start >= stemLength) id = findStem(startHash, this.text, start, end);
    if (id === 0) return;
    const watching = this.#watching[id];
    if (watching !== undefined) {
      for (const number of watching) (this.#seen[number] ??= []).push(this.words.length);
    }
    this.hints |= hintOf(id);
    this.words.pushFour(id, start, end, ordinal);
  }

  #addToken(start: number, end: number, seen: number): void {
    this.wordCount++;
    this.#others |= seen & beyondBits;
    if ((seen & digitBit) !== 0) this.#addNumeral(start, end, seen);
    if (end - start === 1) this.#addSingle(start);
    else if (end - start >= longWordMin) this.longWords.pushTwo(start, end);
  }

  #addDense(start: number, end: number): void {
    if (end - start >= denseLengthMin) this.dense.pushTwo(start, end);
  }

  #addSingle(start: number): void {
    this.#single = start - this.#singleEnd <= singleGapMax ? this.#single + 1 : 1;
    this.#singleEnd = start + 1;
    if (this.#single > this.singles) this.singles = this.#single;
  }

  #addNumeral(start: number, end: number, seen: number): void {
    if ((seen & letterBit) !== 0) addNumeralsAmong(this.text, start, end, this.numerals);
    else this.numerals.pushTwo(start, end);
  }

  #addRun(start: number, end: number, seen: number): void {
    if ((seen & letterBit) !== 0) addRunsAmong(this.text, start, end, this.runs);
    else if ((seen & (digitBit | upperBit)) !== 0) this.runs.pushTwo(start, end);
  }

  #otherBits(unit: number, at: number): number {
    let kind = flatKinds[unit] ?? 0;
    if (kind === unasked) kind = foreignBits(this.text, unit, at);
    this.#others |= kind | beyondBit;
    return kind & letterBit;
  }
}
