/** Streams that read all logs, one log after the other: a second one would get to a log that the first is at, and break off there. */
import type { GatewayError } from '../../errors.ts';

export function oneAtATime<Given extends readonly unknown[], Piece>(
  make: (...given: Given) => AsyncGenerator<Piece, undefined>,
  refuse: () => GatewayError,
): (...given: Given) => AsyncGenerator<Piece, undefined> {
  let running = false;
  return async function* run(...given): AsyncGenerator<Piece, undefined> {
    if (running) throw refuse();
    running = true;
    try {
      yield* make(...given);
    } finally {
      running = false;
    }
  };
}
