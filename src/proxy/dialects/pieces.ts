/** Of what a frame of a stream says: what goes on in later ones, and what comes whole among it. */
import type { Shape } from './shape.ts';

export function inPieces(shape: Shape): Shape {
  return (value, sink) => {
    const before = sink.piece;
    sink.piece = true;
    shape(value, sink);
    sink.piece = before;
  };
}

export function atOnce(shape: Shape): Shape {
  return (value, sink) => {
    const before = sink.piece;
    sink.piece = false;
    shape(value, sink);
    sink.piece = before;
  };
}
