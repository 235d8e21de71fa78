/** Reads a text once, left to right, into hashed features of short segments: words, beginnings, pairs, and concepts in their order. */
import { blockUnits, unitsFrom } from '../text/code-units.ts';
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
/** Words between two concepts that still belong together. */
const reach = 12;
const groupReach = 14;
const nearby = 3;
const capacity = 4096;

export class FeatureReader {
  readonly #table: ConceptTable;
  readonly #words = new Int32Array(capacity);
  readonly #concepts = new Int32Array(capacity);
  readonly #opening = new SentenceOpening();
  #wordCount = 0;
  #conceptCount = 0;
  /** Hashes of the last two words, and of the beginning of the last one. */
  #last = 0;
  #beforeLast = 0;
  #lastStem = 0;
  #lastWide = 0;
  #wideBefore = 0;
  /** Half words: a word counts two, a wide character one. */
  #place = 0;
  /** The last three concepts, the latest first, and where they stood. */
  #c1 = 0;
  #c2 = 0;
  #c3 = 0;
  #p1 = 0;
  #p2 = 0;
  #p3 = 0;

  constructor(table: ConceptTable) {
    this.#table = table;
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
    if (this.#wordCount + this.#conceptCount > 0 || start === 0) this.#flush(sink, start, length);
  }

  /** Whether a segment of so many characters ends with this one. */
  #endsSegment(symbol: number, characters: number): boolean {
    const long = characters > segmentMax || (symbol & (stopBit | lineBit)) !== 0;
    return (long && characters >= segmentMin) || this.#isFull();
  }

  #isFull(): boolean {
    return this.#wordCount > capacity - 64 || this.#conceptCount > capacity - 64;
  }

  #flush(sink: SegmentSink, start: number, end: number): void {
    sink(this.#words, this.#wordCount, this.#concepts, this.#conceptCount, start, end);
    this.#wordCount = 0;
    this.#conceptCount = 0;
  }

  #reset(): void {
    this.#wordCount = this.#conceptCount = 0;
    this.#last = this.#beforeLast = this.#lastStem = this.#lastWide = this.#wideBefore = 0;
    this.#opening.reset();
    this.#place = this.#c1 = this.#c2 = this.#c3 = 0;
    this.#p1 = this.#p2 = this.#p3 = -1000;
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
      if (opens) this.#put(Math.imul(concept, 7919) ^ salts.conceptOpening);
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
    const place = this.#place >> 1;
    this.#put(Math.imul(concept, 7919) ^ salts.concept);
    if (concept !== this.#c1) {
      this.#addPairs(concept, place);
      const group = this.#table.groupOf(concept);
      if (group !== 0) this.#addGroups(group, place);
      this.#c3 = this.#c2;
      this.#p3 = this.#p2;
      this.#c2 = this.#c1;
      this.#p2 = this.#p1;
      this.#c1 = concept;
    }
    this.#p1 = place;
  }

  #addPairs(concept: number, place: number): void {
    const first = Math.imul(this.#c1, 7919);
    const second = Math.imul(this.#c2, 7919);
    if (this.#c1 !== 0 && place - this.#p1 <= reach) {
      this.#put(hashPair(first, concept) ^ salts.conceptPair);
      if (place - this.#p1 <= nearby) this.#put(hashPair(first, concept) ^ salts.conceptNear);
    }
    if (this.#c2 !== 0 && place - this.#p2 <= reach) {
      this.#put(hashPair(second, concept) ^ salts.conceptPair);
      this.#put(Math.imul(hashPair(second, this.#c1), 33) ^ concept ^ salts.conceptTriple);
    }
    if (this.#c3 !== 0 && place - this.#p3 <= groupReach) {
      this.#put(hashPair(Math.imul(this.#c3, 7919), concept) ^ salts.conceptPair);
    }
  }

  #addGroups(group: number, place: number): void {
    const g1 = this.#table.groupOf(this.#c1);
    const g2 = this.#table.groupOf(this.#c2);
    const g3 = this.#table.groupOf(this.#c3);
    this.#put(Math.imul(group, 7919) ^ salts.group);
    if (g1 !== 0 && place - this.#p1 <= groupReach) {
      this.#put(hashPair(Math.imul(g1, 7919), group) ^ salts.groupPair);
    }
    if (g2 !== 0 && place - this.#p2 <= groupReach) {
      const pair = Math.imul(g2, 7919);
      this.#put(hashPair(pair, group) ^ salts.groupPair);
      if (g1 !== 0) this.#put(Math.imul(hashPair(pair, g1), 33) ^ group ^ salts.groupTriple);
    }
    if (g3 !== 0 && place - this.#p3 <= groupReach) {
      this.#put(hashPair(Math.imul(g3, 7919), group) ^ salts.groupPair);
    }
  }

  #put(hash: number): void {
    this.#concepts[this.#conceptCount++] = mix(hash);
  }
}
