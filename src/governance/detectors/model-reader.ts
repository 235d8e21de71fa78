/** Reads a text once, left to right, into hashed features of short segments: words, beginnings, pairs, and concepts in their order. */
import { blockUnits, unitsFrom } from '../text/code-units.ts';
import { ConceptRow } from './model-concept-row.ts';
import type { ConceptTable } from './model-concepts.ts';
import { factor, hashPair, keys, mix, salts, seed } from './model-hash.ts';
import { SentenceOpening } from './model-opening.ts';
import {
  askBit,
  lineBit,
  skipBit,
  stopBit,
  symbolOf,
  symbols,
  wideBit,
  wordBit,
} from './model-symbols.ts';

/** Told once per segment; the arrays are used again for the next one. */
export type SegmentSink = (
  words: Int32Array,
  wordCount: number,
  concepts: Int32Array,
  conceptCount: number,
  start: number,
  end: number,
) => void;

const stemLength = 5;
const stemLengthMin = 3;
/** A segment ends with a sentence, but not before this many characters, and at the latest a word after so many. */
const segmentMin = 40;
const segmentMax = 140;
const capacity = 4096;

export class FeatureReader {
  readonly #table: ConceptTable;
  readonly #words = new Int32Array(capacity);
  readonly #concepts: ConceptRow;
  readonly #opening = new SentenceOpening();
  #wordCount = 0;
  /** Hashes of the last two words, and of the beginning of the last one. */
  #last = 0;
  #beforeLast = 0;
  #lastStem = 0;
  #lastWide = 0;
  #wideBefore = 0;
  /** Half words: a word counts two, a wide character one. */
  #place = 0;

  constructor(table: ConceptTable) {
    this.#table = table;
    this.#concepts = new ConceptRow(table, capacity);
  }

  read(text: string, sink: SegmentSink): void {
    this.#reset();
    const table = this.#table;
    const length = text.length;
    let start = 0;
    // The word that is being read: its hash, the hash of its beginning, its letters, the concept it begins like.
    let hash = seed;
    let stem = 0;
    let letters = 0;
    let concept = 0;
    for (let base = 0; base < length; base += blockUnits) {
      const units = unitsFrom(text, base);
      const stop = Math.min(base + blockUnits, length);
      for (let at = base; at < stop; at++) {
        let unit = units[at - base] ?? 0;
        let symbol = symbols[unit] || symbolOf(unit);
        while ((symbol & wordBit) !== 0) {
          // No symbol is made in here: a call that only some letters need would slow down all of them.
          do {
            hash = Math.imul(hash ^ (symbol & 0xffff), factor);
            letters++;
            if (letters === stemLength) stem = hash;
            if (letters >= stemLengthMin && table.mayHold(hash ^ keys.stem)) {
              const begun = table.find(hash ^ keys.stem);
              if (begun !== 0) concept = begun;
            }
            unit = units[++at - base] ?? 0;
            symbol = symbols[unit] ?? 0;
          } while ((symbol & wordBit) !== 0);
          if (symbol === 0) symbol = symbolOf(unit);
        }
        if (at === stop) break;
        if (letters !== 0) {
          if ((symbol & skipBit) !== 0) continue;
          this.#addWord(hash, letters >= stemLength ? stem : hash, concept);
          hash = seed;
          letters = concept = 0;
        }
        if ((symbol & wideBit) !== 0) this.#addWide(symbol & 0xffff);
        else if ((symbol & skipBit) === 0) this.#lastWide = this.#wideBefore = 0;
        if ((symbol & (stopBit | lineBit)) !== 0) this.#endSentence(symbol);
        if (!this.#endsSegment(symbol, at + 1 - start)) continue;
        this.#flush(sink, start, at + 1);
        start = at + 1;
      }
    }
    if (letters !== 0) this.#addWord(hash, letters >= stemLength ? stem : hash, concept);
    if (this.#wordCount + this.#concepts.count > 0 || start === 0) this.#flush(sink, start, length);
  }

  /** Whether a segment of so many characters ends with this one. */
  #endsSegment(symbol: number, characters: number): boolean {
    const long = characters > segmentMax || (symbol & (stopBit | lineBit)) !== 0;
    return (long && characters >= segmentMin) || this.#isFull();
  }

  #isFull(): boolean {
    return this.#wordCount > capacity - 64 || this.#concepts.count > capacity - 64;
  }

  #flush(sink: SegmentSink, start: number, end: number): void {
    const { features, count } = this.#concepts;
    sink(this.#words, this.#wordCount, features, count, start, end);
    this.#wordCount = this.#concepts.count = 0;
  }

  #reset(): void {
    this.#wordCount = this.#place = 0;
    this.#last = this.#beforeLast = this.#lastStem = this.#lastWide = this.#wideBefore = 0;
    this.#opening.reset();
    this.#concepts.reset();
  }

  #endSentence(symbol: number): void {
    if ((symbol & askBit) !== 0)
      this.#wordCount = this.#opening.addQuestion(this.#words, this.#wordCount);
    if ((symbol & lineBit) !== 0) this.#opening.endLine();
    else this.#opening.endSentence();
  }

  #addWord(hash: number, stem: number, begun: number): void {
    const table = this.#table;
    this.#place += 2;
    // Said again at once it says nothing new, or a word repeated for ever would outweigh all others.
    if (hash === this.#last || hash === this.#beforeLast) return;
    const words = this.#words;
    const pair = hashPair(this.#last, hash);
    const count = this.#wordCount;
    words[count] = mix(hash ^ salts.word);
    words[count + 1] = mix(pair ^ salts.pair);
    const opens = this.#opening.isNext;
    this.#wordCount = this.#opening.addWord(stem, words, count + 2);
    // The beginning of a short word is the word itself, which has been said.
    const long = stem !== hash;
    if (long) words[this.#wordCount++] = mix(stem ^ salts.stem);
    if (long || this.#last !== this.#lastStem) {
      words[this.#wordCount++] = mix(hashPair(this.#lastStem, stem) ^ salts.stemPair);
    }
    this.#beforeLast = this.#last;
    this.#last = hash;
    this.#lastStem = stem;
    this.#lastWide = this.#wideBefore = 0;
    const whole = table.mayHold(hash) ? table.find(hash) : 0;
    const concept = whole === 0 ? begun : whole;
    if (concept !== 0) {
      if (opens) this.#concepts.addOpening(concept);
      this.#addConcept(concept);
    }
    const pairKey = pair ^ keys.pair;
    const both = table.mayHold(pairKey) ? table.find(pairKey) : 0;
    if (both !== 0 && both !== concept) this.#addConcept(both);
  }

  #addWide(unit: number): void {
    const last = this.#lastWide;
    const before = this.#wideBefore;
    this.#wideBefore = last;
    this.#lastWide = unit;
    if (last === 0) return;
    const two = Math.imul(Math.imul(seed ^ last, factor) ^ unit, factor);
    this.#place++;
    if (two === this.#last || two === this.#beforeLast) return;
    const words = this.#words;
    words[this.#wordCount++] = mix(two ^ salts.word);
    words[this.#wordCount++] = mix(hashPair(this.#last, two) ^ salts.pair);
    this.#wordCount = this.#opening.addWord(two, words, this.#wordCount);
    this.#beforeLast = this.#last;
    this.#last = two;
    const table = this.#table;
    const concept = table.mayHold(two) ? table.find(two) : 0;
    if (concept !== 0) this.#addConcept(concept);
    if (before === 0) return;
    const head = Math.imul(Math.imul(seed ^ before, factor) ^ last, factor);
    const three = Math.imul(head ^ unit, factor) ^ keys.triple;
    const longer = table.mayHold(three) ? table.find(three) : 0;
    if (longer !== 0) this.#addConcept(longer);
  }

  #addConcept(concept: number): void {
    this.#concepts.add(concept, this.#place >> 1);
  }
}
