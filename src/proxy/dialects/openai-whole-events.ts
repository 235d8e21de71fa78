/** OpenAI's streams of things that are no words: each event stands by itself, until one ends the stream. */
import { readObject } from '../json.ts';
import { noFacts, withFailure, type FrameReader } from './dialect.ts';
import { hasError, isDone, readWord } from './members.ts';
import type { Shape } from './shape.ts';
import { Sink } from './sink.ts';

/** `ends`: the types of events behind which nothing is missing; an error is always one. */
export function createEventReader(event: Shape, ends: ReadonlySet<string>): FrameReader {
  let done = false;
  let failed = false;
  return {
    read: (json, name) => {
      const sink = new Sink('frame');
      const said = readObject(json.value);
      const type = readWord(said?.type);
      if (name !== '' && name !== type) sink.event(name);
      event(json.value, sink);
      failed ||= type === 'error' || hasError(said);
      done ||= failed || ends.has(type);
      return { fragments: sink.fragments, unjudged: sink.unjudged };
    },
    mark: (data) => {
      const isLast = isDone(data);
      done ||= isLast;
      return isLast;
    },
    ended: () => done,
    facts: () => withFailure(noFacts, failed),
  };
}
