/** What was said on one leg of a live stream, kept up to a bound; of more than that, only how much it was and its digest. */
import { createHash, type Hash } from 'node:crypto';

export class KeptText {
  readonly #charactersMax: number;
  #pieces: string[] = [];
  #characters = 0;
  #bytes = 0;
  #hash: Hash | undefined;

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(text: string): void {
    this.#bytes += Buffer.byteLength(text);
    if (this.#hash !== undefined) {
      this.#hash.update(text);
      return;
    }
    this.#pieces.push(text);
    this.#characters += text.length;
    if (this.#characters <= this.#charactersMax) return;
    this.#hash = createHash('sha256').update(this.#pieces.join(''));
    this.#pieces = [];
  }

  /** Another that begins with all that was said here. */
  fork(): KeptText {
    const fork = new KeptText(this.#charactersMax);
    fork.#pieces = [...this.#pieces];
    fork.#characters = this.#characters;
    fork.#bytes = this.#bytes;
    fork.#hash = this.#hash?.copy();
    return fork;
  }

  /** The text, or where it was too long what stands for it. */
  finish(): Buffer {
    if (this.#hash === undefined) return Buffer.from(this.#pieces.join(''));
    const sha256 = this.#hash.copy().digest('hex');
    const withheld = 'longer than what is kept of a stream';
    return Buffer.from(JSON.stringify({ withheld, bytes: this.#bytes, sha256 }));
  }
}
