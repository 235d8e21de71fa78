/** What calls without a conversation have in common: nothing is asked of a model by name but what their address says. */
import { noFacts, type Answered, type Asked } from './dialect.ts';
import type { Shape } from './shape.ts';
import { Sink } from './sink.ts';

/** A request that only names a model, or nothing. */
export function askFor(model: string): Asked {
  return {
    model,
    stream: false,
    user: '',
    session: '',
    tools: [],
    references: [],
    history: 0,
    parts: [],
    unjudged: [],
  };
}

export function readWith(shape: Shape, value: unknown): Answered {
  const sink = new Sink('answer');
  shape(value, sink);
  return { parts: sink.parts, unjudged: sink.unjudged, facts: noFacts };
}
