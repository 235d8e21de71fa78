/** A reading of a text and the way back to it, through whatever readings it was made of. */
import type { Reading } from './rewrite.ts';
import type { View } from './view.ts';

export const sameOrigin: View['origin'] = (start, end) => ({ start, end });

/** A reading with the encodings that were undone to get to it. */
export type Source = Reading & {
  readonly decoded: readonly string[];
  /** True: the canonical form of another reading, of which the same encodings were undone. */
  readonly folded?: boolean;
  readonly undone: (start: number, end: number) => readonly string[];
};

/** A reading of a reading, with the way back to the original. */
export function behind(outer: Source, inner: Reading): Reading & Pick<Source, 'undone'> {
  const undone: Source['undone'] = (start, end) => {
    const place = inner.origin(start, end);
    return outer.undone(place.start, place.end);
  };
  return { text: inner.text, origin: through(outer, inner), undone };
}

/** From a place in the inner reading through the outer one to the original. */
export function through(outer: Reading, inner: Reading): View['origin'] {
  if (outer.origin === sameOrigin) return inner.origin;
  return (start, end) => {
    const place = inner.origin(start, end);
    return outer.origin(place.start, place.end);
  };
}
