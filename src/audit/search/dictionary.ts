/** Words and the small numbers that stand for them in columns; several values of one field are one word. */

const separator = '\u001f';
const wordsMax = 50_000;
export const otherCode = 1;

/** Stands for every word that came after the dictionary was full. */
export const otherWord = '(other)';

export class Dictionary {
  readonly #words: string[] = ['', otherWord];
  readonly #codes = new Map<string, number>([
    ['', 0],
    [otherWord, otherCode],
  ]);

  get size(): number {
    return this.#words.length;
  }

  /** Whether some words may have no code of their own. */
  get isFull(): boolean {
    return this.#words.length >= wordsMax;
  }

  /** The code of a set of values, a new one where it is met for the first time. */
  encode(values: readonly string[]): number {
    const word = toWord(values);
    const known = this.#codes.get(word);
    if (known !== undefined) return known;
    if (this.isFull) return otherCode;
    this.#words.push(word);
    this.#codes.set(word, this.#words.length - 1);
    return this.#words.length - 1;
  }

  /** The code of a set of values; undefined where it has none and there is room for one. */
  codeOf(values: readonly string[]): number | undefined {
    const full = this.isFull ? otherCode : undefined;
    return this.#codes.get(toWord(values)) ?? full;
  }

  decode(code: number): readonly string[] {
    const word = this.#words[code] ?? '';
    return word === '' ? [] : word.split(separator);
  }

  word(code: number): string {
    return this.#words[code] ?? '';
  }

  /** Takes back a word that was stored under a code. */
  restore(code: number, word: string): void {
    this.#words[code] = word;
    this.#codes.set(word, code);
  }

  /** One flag per code: whether one of its values passes. */
  select(passes: (value: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#words, (_, code) => (this.decode(code).some(passes) ? 1 : 0));
  }
}

function toWord(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? '') : values.join(separator);
}
