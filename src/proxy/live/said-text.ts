/** All that was said in the texts of a stream, which come in pieces that each hold on to the frame they stood in. */

/**
 * Pieces are put together as soon as there is so much of them, which lets their frames go: what a frame says beside its
 * piece is many times as long.
 */
const openCharactersMax = 512;
/** What was said is kept up to here; of a longer answer, its beginning. */
const charactersMax = 1_048_576;

export class SaidText {
  #pieces: string[] | undefined;
  /** So many of the pieces hold on to no frame. */
  #whole = 0;
  #openCharacters = 0;

  add(piece: string): void {
    this.#openCharacters += piece.length;
    // Most texts come in one piece, and a list that is added to has room for many.
    if (this.#pieces === undefined) this.#pieces = [piece];
    else this.#pieces.push(piece);
    if (this.#openCharacters < openCharactersMax) return;
    this.#pieces.push(this.#pieces.splice(this.#whole).join(''));
    this.#whole = this.#pieces.length;
    this.#openCharacters = 0;
  }

  read(): string {
    return this.#pieces?.join('') ?? '';
  }
}

/** By the number of the text. */
export class SaidTexts {
  readonly #texts: SaidText[] = [];
  #characters = 0;

  get characters(): number {
    return this.#characters;
  }

  add(number: number, piece: string): void {
    if (this.#characters > charactersMax) return;
    (this.#texts[number] ??= new SaidText()).add(piece);
    this.#characters += piece.length;
  }

  read(number: number): string {
    return this.#texts[number]?.read() ?? '';
  }
}
