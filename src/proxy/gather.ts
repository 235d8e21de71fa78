/** Puts the pieces of a body together; a long one never stands in memory twice. */

/** Of shorter ones nobody sees the second copy. */
export const longBytesMin = 1_048_576;

/** Nobody else may hold the pieces: those of a long body are empty afterwards. */
export function gather(pieces: readonly Buffer[], length: number): Buffer {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  if (length < longBytesMin) return Buffer.concat(pieces, length);
  // Memory that nobody has written to yet takes none.
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
    letGo(piece);
  }
  return whole;
}

/** Those that share their memory with others are left to the engine. */
function letGo(piece: Buffer): void {
  const { buffer } = piece;
  if (piece.length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** A body on its way in: a long one of which the length is known is put together as it comes, so that its end is no work. */
export class Gathering {
  readonly #announced: number;
  #pieces: Buffer[] = [];
  /** Absent until a megabyte has come: who announces much and sends nothing takes none. */
  #whole: Buffer | undefined;
  #last: Buffer | undefined;
  length = 0;

  /** `announced`: how many bytes it will have; 0 where nobody says. */
  constructor(announced: number) {
    this.#announced = announced;
  }

  add(piece: Buffer): void {
    const from = this.length;
    this.length += piece.length;
    if (this.length > this.#announced) this.#openEnd(from);
    else if (this.#whole === undefined && this.length >= longBytesMin) this.#makeRoom();
    if (this.#whole === undefined) {
      this.#pieces.push(piece);
      return;
    }
    this.#whole.set(piece, from);
    // Whoever hands a piece over may still look at it until the next one comes.
    if (this.#last !== undefined) letGo(this.#last);
    this.#last = piece;
  }

  #makeRoom(): void {
    this.#whole = Buffer.allocUnsafeSlow(this.#announced);
    let at = 0;
    for (const piece of this.#pieces) {
      this.#whole.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
  }

  /** It is longer than was said, so that nothing is known of its length any more. */
  #openEnd(from: number): void {
    if (this.#whole !== undefined) this.#pieces = [this.#whole.subarray(0, from)];
    this.#whole = undefined;
  }

  finish(): Buffer {
    return this.#whole?.subarray(0, this.length) ?? gather(this.#pieces, this.length);
  }
}
