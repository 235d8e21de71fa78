/** Many short pieces looked for in one text: nearly all are ruled out by two letters that stand nowhere in it side by side. */
import { blockUnits, unitsFrom } from './code-units.ts';

export type Piece = { readonly text: string; readonly pairs: readonly number[] };

const slotMask = 4095;

function slotOf(left: number, right: number): number {
  return ((left * 31) ^ right) & slotMask;
}

export function toPiece(text: string): Piece {
  const pairs = Array.from({ length: Math.max(0, text.length - 1) }, (_, at) =>
    slotOf(text.charCodeAt(at), text.charCodeAt(at + 1)),
  );
  return { text, pairs: [...new Set(pairs)] };
}

/** For each pair of letters the number of the last text that held it, so that nothing is ever emptied. */
const lastHeld = new Int32Array(slotMask + 1);
let texts = 0;

/** What tells whether a piece stands in the text; it holds until the next text is asked about, since the table is one for all. */
export function piecesIn(text: string): (piece: Piece) => boolean {
  texts = (texts + 1) | 0;
  const own = texts;
  let left = 0;
  for (let from = 0; from < text.length; from += blockUnits) {
    const units = unitsFrom(text, from);
    const count = Math.min(blockUnits, text.length - from);
    for (let at = 0; at < count; at++) {
      const right = units[at] ?? 0;
      lastHeld[slotOf(left, right)] = own;
      left = right;
    }
  }
  return (piece) =>
    piece.pairs.every((slot) => lastHeld[slot] === own) && text.includes(piece.text);
}
