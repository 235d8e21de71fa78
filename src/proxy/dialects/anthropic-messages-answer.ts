/** Reads an Anthropic message: every block of it, and what stands around them. */
import { readObject, type Json } from '../json.ts';
import { block } from './anthropic-blocks.ts';
import { type AnswerFacts, type Answered, noFacts } from './dialect.ts';
import { mergeUsage, readCount, readWord, toUsage } from './members.ts';
import { figure, free, list, object, report, text, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

const metadata = text('metadata');
const said = text('assistant');

const stopReason = word(
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'compaction',
  'refusal',
  'model_context_window_exceeded',
);

/** What a whole message and the last change of a streamed one have in common. */
export const endMembers: Readonly<Record<string, Shape>> = {
  stop_reason: stopReason,
  stop_sequence: metadata,
  stop_details: object({
    type: word('refusal'),
    category: metadata,
    explanation: said,
    fallback_credit_token: metadata,
    fallback_has_prefill_claim: figure,
    recommended_model: metadata,
  }),
  container: object({
    id: metadata,
    expires_at: metadata,
    skills: list(
      object({ type: word('anthropic', 'custom'), skill_id: metadata, version: metadata }),
    ),
  }),
};

export const aroundMembers: Readonly<Record<string, Shape>> = {
  usage: report(
    [
      'input_tokens',
      'output_tokens',
      'cache_creation',
      'cache_creation_input_tokens',
      'cache_read_input_tokens',
      'ephemeral_1h_input_tokens',
      'ephemeral_5m_input_tokens',
      'output_tokens_details',
      'thinking_tokens',
      'server_tool_use',
      'web_fetch_requests',
      'web_search_requests',
      'iterations',
      'fallback_credit',
    ],
    'service_tier inference_geo speed type model message standard priority batch fast'.split(' '),
  ),
  context_management: free('metadata'),
  input_transformations: free('metadata'),
};

export const message = object({
  ...endMembers,
  ...aroundMembers,
  id: metadata,
  type: word('message'),
  role: word('assistant'),
  model: metadata,
  diagnostics: free('metadata'),
  content: list(block('assistant')),
});

export function readMessage(json: Json): Answered {
  const sink = new Sink('answer');
  sink.role = 'assistant';
  message(json.value, sink);
  const facts = mergeFacts(noFacts, readObject(json.value), readObject(json.value));
  return { parts: sink.parts, unjudged: sink.unjudged, facts };
}

type Body = Readonly<Record<string, unknown>> | undefined;

/** `head` tells who answers, `end` why it stopped; a stream tells them apart, and its usage grows. */
export function mergeFacts(facts: AnswerFacts, head: Body, end: Body): AnswerFacts {
  return {
    id: facts.id || readWord(head?.id),
    model: facts.model || readWord(head?.model),
    finish: readWord(end?.stop_reason) || facts.finish,
    usage: mergeUsage(facts.usage, readUsage(head?.usage)),
  };
}

/** What came out of a cache was read all the same. */
function readUsage(value: unknown): AnswerFacts['usage'] {
  const usage = readObject(value);
  const cached = readCount(usage?.cache_read_input_tokens);
  const input =
    readCount(usage?.input_tokens) + readCount(usage?.cache_creation_input_tokens) + cached;
  return toUsage(input, readCount(usage?.output_tokens), cached);
}
