/** The concepts of a segment in their order, as features: each by itself, and with those that stand near before it. */
import type { ConceptTable } from './model-concepts.ts';
import { hashPair, mix, salts } from './model-hash.ts';

/** Words between two concepts that still belong together. */
const reach = 12;
const groupReach = 14;
const nearby = 3;
/** Where a concept stands that is near none. */
const nowhere = -1000;
/** Spreads the small numbers of concepts and groups over all bits. */
const spread = 7919;

export class ConceptRow {
  readonly #table: ConceptTable;
  /** Used again for the next segment: the first `count` of them are this one's. */
  readonly features: Int32Array;
  count = 0;
  /** The last three concepts, the latest first, and where they stood. */
  #c1 = 0;
  #c2 = 0;
  #c3 = 0;
  #p1 = nowhere;
  #p2 = nowhere;
  #p3 = nowhere;

  constructor(table: ConceptTable, capacity: number) {
    this.#table = table;
    this.features = new Int32Array(capacity);
  }

  reset(): void {
    this.count = this.#c1 = this.#c2 = this.#c3 = 0;
    this.#p1 = this.#p2 = this.#p3 = nowhere;
  }

  /** What begins a sentence is told as that, beside all else that is told of it. */
  addOpening(concept: number): void {
    this.#put(Math.imul(concept, spread) ^ salts.conceptOpening);
  }

  /** `place`: how many words stand before it in the text. */
  add(concept: number, place: number): void {
    this.#put(Math.imul(concept, spread) ^ salts.concept);
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
    const first = Math.imul(this.#c1, spread);
    const second = Math.imul(this.#c2, spread);
    if (this.#c1 !== 0 && place - this.#p1 <= reach) {
      this.#put(hashPair(first, concept) ^ salts.conceptPair);
      if (place - this.#p1 <= nearby) this.#put(hashPair(first, concept) ^ salts.conceptNear);
    }
    if (this.#c2 !== 0 && place - this.#p2 <= reach) {
      this.#put(hashPair(second, concept) ^ salts.conceptPair);
      this.#put(Math.imul(hashPair(second, this.#c1), 33) ^ concept ^ salts.conceptTriple);
    }
    if (this.#c3 !== 0 && place - this.#p3 <= groupReach) {
      this.#put(hashPair(Math.imul(this.#c3, spread), concept) ^ salts.conceptPair);
    }
  }

  #addGroups(group: number, place: number): void {
    const g1 = this.#table.groupOf(this.#c1);
    const g2 = this.#table.groupOf(this.#c2);
    const g3 = this.#table.groupOf(this.#c3);
    this.#put(Math.imul(group, spread) ^ salts.group);
    if (g1 !== 0 && place - this.#p1 <= groupReach) {
      this.#put(hashPair(Math.imul(g1, spread), group) ^ salts.groupPair);
    }
    if (g2 !== 0 && place - this.#p2 <= groupReach) {
      const pair = Math.imul(g2, spread);
      this.#put(hashPair(pair, group) ^ salts.groupPair);
      if (g1 !== 0) this.#put(Math.imul(hashPair(pair, g1), 33) ^ group ^ salts.groupTriple);
    }
    if (g3 !== 0 && place - this.#p3 <= groupReach) {
      this.#put(hashPair(Math.imul(g3, spread), group) ^ salts.groupPair);
    }
  }

  #put(hash: number): void {
    this.features[this.count++] = mix(hash);
  }
}
