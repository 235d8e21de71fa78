/** What was found in a text before its letters were folded, and is found again in its canonical form: one reading tells of both. */
import type { Edits } from './edits.ts';
import type { Reading } from './rewrite.ts';

/** More than there are decoders in a group. */
const decodersMax = 64;

/** What decoders found in a text; `folded` is its canonical form. */
export type Told = { readonly edits: Edits; readonly folded: Pick<Reading, 'origin'> };

/** Marks the edits of the canonical form that have one of the same place, the same decoder and the same text beside them. */
export function markTold(edits: Edits, { edits: others, folded }: Told): Uint8Array {
  const marks = new Uint8Array(edits.count);
  if (others.count === 0) return marks;
  const places = new Map<string, number>();
  for (let other = 0; other < others.count; other++) {
    places.set(keyOf(others.from(other), others.to(other), others.by(other)), other);
  }
  for (let edit = 0; edit < edits.count; edit++) {
    const { start, end } = folded.origin(edits.from(edit), edits.to(edit));
    const other = places.get(keyOf(start, end, edits.by(edit)));
    if (other !== undefined && edits.isSame(edit, others, other)) marks[edit] = 1;
  }
  return marks;
}

function keyOf(from: number, to: number, by: number): string {
  return `${from * decodersMax + by}:${to}`;
}
