/** All that was said in one text, which comes in pieces that each hold on to the frame they stood in. */

/** Pieces are put together as soon as there is so much of them, which lets their frames go. */
const openCharactersMax = 4_096;

export class SaidText {
  readonly #whole: string[] = [];
  #open: string[] = [];
  #openCharacters = 0;

  add(piece: string): void {
    this.#open.push(piece);
    this.#openCharacters += piece.length;
    if (this.#openCharacters < openCharactersMax) return;
    this.#whole.push(this.#open.join(''));
    this.#open = [];
    this.#openCharacters = 0;
  }

  read(): string {
    return [...this.#whole, ...this.#open].join('');
  }
}
