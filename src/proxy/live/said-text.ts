/** All that was said in the texts of a stream, which come in pieces that each hold on to the frame they stood in. */
import type { Excerpt, Part } from '../../governance/interaction.ts';

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
  length = 0;

  add(piece: string): void {
    this.length += piece.length;
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
  /** Of texts that are put together of others: the number of another, and where in it a stretch begins and ends, in a row. */
  readonly #orders: number[][] = [];
  #characters = 0;

  get characters(): number {
    return this.#characters;
  }

  add(number: number, piece: string): void {
    if (this.#characters > charactersMax) return;
    (this.#texts[number] ??= new SaidText()).add(piece);
    this.#characters += piece.length;
  }

  /** One goes on with so many characters of another, which begin so far before its end. */
  quote(number: number, of: number, back: number, characters: number): void {
    if (this.#characters > charactersMax) return;
    const from = (this.#texts[of]?.length ?? 0) - back;
    const order = (this.#orders[number] ??= []);
    const goesOn = order.at(-1) === from && order.at(-3) === of;
    if (goesOn) order[order.length - 1] = from + characters;
    else order.push(of, from, from + characters);
    this.#characters += characters;
  }

  read(number: number): Pick<Part, 'text' | 'order'> {
    const numbers = this.#orders[number];
    if (numbers === undefined) return { text: this.#texts[number]?.read() ?? '' };
    const order: Excerpt[] = [];
    const whole = new Map<number, string>();
    let text = '';
    for (let at = 0; at < numbers.length; at += 3) {
      const [part = 0, from = 0, to = 0] = numbers.slice(at, at + 3);
      const start = text.length;
      const said = whole.get(part) ?? this.#texts[part]?.read() ?? '';
      whole.set(part, said);
      text += said.slice(from, to);
      order.push({ part, from, start, end: text.length });
    }
    return { text, order };
  }
}
