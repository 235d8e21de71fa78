/** Anthropic's counting of tokens: `POST /v1/messages/count_tokens`, whose request is a whole conversation. */
import { readMessagesRequest } from './anthropic-messages-request.ts';
import { anthropic } from './anthropic.ts';
import { type Dialect, noFacts } from './dialect.ts';
import { figure, figures, object } from './shape.ts';
import { Sink } from './sink.ts';

const count = object({
  input_tokens: figure,
  context_management: figures('original_input_tokens'),
});

export const anthropicCountTokens: Dialect = {
  name: 'anthropic-count-tokens',
  family: anthropic,
  free: true,
  readRequest: (json) => ({ ...readMessagesRequest(json), stream: false }),
  readAnswer: (json) => {
    const sink = new Sink('answer');
    count(json.value, sink);
    // What was counted was not used.
    return { parts: sink.parts, unjudged: sink.unjudged, facts: noFacts };
  },
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
};
