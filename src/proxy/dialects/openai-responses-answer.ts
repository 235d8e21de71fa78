/** Reads an OpenAI Response: what the model said and did, and the request that the answer repeats. */
import type { Step } from '../../governance/interaction.ts';
import { readObject, type Json } from '../json.ts';
import type { AnswerFacts, Answered } from './dialect.ts';
import { readCount, readWord, toUsage } from './members.ts';
import { responseItem } from './openai-responses-items.ts';
import { settings } from './openai-responses-request.ts';
import { figures, free, label, list, measure, object, text, word, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

const metadata = text('metadata');

const usageNames = [
  'input_tokens',
  'input_tokens_details',
  'output_tokens',
  'output_tokens_details',
  'total_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
];
const usage = figures(...usageNames);

/** All of an answer but its items. */
const around: Readonly<Record<string, Shape>> = {
  ...settings(false),
  id: metadata,
  object: word('response'),
  created_at: measure,
  completed_at: measure,
  status: label('completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete'),
  error: free('assistant'),
  incomplete_details: object({ reason: label('max_output_tokens', 'content_filter') }),
  output_text: text('assistant'),
  billing: free('metadata'),
  prompt_cache_diagnostics: free('metadata'),
  tool_usage: figures(
    ...usageNames,
    ...(
      'image_gen web_search num_requests image_tokens text_tokens cached_tokens_details ' +
      'cached_image_tokens cached_text_tokens'
    ).split(' '),
  ),
  usage,
};

export const response = object({ ...around, output: list(responseItem) });

export function readResponse(json: Json): Answered {
  const sink = new Sink('answer');
  response(json.value, sink);
  return { parts: sink.parts, unjudged: sink.unjudged, facts: readFacts(json.value) };
}

export function readFacts(value: unknown): AnswerFacts {
  const body = readObject(value);
  const used = readObject(body?.usage);
  const cached = readCount(readObject(used?.input_tokens_details)?.cached_tokens);
  const reason = readWord(readObject(body?.incomplete_details)?.reason);
  return {
    id: readWord(body?.id),
    model: readWord(body?.model),
    finish: reason || readWord(body?.status),
    usage: toUsage(readCount(used?.input_tokens), readCount(used?.output_tokens), cached),
  };
}

/** Where texts with probabilities may stand: in a body, an event, an item or a part. */
const holders = ['input', 'instructions', 'output', 'content', 'response', 'item', 'part'];

/** Tokens with their probabilities and sound say a text again; they go when anything is redacted. */
export function dropRepeats(json: unknown): Step[][] {
  const { type, delta } = readObject(json) ?? {};
  const isSound = type === 'response.audio.delta' && typeof delta === 'string';
  const found: Step[][] = isSound ? [['delta']] : [];
  const visit = (value: unknown, path: readonly Step[]): void => {
    if (Array.isArray(value)) for (const [at, each] of value.entries()) visit(each, [...path, at]);
    const record = readObject(value);
    if (record === undefined) return;
    if (Array.isArray(record.logprobs) && record.logprobs.length > 0)
      found.push([...path, 'logprobs']);
    for (const name of holders) if (name in record) visit(record[name], [...path, name]);
  };
  visit(json, []);
  return found;
}
