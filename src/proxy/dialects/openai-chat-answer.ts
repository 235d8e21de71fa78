/** Reads an OpenAI chat completion: every choice with all that repeats or surrounds what it says. */
import { readObject, type Json } from '../json.ts';
import type { AnswerFacts, Answered, Asked } from './dialect.ts';
import { readCount, readWord, toUsage } from './members.ts';
import { content, contentPart, reasoningDetails } from './openai-content.ts';
import { functionCall, toolCalls } from './openai-tools.ts';
import {
  blob,
  either,
  figure,
  figures,
  free,
  list,
  measure,
  object,
  report,
  type Shape,
  text,
  unmapped,
  word,
} from './shape.ts';
import { Sink } from './sink.ts';
import { readRanks, sayTokens, tokenIds } from './tokens.ts';

const metadata = text('metadata');
const said = text('assistant');

export const finishReasons = [
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'function_call',
] as const;

export const annotations = list(free('assistant'));

/** What a message and a delta have in common. */
export const sayings: Readonly<Record<string, Shape>> = {
  role: word('assistant'),
  content: content('assistant'),
  refusal: said,
  reasoning_content: text('reasoning'),
  reasoning: either({ string: text('reasoning'), object: free('reasoning') }),
  reasoning_details: reasoningDetails(),
  annotations,
  images: list(contentPart('assistant')),
  tool_calls: toolCalls,
  function_call: functionCall,
  audio: object({
    id: metadata,
    data: blob('audio', 'assistant', 'a spoken answer'),
    transcript: said,
    expires_at: measure,
  }),
};

const message = object(sayings);

/** Below the chosen tokens stand, rank by rank, those that might have been said. */
const tokens: Shape = (value, sink) => {
  if (!Array.isArray(value)) {
    unmapped(value, sink);
    return;
  }
  sayTokens(value, sink, true);
  sink.enter('top_logprobs');
  for (const [rank, others] of readRanks(value, sink).entries()) {
    sink.enter(rank);
    sayTokens(others, sink);
    sink.leave();
  }
  sink.leave();
};

export const logprobs = object({ content: tokens, refusal: tokens });

/** What Azure tells of its filters. */
export const filterResults = report(
  [],
  (
    'hate self_harm sexual violence jailbreak profanity indirect_attack ungrounded_material ' +
    'protected_material_code protected_material_text custom_blocklists custom_topics details ' +
    'filtered detected severity safe low medium high prompt_index content_filter_results citation'
  ).split(' '),
);

const choice = object({
  index: figure,
  message,
  content_filter_results: filterResults,
  logprobs,
  finish_reason: word(...finishReasons),
  // Some servers repeat the reason in their own words.
  stop_reason: metadata,
  token_ids: tokenIds,
});

const choices: Shape = (value, sink) => {
  if (!Array.isArray(value)) {
    unmapped(value, sink);
    return;
  }
  sink.role = 'assistant';
  for (let index = 0; index < value.length; index += 1) {
    sink.channel = readCount(readObject(value[index])?.index ?? index);
    sink.enter(index);
    choice(value[index], sink);
    sink.leave();
  }
  sink.role = '';
  sink.channel = 0;
};

export const envelope: Readonly<Record<string, Shape>> = {
  id: metadata,
  created: measure,
  model: metadata,
  system_fingerprint: metadata,
  service_tier: metadata,
  moderation: free('metadata'),
  metadata: free('metadata'),
  prompt_filter_results: filterResults,
  prompt_token_ids: tokenIds,
};

export const usage = figures(
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'prompt_tokens_details',
  'completion_tokens_details',
  'cached_tokens',
  'audio_tokens',
  'reasoning_tokens',
  'accepted_prediction_tokens',
  'rejected_prediction_tokens',
  'text_tokens',
  'image_tokens',
  'cache_write_tokens',
);

const completion = object({ ...envelope, object: word('chat.completion'), choices, usage });

export function readChatAnswer(json: Json, _asked: Asked): Answered {
  const sink = new Sink('answer');
  completion(json.value, sink);
  return { parts: sink.parts, unjudged: sink.unjudged, facts: readFacts(json.value) };
}

function readFacts(value: unknown): AnswerFacts {
  const body = readObject(value);
  const first: unknown = Array.isArray(body?.choices) ? body.choices[0] : undefined;
  return {
    id: readWord(body?.id),
    model: readWord(body?.model),
    finish: readWord(readObject(first)?.finish_reason),
    usage: readUsage(body?.usage),
  };
}

export function readUsage(value: unknown): AnswerFacts['usage'] {
  const usage = readObject(value);
  const cached = readCount(readObject(usage?.prompt_tokens_details)?.cached_tokens);
  return toUsage(readCount(usage?.prompt_tokens), readCount(usage?.completion_tokens), cached);
}
