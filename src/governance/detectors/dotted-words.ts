/** Words for a number that are written by their letters, with stops: `Α.Φ.Μ.: 094014201`, `C. P. F. nº 529…`. */
import { foldText } from '../text/fold.ts';
import { wordOf } from '../text/vocabulary.ts';
import type { WordSet } from '../text/word-set.ts';

/** Characters before a number in which such a word has room. */
const reach = 28;
const shape =
  /(?<![\p{L}\p{M}\d.])((?:\p{L}\. ?){2,7}\p{L}?\.?)(?: ?(?:no|nr|num|n|αρ)[.º°]{0,2})?["']?[ \t]{0,3}[:=#№]?[ \t]{0,3}$/iu;
const lettersMax = 8;

function keyOf(word: string): string {
  return foldText(word).toLowerCase();
}

export class DottedWords<Label> {
  readonly #sets: readonly (readonly [words: WordSet, label: Label])[];
  #labels: Map<string, Label[]> | undefined;

  constructor(sets: readonly (readonly [words: WordSet, label: Label])[]) {
    this.#sets = sets;
  }

  /** What the word that ends right before a place stands for; nothing at most places, which one look tells. */
  before(text: string, start: number): readonly Label[] {
    const lead = text.slice(Math.max(0, start - reach), start);
    if (lead.indexOf('.') === lead.lastIndexOf('.')) return [];
    const letters = shape.exec(lead)?.[1]?.replaceAll(/[. ]/g, '');
    return letters === undefined ? [] : (this.#index().get(keyOf(letters)) ?? []);
  }

  #index(): Map<string, Label[]> {
    if (this.#labels !== undefined) return this.#labels;
    this.#labels = new Map<string, Label[]>();
    for (const [words, label] of this.#sets) {
      for (const key of new Set(words.own().map((id) => keyOf(wordOf(id))))) {
        if (key.length > lettersMax) continue;
        this.#labels.set(key, [...(this.#labels.get(key) ?? []), label]);
      }
    }
    return this.#labels;
  }
}
