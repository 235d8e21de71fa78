/** How a sentence opens and whether it asks: orders and questions are told from tales by their first words, in any language. */
import { hashPair, mix, salts } from './model-hash.ts';

export class SentenceOpening {
  /** What ended before the next word: nothing, a sentence or a line. */
  #ended: 0 | 1 | 2 = 2;
  /** The beginning of the sentence's first word, and whether the second is still to come. */
  #first = 0;
  #waits = false;

  reset(): void {
    this.#ended = 2;
    this.#first = 0;
    this.#waits = false;
  }

  endSentence(): void {
    if (this.#ended === 0) this.#ended = 1;
  }

  endLine(): void {
    this.#ended = 2;
  }

  /** Whether the next word is a sentence's first. */
  get isNext(): boolean {
    return this.#ended !== 0;
  }

  /** Adds what a word's place says and returns how many features there are then. */
  addWord(stem: number, features: Int32Array, count: number): number {
    let next = count;
    if (this.#ended !== 0) {
      features[next++] = mix(stem ^ salts.opening);
      if (this.#ended === 2) features[next++] = mix(stem ^ salts.lineOpening);
      this.#ended = 0;
      this.#first = stem;
      this.#waits = true;
    } else if (this.#waits) {
      features[next++] = mix(hashPair(this.#first, stem) ^ salts.openingPair);
      this.#waits = false;
    }
    return next;
  }

  /** A question mark: what the sentence began with was asked. Marks without a word between them are one. */
  addQuestion(features: Int32Array, count: number): number {
    if (this.#first === 0) return count;
    features[count] = mix(salts.question);
    features[count + 1] = mix(this.#first ^ salts.questionOpening);
    this.#first = 0;
    this.#waits = false;
    return count + 2;
  }
}
