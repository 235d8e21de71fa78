/** One turn of taking texts into the full text: it ends before whoever searches has to wait for long. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A turn ends after so much text, so that searches come in between long ones. */
const charactersPerTurn = 2_000_000;
/** To go over an entry without a text costs so much less than to take in one with. */
const entriesPerText = 20;

export class TextTurn {
  readonly #insert: StatementSync;
  readonly #remember: StatementSync;
  readonly #textsMax: number;
  #entries = 0;
  #texts = 0;
  #characters = 0;

  constructor(database: DatabaseSync, textsMax: number) {
    this.#insert = database.prepare('INSERT INTO texts (rowid, body) VALUES (?, ?)');
    this.#remember = database.prepare('INSERT INTO text_rows VALUES (?)');
    this.#textsMax = textsMax;
  }

  get isOver(): boolean {
    return (
      this.#texts >= this.#textsMax ||
      this.#entries >= this.#textsMax * entriesPerText ||
      this.#characters >= charactersPerTurn
    );
  }

  /** An entry that was gone over; `text` is '' where it has none. */
  add(seq: number, text: string): void {
    this.#entries += 1;
    if (text === '') return;
    this.#insert.run(seq, text);
    this.#remember.run(seq);
    this.#texts += 1;
    this.#characters += text.length;
  }
}
