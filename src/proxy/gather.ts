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
    const { buffer } = piece;
    // Those that share their memory with others are left to the engine.
    if (piece.length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
  return whole;
}
