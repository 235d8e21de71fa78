/** Pieces of one text of which each may be read by itself: what nobody knows to go on from frame to frame. */
import type { Part } from './interaction.ts';
import type { Run } from './runs.ts';

/**
 * What providers fill up the frames of a stream with, so that their length tells nothing. It is judged in its row only: as
 * random letters it costs more than all of the answer, and what stands in one word of letters is nobody's number.
 */
const filler = /^(?!.*\d{6})[A-Za-z0-9]{1,32}$/;

/** A piece, and where in its part it begins. */
export type Stretch = { readonly from: number; readonly text: string };

/** Each piece of the parts that come in such pieces, which are few and in most calls none. */
export function piecesOf(parts: readonly Part[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [index, part] of parts.entries())
    if (part.pieces !== undefined)
      for (const stretch of stretchesOf(part)) runs.push(toRun(part, index, stretch));
  return runs;
}

const none: readonly never[] = [];

/** Nothing where all of the part is one piece. */
export function stretchesOf(part: Part): readonly Stretch[] {
  const { pieces, text } = part;
  if (pieces === undefined || (pieces.length === 1 && pieces[0] === 0)) return none;
  return pieces
    .map((from, at) => ({ from, text: text.slice(from, pieces[at + 1] ?? text.length) }))
    .filter((piece) => piece.text !== '' && !isFiller(part, piece.text));
}

function isFiller({ kind, mapped }: Part, piece: string): boolean {
  return mapped && kind === 'metadata' && filler.test(piece);
}

function toRun({ kind }: Part, part: number, { from, text }: Stretch): Run {
  const pieces = [{ part, start: 0, end: text.length, from, whole: true }];
  return { kind, first: part, text, pieces };
}

/** Where pieces begin in a text in which something was replaced. */
export function movePieces(
  pieces: readonly number[],
  edits: readonly { readonly start: number; readonly end: number; readonly replacement: string }[],
): readonly number[] {
  let shift = 0;
  let next = 0;
  return pieces.map((from) => {
    for (let edit = edits[next]; edit !== undefined && edit.end <= from; edit = edits[next]) {
      shift += edit.replacement.length - (edit.end - edit.start);
      next += 1;
    }
    const edit = edits[next];
    // A piece that begins within what was replaced begins behind that now.
    if (edit === undefined || edit.start >= from) return from + shift;
    return edit.start + shift + edit.replacement.length;
  });
}
